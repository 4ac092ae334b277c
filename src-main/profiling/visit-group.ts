/**
 * Which visits share one message. A message to the worker and back costs more than many a launch, and its
 * handling disturbs the next launch on a CPU device; so visits to short configurations go together, for as long as
 * nobody who watches would notice. Pure; refuses what has not been launched before, since a first launch
 * needs a bound and a culprit of its own.
 */
export const groupNs = 200e6;
const mostTogether = 256;

/**
 * The visits at the head of `items` that go in one message; only one when the first cannot share.
 * `expectedNs`: how long a visit will take; null when it must go alone.
 */
export const takeGroup = <Item>(
  items: readonly Item[],
  expectedNs: (item: Item) => number | null,
): readonly Item[] => {
  const group: Item[] = [];
  let total = 0;
  for (const item of items) {
    const expected = expectedNs(item);
    if (expected === null) break;
    total += expected;
    if (group.length > 0 && (total > groupNs || group.length >= mostTogether)) break;
    group.push(item);
  }
  return group.length > 0 ? group : items.slice(0, 1);
};
