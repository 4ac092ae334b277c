/** Columns of text under their heads, each as wide as its longest cell. */
export const textTable = (
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string => {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(heads), ...rows.map(line)].join('\n') + '\n';
};
