/**
 * Text with tags, for HTML and SVG. A template's values are escaped unless they are markup themselves, so
 * that a name from a driver, a kernel or a file can never become a tag. There is no other way to make markup.
 */
class MarkupText {
  constructor(readonly text: string) {}
}

/** Only its type is known outside: the template alone makes values of it. */
export type Markup = MarkupText;

export type Piece = string | number | Markup | readonly Piece[] | null;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Not allowed in XML, or able to turn the order of what stands around them: controls except tab and line
 * break, directions, half a surrogate pair.
 */
const unfit =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF\uD800-\uDFFF]/gu;

/** As it is shown: unfit characters become U+FFFD, line breaks `\n`. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(unfit, '\uFFFD')
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

const textOf = (piece: Piece): string => {
  if (piece === null) return '';
  if (piece instanceof MarkupText) return piece.text;
  if (typeof piece === 'string') return escaped(piece);
  return typeof piece === 'number' ? String(piece) : piece.map(textOf).join('');
};

/** `markup\`<td>${name}</td>\``: lists are joined, null is nothing. */
export const markup = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new MarkupText(
    strings.reduce((sum, part, at) => `${sum}${part}${textOf(pieces[at] ?? null)}`, ''),
  );
