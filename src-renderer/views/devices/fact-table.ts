/** The table of all devices' properties, searched and narrowed. Pure: words come in, rows go out. */
import type { DeviceFact, PropertyGroup, PropertyName } from './device-facts';

export interface FactCell {
  readonly value: string;
  readonly error: string | null;
}

export interface FactRow {
  readonly label: string;
  readonly cells: readonly FactCell[];
  /** Not all devices say the same. */
  readonly differs: boolean;
}

export interface FactGroup {
  readonly label: string;
  readonly rows: readonly FactRow[];
}

export interface FactTableInput {
  /** Per device, all with the same properties in the same order. */
  readonly facts: readonly (readonly DeviceFact[])[];
  readonly extensions: readonly (readonly string[])[];
  readonly label: (name: PropertyName) => string;
  readonly groupLabel: (group: PropertyGroup | 'extensions') => string;
  readonly yes: string;
  readonly no: string;
  readonly search: string;
  readonly onlyDifferences: boolean;
}

const row = (label: string, cells: readonly FactCell[]): FactRow => ({
  label,
  cells,
  differs: new Set(cells.map((cell) => cell.error ?? cell.value)).size > 1,
});

/** Groups in reading order; a group without rows is left out. */
export const factTable = (input: FactTableInput): readonly FactGroup[] => {
  const search = input.search.trim().toLowerCase();
  const keep = ({ label, cells, differs }: FactRow): boolean =>
    (!input.onlyDifferences || differs) &&
    (search === '' ||
      [label, ...cells.map((cell) => cell.value)].some((part) =>
        part.toLowerCase().includes(search),
      ));

  const first = input.facts[0] ?? [];
  const groups = [...new Set(first.map((fact) => fact.group))].map((group) => ({
    label: input.groupLabel(group),
    rows: first.flatMap((fact, position) => {
      if (fact.group !== group) return [];
      const cells = input.facts.map((facts) => {
        const own = facts[position];
        return { value: own?.value ?? '', error: own?.error ?? null };
      });
      return [row(input.label(fact.name), cells)];
    }),
  }));
  const names = [...new Set(input.extensions.flat())].sort();
  const extensions = {
    label: input.groupLabel('extensions'),
    rows: names.map((name) =>
      row(
        name,
        input.extensions.map((list) => ({
          value: list.includes(name) ? input.yes : input.no,
          error: null,
        })),
      ),
    ),
  };
  return [...groups, extensions]
    .map((group) => ({ ...group, rows: group.rows.filter(keep) }))
    .filter((group) => group.rows.length > 0);
};

/** Tab-separated lines, as a table pastes into a mail or a spreadsheet. */
export const factsText = (names: readonly string[], groups: readonly FactGroup[]): string =>
  [
    ['', ...names].join('\t'),
    ...groups.flatMap((group) => [
      group.label,
      ...group.rows.map(({ label, cells }) =>
        [label, ...cells.map((cell) => cell.error ?? cell.value)].join('\t'),
      ),
    ]),
  ].join('\n');
