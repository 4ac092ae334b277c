/** Every single change of a JSON value that a hostile or broken writer could make, and what takes part in it. */

/** In place of any value of a file: other types, numbers that are none, too much, and names of prototypes. */
export const wrongValues: readonly unknown[] = [
  null,
  true,
  '',
  'x',
  '../../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  '=cmd|calc!A1',
  '\u202Egnp.exe\u0000\u001B[31m',
  'y'.repeat(2_000),
  -1,
  0,
  0.5,
  1e308,
  -1e308,
  2 ** 53,
  [],
  {},
  [null],
  [[[[]]]],
  [-1],
  ['1'],
  Array.from({ length: 11_000 }, () => 1),
  { ok: true },
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
];

type Path = readonly (string | number)[];

/** Paths of all values inside, the value itself left out; lists stand for all of their entries by the first. */
export const pathsOf = (value: unknown, path: Path = []): readonly Path[] => {
  if (Array.isArray(value)) {
    return value.slice(0, 1).flatMap((entry) => [[...path, 0], ...pathsOf(entry, [...path, 0])]);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => [
    [...path, key],
    ...pathsOf(entry, [...path, key]),
  ]);
};

/** A copy with another value at a path; `undefined` removes it. */
export const changedAt = (value: unknown, path: Path, to: unknown): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  if (Array.isArray(value)) {
    return value.map((entry: unknown, at) => (at === key ? changedAt(entry, rest, to) : entry));
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).flatMap(([name, entry]: [string, unknown]) => {
    if (name !== key) return [[name, entry]];
    const changed = changedAt(entry, rest, to);
    return changed === undefined ? [] : [[name, changed]];
  });
  return Object.fromEntries(fields) as unknown;
};
