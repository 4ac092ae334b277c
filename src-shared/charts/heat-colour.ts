/**
 * Colour of a heat map cell: the device's own hue on the page's ground, strongest at its best, by the
 * logarithm of the ratio to that best from 1× to 4×. What is worse looks like 4×.
 */
export interface CellColours {
  readonly fill: string;
  readonly text: string;
  /** The ratio lies beyond the end of the ramp. */
  readonly clipped: boolean;
}

type Rgb = readonly [number, number, number];

const rampEnd = 4;
/** Share of the hue at 4× and at 1×. */
const weakest = 0.14;

/** `#rrggbb` or `#rgb`: style sheets are minified. */
const parse = (hex: string): Rgb => {
  const given = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(hex.trim())?.[1] ?? '000000';
  const digits = given.length === 3 ? given.replace(/./g, '$&$&') : given;
  const channel = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16);
  return [channel(0), channel(2), channel(4)];
};

const toHex = (rgb: Rgb): string =>
  `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance, WCAG 2.2. */
const luminance = (rgb: Rgb): number => {
  const [r, g, b] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Contrast of two `#rrggbb` colours, 1 … 21 (WCAG 2.2). */
export const contrast = (a: string, b: string): number => {
  const [first, second] = [luminance(parse(a)), luminance(parse(b))];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
};

const readable = 4.5;

/**
 * Fill and text of a cell. `text` is the page's text colour; `inverse` (white, or near black on a dark
 * page) is used only where it gives 4.5:1. Tones on which neither can be read are left out of the ramp: the
 * next weaker one that carries the page's text stands for them.
 */
export const heatColours = (
  relative: number,
  hue: string,
  ground: string,
  text: string,
  inverse: string,
): CellColours => {
  const depth = Math.min(1, Math.max(0, Math.log(relative) / Math.log(rampEnd)));
  const [from, to] = [parse(ground), parse(hue)];
  const toneOf = (share: number): string => {
    const mix = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * share;
    return toHex([mix(0), mix(1), mix(2)]);
  };
  let share = 1 - (1 - weakest) * depth;
  let fill = toneOf(share);
  while (contrast(inverse, fill) < readable && contrast(text, fill) < readable && share > weakest) {
    share -= 0.01;
    fill = toneOf(share);
  }
  return {
    fill,
    text: contrast(inverse, fill) >= readable ? inverse : text,
    clipped: relative > rampEnd,
  };
};
