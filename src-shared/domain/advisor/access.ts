/**
 * Which bytes the lanes of a wavefront touch together, for one shape: how long the pieces are that lie
 * together, how far apart they are, and how many sectors of memory carry them. Decides by working out the
 * address of every lane; says "not analysed" where an address could not be followed, or where it has another
 * pattern from one iteration of a loop to the next.
 */
import type { LoweredAccess, LoweredKernel } from './lowered';
import { pictureOf, type AccessKind, type Picture } from './picture';
import { timesAround } from './times';
import { activeLanes, atIterations, isOpaque, type Views } from './views';
import { weightOf, type Lanes } from './wavefronts';

export interface AccessPattern {
  readonly argument: string;
  readonly space: LoweredAccess['space'];
  readonly isWrite: boolean;
  readonly kind: AccessKind;
  /** Contiguous bytes of a piece, the mean over the pieces of a wavefront; null where not analysed. */
  readonly runBytes: number | null;
  /** From the start of a piece to the start of the next, where constant. */
  readonly gapBytes: number | null;
  /** Distinct bytes that a wavefront touches. */
  readonly usedBytes: number | null;
  /** Sectors of 32 bytes that carry them. */
  readonly sectors: number | null;
  /** Lanes that take part, the mean over the wavefronts in which any does. */
  readonly lanes: number | null;
  /** Share of the wavefronts in which any lane does. */
  readonly wavefronts: number | null;
  /** Times that each work-item makes it; null: not known. */
  readonly times: number | null;
}

// Thousands of wavefronts are looked at for hundreds of shapes: their addresses take one piece of memory in turn.
let room = new Float64Array(64);

/** The pictures of all wavefronts that were looked at, as sums: thousands come by for hundreds of shapes. */
class Gathered {
  private first: Picture | null = null;
  private isOne = true;
  private gap: number | null = null;
  /** Of all pictures. */
  private count = 0;
  private usedBytes = 0;
  private sectors = 0;
  private lanes = 0;
  /** Of those with as many lanes as the first. */
  private fullCount = 0;
  private runBytes = 0;

  /** `isTried`: with several made-up values, which must not show in the length of the pieces either. */
  constructor(private readonly isTried: boolean) {}

  add(picture: Picture | null): void {
    if (picture === null) {
      this.isOne = false;
      return;
    }
    const first = (this.first ??= picture);
    this.count += 1;
    this.usedBytes += picture.usedBytes;
    this.sectors += picture.sectors;
    this.lanes += picture.lanes;
    const { gapBytes } = picture;
    // Fewer lanes at another distance: a pattern that moves from one iteration to the next.
    if (gapBytes !== null && gapBytes !== (this.gap ??= gapBytes)) this.isOne = false;
    // Wavefronts that are not full have shorter pieces; what counts is that they are of one kind.
    if (picture.lanes !== first.lanes) return;
    this.fullCount += 1;
    this.runBytes += picture.runBytes;
    const isAlike = picture.kind === first.kind && gapBytes === first.gapBytes;
    if (!isAlike || (this.isTried && picture.runBytes !== first.runBytes)) this.isOne = false;
  }

  /** null: none was seen, an address was not known, or they are of several kinds. */
  mean(access: LoweredAccess, share: number | null, times: number | null): AccessPattern | null {
    const { first, count, fullCount } = this;
    if (first === null || !this.isOne) return null;
    const { argument, space, isWrite } = access;
    return {
      argument,
      space,
      isWrite,
      kind: first.kind,
      runBytes: this.runBytes / fullCount,
      gapBytes: first.gapBytes,
      usedBytes: this.usedBytes / count,
      sectors: this.sectors / count,
      lanes: this.lanes / count,
      wavefronts: share,
      times,
    };
  }
}

/** An access whose addresses follow data, or cannot be followed. */
const withoutPicture = (
  { argument, space, isWrite }: LoweredAccess,
  kind: 'data' | 'not-analysed',
  times: number | null,
): AccessPattern => ({
  argument,
  space,
  isWrite,
  kind,
  runBytes: null,
  gapBytes: null,
  usedBytes: null,
  sectors: null,
  lanes: null,
  wavefronts: null,
  times,
});

const patternOf = (kernel: LoweredKernel, access: LoweredAccess, views: Views): AccessPattern => {
  const { offset, width, loops } = access;
  const { unknown, data } = kernel.graph.dependence(offset);
  const times = timesAround(kernel, views, loops);
  if (unknown || width === null) return withoutPicture(access, 'not-analysed', times);
  if (data) return withoutPicture(access, 'data', times);
  const evaluations = views.of(isOpaque(kernel, offset, access));
  const gathered = new Gathered(evaluations.length > 2);
  let share: number | null = null;
  for (const evaluation of evaluations) {
    const { lanes } = evaluation.around;
    if (room.length < lanes.width) room = new Float64Array(lanes.width);
    atIterations(kernel, evaluation, loops, () => {
      const active = activeLanes(kernel, evaluation, access);
      // The second group shows only its first wavefront.
      share ??= shareOfWavefronts(active, lanes);
      forSampled(active, lanes, (start, end) => {
        const count = evaluation.copy(offset, start, end, active, room);
        if (count > 0) gathered.add(pictureOf(room, count, width));
      });
    });
  }
  return gathered.mean(access, share, times) ?? withoutPicture(access, 'not-analysed', times);
};

const hasWork = (active: Uint8Array | null, start: number, end: number): boolean => {
  if (active === null) return true;
  for (let lane = start; lane < end; lane += 1) if (active[lane] === 1) return true;
  return false;
};

/**
 * Visits a few wavefronts that stand for the group, by their lanes: of the first, the middle and the last those
 * with work; where none has, the first of all that has.
 */
const forSampled = (
  active: Uint8Array | null,
  { count, width }: Lanes,
  visit: (start: number, end: number) => void,
): void => {
  const last = Math.ceil(count / width) - 1;
  let before = -1;
  let isSeen = false;
  for (let part = 0; part <= 2; part += 1) {
    const wavefront = part === 1 ? last >> 1 : part === 0 ? 0 : last;
    if (wavefront === before) continue;
    before = wavefront;
    const start = wavefront * width;
    const end = Math.min(start + width, count);
    if (!hasWork(active, start, end)) continue;
    isSeen = true;
    visit(start, end);
  }
  const lane = isSeen || active === null ? -1 : active.indexOf(1);
  if (lane >= 0) visit(lane - (lane % width), Math.min(lane - (lane % width) + width, count));
};

/** Share of the group's wavefronts in which any lane takes part. */
const shareOfWavefronts = (active: Uint8Array | null, lanes: Lanes): number => {
  if (active === null) return 1;
  const { count, width, shown } = lanes;
  let busy = 0;
  let all = 0;
  for (let at = 0; at < shown; at += 1) {
    const weight = weightOf(lanes, at);
    all += weight;
    if (hasWork(active, at * width, Math.min((at + 1) * width, count))) busy += weight;
  }
  return busy / all;
};

/** The accesses to these kinds of memory, in the order of the source, for one shape. */
export const analyseAccesses = (
  kernel: LoweredKernel,
  views: Views,
  isWanted: (access: LoweredAccess) => boolean = () => true,
): readonly AccessPattern[] =>
  kernel.accesses.filter(isWanted).map((access) => patternOf(kernel, access, views));
