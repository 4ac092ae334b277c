/**
 * Single launches as points beside each other: which of many are drawn, and where. Decides that the
 * shortest and the longest are always among them; spreads them sideways by a fixed pattern, so that a
 * chart that is drawn again looks the same.
 */

/** At most `most` of a list, evenly by order, its least and its greatest always among them. */
export const thinned = (values: readonly number[], most: number): readonly number[] => {
  if (values.length <= most) return values;
  let [least, greatest] = [0, 0];
  values.forEach((value, at) => {
    if (value < (values[least] ?? value)) least = at;
    if (value > (values[greatest] ?? value)) greatest = at;
  });
  const kept = new Set([least, greatest]);
  const step = values.length / Math.max(1, most - 2);
  for (let at = 0; at < most - 2; at += 1) kept.add(Math.floor(at * step));
  return [...kept].sort((a, b) => a - b).map((at) => values[at] ?? 0);
};

const goldenShare = (Math.sqrt(5) - 1) / 2;

/** −1 … 1 for the place of a point in its list: neighbours in time stand apart. */
export const sideways = (place: number): number => ((place * goldenShare) % 1) * 2 - 1;
