/**
 * How wide a text of a chart is. The chart library estimates the height of every line by the width of one
 * Chinese character, which no face of an English window has: looking for one that does, through all faces of the
 * system, held up the first chart by 100 ms and more. A Chinese character is as wide as its face is high, so
 * that one need not be looked for; everything else is measured.
 */

/** The character by which the library estimates heights. */
const square = '国';
const defaultPx = 12;

/** `600 11px 'Inter Variable', …` → 11. */
export const pxOfFont = (font: string): number => {
  const found = /([\d.]+)px/.exec(font);
  return found === null ? defaultPx : Number(found[1]);
};

/** @param context a canvas that is used for nothing else; null: nothing can be measured, widths are estimated */
export const createMeasureText = (
  context: Pick<CanvasRenderingContext2D, 'font' | 'measureText'> | null,
): ((text: string, font?: string) => { readonly width: number }) => {
  let asked = '';
  return (text, font = `${defaultPx}px sans-serif`) => {
    if (text === square) return { width: pxOfFont(font) };
    if (context === null) return { width: 0.55 * text.length * pxOfFont(font) };
    // Reading a font back gives it in another form: what was asked for last is kept.
    if (asked !== font) {
      context.font = font;
      asked = font;
    }
    return context.measureText(text);
  };
};
