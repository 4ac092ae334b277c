/**
 * Which of the app's own fonts a document needs, and how they are put into it. A font comes as many files, each
 * for a range of characters: of a font in Chinese with a hundred files a picture takes the few that it writes
 * with. Pure: whoever has the files reads them.
 */

/** One file of a font, as a style sheet declares it. */
export interface FontFace {
  readonly family: string;
  /** A weight, or the first and the last of a variable font, as in CSS. */
  readonly weight: string;
  /** As the sheet names it. */
  readonly file: string;
  /** First and last code point of each range of characters; empty: all. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** The fonts of printed text and of source text, in the order in which a character is looked for. */
const written = ['Inter Variable', 'Noto Sans SC Variable'] as const;
const source = ['JetBrains Mono', 'Noto Sans SC Variable'] as const;

/** What CSS allows in a range: `U+4E00`, `U+4E00-9FFF`, `U+4E??`. Anything else is no range. */
const rangeOf = (text: string): readonly (readonly [number, number])[] => {
  const found = /^U\+([0-9A-F]{1,6}|[0-9A-F]{0,5}\?{1,5})(?:-([0-9A-F]{1,6}))?$/i.exec(text.trim());
  const from = found?.[1];
  if (from === undefined) return [];
  const to = found?.[2] ?? from;
  return [[parseInt(from.replaceAll('?', '0'), 16), parseInt(to.replaceAll('?', 'F'), 16)]];
};

/** Every face that a style sheet declares; what is no face of a file is passed over. */
export const fontFacesOf = (sheet: string): readonly FontFace[] =>
  [...sheet.matchAll(/@font-face\s*\{([^}]*)\}/g)].flatMap(([, body = '']): FontFace[] => {
    const value = (name: string): string =>
      new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*([^;]*)`).exec(body)?.[1]?.trim() ?? '';
    const family = value('font-family').replace(/^["']|["']$/g, '');
    const file = /url\(\s*["']?([^"')]+\.woff2)["']?\s*\)/.exec(value('src'))?.[1];
    if (family === '' || file === undefined) return [];
    const ranges = value('unicode-range').split(',').flatMap(rangeOf);
    return [{ family, weight: value('font-weight') || '400', file, ranges }];
  });

const has = ({ ranges }: FontFace, point: number): boolean =>
  ranges.length === 0 || ranges.some(([from, to]) => point >= from && point <= to);

/**
 * The faces that `text` is written with, each once: a character is taken from the first family that has it.
 * @param hasSource source text stands in it, in a font of its own
 */
export const facesFor = (
  text: string,
  faces: readonly FontFace[],
  hasSource: boolean,
): readonly FontFace[] => {
  const used = new Set<FontFace>();
  const points = [...new Set(text)].map((sign) => sign.codePointAt(0) ?? 0);
  for (const families of hasSource ? [written, source] : [written]) {
    for (const point of points) {
      const family = families.find((name) =>
        faces.some((face) => face.family === name && has(face, point)),
      );
      for (const face of faces) {
        if (face.family === family && has(face, point)) used.add(face);
      }
    }
  }
  return faces.filter((face) => used.has(face));
};

/** A face with the bytes of its file, base64. */
export interface LoadedFace {
  readonly face: FontFace;
  readonly base64: string;
}

/** A sheet that needs no file beside it. Without quotes and tags, so that it stands in HTML and SVG as it is. */
export const embeddedFaces = (loaded: readonly LoadedFace[]): string =>
  loaded
    .map(({ face: { family, weight, ranges }, base64 }) => {
      const range = ranges.map(([from, to]) => `U+${from.toString(16)}-${to.toString(16)}`).join();
      return `@font-face{font-family:${family};font-weight:${weight};font-display:block;src:url(data:font/woff2;base64,${base64})${range === '' ? '' : `;unicode-range:${range}`}}`;
    })
    .join('\n');

/** A report with the fonts that it is printed with. `sheet` is what `embeddedFaces` gave. */
export const reportWithFaces = (html: string, sheet: string): string =>
  html.replace('<style>', () => `<style>${sheet}\n`);

/** A picture with the fonts that it is drawn with; its root is the first tag. */
export const pictureWithFaces = (svg: string, sheet: string): string =>
  svg.replace('>', () => `><style>${sheet}</style>`);
