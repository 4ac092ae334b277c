/**
 * Wrong versions of the example kernels: for each, a mistake that people make, as a substitution in the
 * source. They stay inside their buffers, so that a check must find them by the result alone.
 */
export interface WrongVersion {
  readonly mistake: string;
  readonly from: string;
  readonly to: string;
  /** Every occurrence instead of the only one. */
  readonly all?: true;
}

const barrier = 'barrier(CLK_LOCAL_MEM_FENCE);';

export const wrongVersions: Readonly<Record<string, readonly WrongVersion[]>> = {
  saxpy: [
    { mistake: 'one iteration less', from: 'k < iter_count', to: 'k < iter_count - 1' },
    { mistake: 'no guard against padding', from: 'if (i >= n)', to: 'if (n == 0)' },
  ],
  'vector-add': [
    { mistake: 'a sign', from: 'a[i] + b[i]', to: 'a[i] - b[i]' },
    { mistake: 'the guard is off by one', from: 'if (i < n)', to: 'if (i + 1 < n)' },
  ],
  reduction: [
    // Not a missing barrier: where one thread runs all groups in turn, each takes what the one before left in
    // local memory, and the sum of all groups is right again.
    { mistake: 'the guard is off by one', from: 'i < n ?', to: 'i + 1 < n ?' },
    { mistake: 'only powers of two', from: '(size + 1) / 2', to: 'size / 2' },
  ],
  'transpose-naive': [
    { mistake: 'not transposed', from: 'out[x * height + y]', to: 'out[y * width + x]' },
    { mistake: 'the guard is off by one', from: 'y < height', to: 'y + 1 < height' },
  ],
  'transpose-tiled': [
    { mistake: 'no barrier', from: barrier, to: '' },
    {
      mistake: 'the padding column is forgotten in one place',
      from: 'tile[column * pitch + row]',
      to: 'tile[column * lx + row]',
    },
  ],
  'box-blur': [
    { mistake: 'no barrier', from: barrier, to: '' },
    { mistake: 'the edge is one pixel early', from: '0, width - 1', to: '0, width - 2' },
  ],
  'matmul-tiled': [
    { mistake: 'no barriers', from: barrier, to: '', all: true },
    { mistake: 'the last product is missing', from: 'k0 + i < inner', to: 'k0 + i + 1 < inner' },
  ],
  divergence: [
    { mistake: 'the branches are exchanged', from: '% 2 == 0', to: '% 2 == 1' },
    { mistake: 'a run is one too long', from: 'i / period', to: 'i / (period + 1)' },
  ],
};

/** The source with the mistake in it; a substitution that does not fit exactly is a mistake of ours. */
export function plant(source: string, { mistake, from, to, all }: WrongVersion): string {
  const occurrences = source.split(from).length - 1;
  if (occurrences === 0 || (occurrences > 1 && all !== true))
    throw new Error(`"${mistake}": "${from}" occurs ${occurrences} times.`);
  return source.replaceAll(from, to);
}
