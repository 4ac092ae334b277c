/**
 * Messages that are handed over in one turn of the event loop travel as one: each one that a worker has to take
 * from its pipe by itself costs it more than many a launch, and wakes it between two of them.
 */

/** A function that collects what it is given; `handOn` gets it at the end of the turn, in order, never empty. */
export const gatherTurn = <Item>(
  handOn: (items: readonly Item[]) => void,
): ((item: Item) => void) => {
  let gathered: Item[] = [];
  const flush = (): void => {
    const items = gathered;
    gathered = [];
    handOn(items);
  };
  return (item) => {
    gathered.push(item);
    if (gathered.length === 1) queueMicrotask(flush);
  };
};
