/** Tables and plain text in Markdown. It refuses nothing: what would be markup is escaped. */

/** Text of others (device names) as text: no markup, no line breaks. */
export const plainMarkdown = (text: string): string =>
  text.replace(/[\\`*_[\]<>|#]/g, (mark) => `\\${mark}`).replace(/\s*[\r\n]+\s*/g, ' ');

/** Cells are Markdown already; a bar in one must have been escaped. */
export const markdownTable = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
};
