/**
 * What the addresses of one wavefront look like together: pieces, the distances between them, and the sectors
 * of memory that carry them. Decides by the addresses alone, whoever made them; refuses those that are not known.
 */

/**
 * `uniform`: all lanes one element. `contiguous`: one piece. `strided`: single elements at a constant
 * distance; `runs`: pieces of several. `scattered`: distances differ. `data`: follows values in memory.
 */
export type AccessKind =
  'uniform' | 'contiguous' | 'strided' | 'runs' | 'scattered' | 'data' | 'not-analysed';

/** The unit in which GPUs fetch from memory (NVIDIA since Maxwell; AMD's and Intel's are 64). */
export const sectorBytes = 32;

export interface Picture {
  readonly kind: AccessKind;
  readonly runBytes: number;
  readonly gapBytes: number | null;
  readonly usedBytes: number;
  readonly sectors: number;
  readonly lanes: number;
}

/**
 * The picture of one wavefront; null: an address is not known.
 * @param starts of the lanes that take part, in bytes, at its beginning; they may be sorted in place
 * @param lanes how many those are
 * @param width bytes that each touches
 */
export const pictureOf = (starts: Float64Array, lanes: number, width: number): Picture | null => {
  let isSorted = true;
  let before = -Infinity;
  for (let lane = 0; lane < lanes; lane += 1) {
    const start = starts[lane] ?? NaN;
    if (!Number.isFinite(start)) return null;
    if (start < before) isSorted = false;
    before = start;
  }
  if (!isSorted) starts.subarray(0, lanes).sort();
  // One pass with plain numbers: this is done for thousands of wavefronts, and whatever it made would be garbage.
  let pieceStart = starts[0] ?? 0;
  let pieceEnd = pieceStart;
  let pieces = 0;
  let used = 0;
  let sectors = 0;
  let lastSector = -Infinity;
  let length = 0;
  let gap = 0;
  let isLengthEven = true;
  let isGapEven = true;
  for (let lane = 0; lane <= lanes; lane += 1) {
    // Behind the last lane the last piece ends.
    const start = lane < lanes ? (starts[lane] ?? Infinity) : Infinity;
    if (start > pieceEnd) {
      const size = pieceEnd - pieceStart;
      pieces += 1;
      used += size;
      const last = Math.ceil(pieceEnd / sectorBytes) - 1;
      sectors += Math.max(
        0,
        last - Math.max(Math.floor(pieceStart / sectorBytes), lastSector + 1) + 1,
      );
      lastSector = Math.max(lastSector, last);
      if (pieces === 1) length = size;
      else if (size !== length) isLengthEven = false;
      const step = start - pieceStart;
      if (lane < lanes) {
        if (pieces === 1) gap = step;
        else if (step !== gap) isGapEven = false;
      }
      pieceStart = start;
    }
    if (lane < lanes && start + width > pieceEnd) pieceEnd = start + width;
  }
  const runBytes = used / pieces;
  const isEven = pieces > 1 && isLengthEven && isGapEven;
  return {
    kind: kindOf(used === width, pieces === 1, isEven, runBytes === width),
    runBytes,
    gapBytes: isEven ? gap : null,
    usedBytes: used,
    sectors,
    lanes,
  };
};

const kindOf = (
  isOne: boolean,
  isWhole: boolean,
  isEven: boolean,
  isSingle: boolean,
): AccessKind => {
  if (isOne) return 'uniform';
  if (isWhole) return 'contiguous';
  if (!isEven) return 'scattered';
  return isSingle ? 'strided' : 'runs';
};
