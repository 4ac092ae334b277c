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
 * @param starts of the lanes that take part, in bytes; it may be sorted in place
 * @param width bytes that each touches
 */
export const pictureOf = (starts: Float64Array, width: number): Picture | null => {
  let isSorted = true;
  let before = -Infinity;
  for (let lane = 0; lane < starts.length; lane += 1) {
    const start = starts[lane] ?? NaN;
    if (!Number.isFinite(start)) return null;
    if (start < before) isSorted = false;
    before = start;
  }
  const sorted = isSorted ? starts : starts.sort();
  let pieceStart = sorted[0] ?? 0;
  let pieceEnd = pieceStart;
  const found = { pieces: 0, used: 0, sectors: 0, lastSector: -Infinity };
  // null: differs from piece to piece.
  const even: { gap?: number | null; length?: number | null } = {};
  const close = (next: number | null): void => {
    const size = pieceEnd - pieceStart;
    found.pieces += 1;
    found.used += size;
    const firstSector = Math.max(Math.floor(pieceStart / sectorBytes), found.lastSector + 1);
    const lastSector = Math.ceil(pieceEnd / sectorBytes) - 1;
    found.sectors += Math.max(0, lastSector - firstSector + 1);
    found.lastSector = Math.max(found.lastSector, lastSector);
    even.length = even.length === undefined || even.length === size ? size : null;
    if (next === null) return;
    const step = next - pieceStart;
    even.gap = even.gap === undefined || even.gap === step ? step : null;
    pieceStart = next;
  };
  for (let lane = 0; lane < sorted.length; lane += 1) {
    const start = sorted[lane] ?? NaN;
    if (start > pieceEnd) close(start);
    if (start + width > pieceEnd) pieceEnd = start + width;
  }
  close(null);
  const runBytes = found.used / found.pieces;
  const gap = even.length === null ? null : (even.gap ?? null);
  const isEven = gap !== null;
  return {
    kind: kindOf(found.used === width, found.pieces === 1, isEven, runBytes === width),
    runBytes,
    gapBytes: gap,
    usedBytes: found.used,
    sectors: found.sectors,
    lanes: starts.length,
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
