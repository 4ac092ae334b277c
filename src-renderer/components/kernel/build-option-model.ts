/**
 * Build options as words: which known one is being typed, what they are worth a remark for, and how they
 * look when tidied. It refuses nothing: drivers have options of their own, and what may not be passed is
 * the engine's word.
 */

/** The options of the OpenCL specification (and two of NVIDIA's); `value`: it takes one, joined as shown. */
export const knownOptions = [
  { name: '-D', value: ' NAME=1', doc: 'define' },
  { name: '-cl-std=', value: 'CL1.2', doc: 'std12' },
  { name: '-cl-std=', value: 'CL2.0', doc: 'std20' },
  { name: '-cl-std=', value: 'CL3.0', doc: 'std30' },
  { name: '-cl-fast-relaxed-math', value: '', doc: 'fastMath' },
  { name: '-cl-mad-enable', value: '', doc: 'mad' },
  { name: '-cl-unsafe-math-optimizations', value: '', doc: 'unsafeMath' },
  { name: '-cl-finite-math-only', value: '', doc: 'finiteMath' },
  { name: '-cl-no-signed-zeros', value: '', doc: 'signedZeros' },
  { name: '-cl-denorms-are-zero', value: '', doc: 'denorms' },
  { name: '-cl-single-precision-constant', value: '', doc: 'singleConstants' },
  { name: '-cl-fp32-correctly-rounded-divide-sqrt', value: '', doc: 'roundedDivide' },
  { name: '-cl-uniform-work-group-size', value: '', doc: 'uniformGroups' },
  { name: '-cl-opt-disable', value: '', doc: 'noOptimization' },
  { name: '-cl-kernel-arg-info', value: '', doc: 'argInfo' },
  { name: '-w', value: '', doc: 'noWarnings' },
  { name: '-Werror', value: '', doc: 'warningsAreErrors' },
  { name: '-cl-nv-verbose', value: '', doc: 'nvVerbose' },
  { name: '-cl-nv-maxrregcount=', value: '32', doc: 'nvRegisters' },
  { name: '-I', value: ' folder', doc: 'include' },
] as const;

export type KnownOption = (typeof knownOptions)[number];
export type OptionDoc = KnownOption['doc'];

export const optionText = ({ name, value }: KnownOption): string => name + value;

/** Words with quotes kept whole, and where they begin. */
const wordsOf = (text: string): readonly { readonly text: string; readonly from: number }[] =>
  [...text.matchAll(/(?:"[^"]*"?|'[^']*'?|\\.|[^\s"'])+/g)].map((match) => ({
    text: match[0],
    from: match.index,
  }));

/** The word that ends at or spans the cursor; empty where a new one would begin. */
export const wordAt = (
  text: string,
  cursor: number,
): { text: string; from: number; to: number } => {
  const word = wordsOf(text).find(
    ({ text: content, from }) => from <= cursor && cursor <= from + content.length,
  );
  return word === undefined
    ? { text: '', from: cursor, to: cursor }
    : { text: word.text, from: word.from, to: word.from + word.text.length };
};

/** Known options for what is typed at the cursor; those that stand there already are left out. */
export const suggestions = (text: string, cursor: number): readonly KnownOption[] => {
  const word = wordAt(text, cursor);
  const typed = word.text.toLowerCase();
  if (typed !== '' && !typed.startsWith('-')) return [];
  const others = new Set(
    wordsOf(text)
      .filter(({ from }) => from !== word.from || word.text === '')
      .map((entry) => entry.text),
  );
  const inner = typed.replace(/^-+/, '');
  return knownOptions.filter((option) => {
    const whole = optionText(option);
    if (others.has(whole) || whole === word.text) return false;
    return whole.toLowerCase().replace(/^-+/, '').includes(inner);
  });
};

/** The text with the option in place of what is typed at the cursor, and where the cursor then is. */
export const withOption = (
  text: string,
  cursor: number,
  option: KnownOption,
): { readonly text: string; readonly from: number; readonly to: number } => {
  const word = wordAt(text, cursor);
  const before = text.slice(0, word.from);
  const gap = before === '' || /\s$/.test(before) ? '' : ' ';
  const start = before.length + gap.length + option.name.length;
  // The value is selected: it stands for one's own.
  return {
    text: before + gap + optionText(option) + text.slice(word.to),
    from: start + (option.value.startsWith(' ') ? 1 : 0),
    to: start + option.value.length,
  };
};

/** One space between options, none around them; quoted parts stay as they are. */
export const tidyOptions = (text: string): string =>
  wordsOf(text)
    .map((word) => word.text)
    .join(' ');

export interface OptionRemark {
  readonly kind: 'twice' | 'unknown';
  readonly option: string;
}

/** Options that stand there twice, and those of `-cl-` that the specification does not have. */
export const optionRemarks = (text: string): readonly OptionRemark[] => {
  const words = wordsOf(text).map((word) => word.text);
  const options = words.filter((word) => word.startsWith('-') && word !== '-D' && word !== '-I');
  const twice = options.filter((word, at) => options.indexOf(word) !== at);
  const unknown = options.filter(
    (word) =>
      /^-cl-(?!std=|nv-|intel-|ext-|amd-)/.test(word) &&
      !knownOptions.some((option) => optionText(option) === word),
  );
  return [
    ...[...new Set(twice)].map((option) => ({ kind: 'twice' as const, option })),
    ...[...new Set(unknown)].map((option) => ({ kind: 'unknown' as const, option })),
  ];
};
