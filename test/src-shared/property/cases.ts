/** How many cases a group of properties tries, parted among them. */
import fc from 'fast-check';

const asked = Number(process.env['NDRANGE_CASES'] ?? 10_000);

/** Checks a property with its share of the group's cases. */
export const check = <Values extends [unknown, ...unknown[]]>(
  share: number,
  property: fc.IProperty<Values>,
): void => {
  fc.assert(property, { numRuns: Math.max(1, Math.ceil(asked * share)) });
};

/** For a vitest test: a million cases take their time. */
export const patience = Math.max(60_000, asked);
