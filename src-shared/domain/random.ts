/**
 * A small seeded generator, so that the order of the rounds can be repeated from the seed in the run's
 * header. Decides orders, not data; not for secrets.
 */

/** Returns the next number of the sequence, uniform in [0, 1), 32 bits of it. */
export type Random = () => number;

/**
 * A Weyl sequence (step 0x9e3779b9, the golden ratio of 2³²) whose counter is mixed by the 32-bit finaliser
 * of MurmurHash3. Period 2³². Equal seeds give equal sequences on every machine; any number is a seed
 * (taken modulo 2³²).
 */
export const seededRandom = (seed: number): Random => {
  let counter = seed >>> 0;
  return () => {
    counter = (counter + 0x9e3779b9) >>> 0;
    let mixed = counter;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
};

/** A shuffled copy (Fisher–Yates): every order is equally likely. */
export const shuffle = <T>(items: readonly T[], random: Random): T[] => {
  const shuffled: T[] = [];
  for (const item of items) {
    const place = Math.floor(random() * (shuffled.length + 1));
    const displaced = shuffled[place];
    // Inside-out form: the item at `place` moves to the end. At the end itself nothing is displaced.
    if (place < shuffled.length) shuffled.push(displaced as T);
    shuffled[place] = item;
  }
  return shuffled;
};

/**
 * The order in which a round visits its configurations. A function of seed and round alone, so that a
 * resumed run goes on with the same orders.
 */
export const roundOrder = <T>(items: readonly T[], seed: number, round: number): T[] =>
  shuffle(items, seededRandom((seed >>> 0) ^ Math.imul(round + 1, 0x85ebca6b)));
