/** Plain text tables: columns aligned by what they hold, no frames. Pure. */
export interface Column {
  readonly head: string;
  readonly align: 'left' | 'right';
}

/** Display width: combining marks and other zero-width characters do not occur in our tables. */
const widthOf = (text: string): number => [...text].length;

/** Rows as lines, two spaces between columns, no spaces at the end. */
export const formatTable = (
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string => {
  const widths = columns.map((column, at) =>
    Math.max(widthOf(column.head), ...rows.map((row) => widthOf(row[at] ?? ''))),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map((column, at) => {
        const cell = cells[at] ?? '';
        const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)));
        return column.align === 'left' ? cell + space : space + cell;
      })
      .join('  ')
      .trimEnd();
  return [line(columns.map(({ head }) => head)), ...rows.map(line)]
    .map((row) => `${row}\n`)
    .join('');
};
