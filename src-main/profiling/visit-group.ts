/**
 * Which visits share one message. A message to the worker and back costs more than many a launch, and its
 * handling disturbs the next launch on a CPU device; so visits to short configurations go together, for as long as
 * nobody who watches would notice. Pure; refuses what has not been launched before, since a first launch
 * needs a bound and a culprit of its own.
 */

/** What a visit will take. */
export interface Expected {
  readonly ns: number;
  readonly launches: number;
}

/** Those that watch see a new result this often, */
export const groupNs = 200e6;
/** unless so few launches fit into that time that the message would be a good part of what each costs: */
export const fewLaunches = 32;
/** then this often. Less than a sweep that is cancelled waits for the visits in flight. */
export const longGroupNs = 900e6;
const mostTogether = 256;

/**
 * The visits at the head of `items` that go in one message; only one when the first cannot share.
 * `expected`: what a visit will take; null when it must go alone.
 */
export const takeGroup = <Item>(
  items: readonly Item[],
  expected: (item: Item) => Expected | null,
): readonly Item[] => {
  const group: Item[] = [];
  let totalNs = 0;
  let launches = 0;
  for (const item of items) {
    const more = expected(item);
    if (more === null) break;
    totalNs += more.ns;
    launches += more.launches;
    const isLong = totalNs > (launches > fewLaunches ? groupNs : longGroupNs);
    if (group.length > 0 && (isLong || group.length >= mostTogether)) break;
    group.push(item);
  }
  return group.length > 0 ? group : items.slice(0, 1);
};
