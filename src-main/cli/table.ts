/** Plain text tables: columns aligned by what they hold, no frames. Pure. */
export interface Column {
  readonly head: string;
  readonly align: 'left' | 'right';
}

/** What a reader sees as one character is one column wide; wide East Asian names may sit a little off. */
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const widthOf = (text: string): number => Array.from(characters.segment(text)).length;

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
