/**
 * What a run teaches about its sizes on one device, ranked by what each finding would win: the prediction, the
 * measurement, and whether they agree. Decides which differences are worth a word; refuses to explain what the
 * models do not explain: a size that is slow without a reason is a finding of its own.
 */
import type { Verdict } from '../verdict';
import { isRankable } from '../ranking';
import { pooledMedian } from '../pooled';
import type { ConfigurationState, DeviceState } from '../run-types';
import { groupItems } from '../sizes';
import type { AccessPattern } from './access';
import type { SizeAnalysis } from './size-analysis';
import type { MeasuredRatio } from './measured-ratio';
import { agrees, measuredRatio, medianRatio } from './measured-ratio';
import type { Cause, Prediction } from './predict';
import { predictRatio, sectorRatio, worthAWord } from './predict';

export type FindingCode =
  | Exclude<Cause, 'same-shape'>
  | 'driver-choice'
  | 'flat'
  | 'unexplained'
  | 'kernel-limit'
  | 'divergence'
  | 'barriers'
  | 'local-memory-third';

/** Plain numbers and words that the sentence about a finding needs; ids of sizes as they are in the run. */
export type Figures = Readonly<Record<string, number | string | readonly string[]>>;

export interface Finding {
  readonly code: FindingCode;
  /** The sizes (configuration ids) that it is about. */
  readonly configurations: readonly string[];
  /** What they are held against; null: nothing. */
  readonly against: string | null;
  readonly prediction: Prediction | null;
  readonly measurement: MeasuredRatio | null;
  /** The prediction lies inside the measured interval widened by 10 %; null: one of them is missing. */
  readonly agrees: boolean | null;
  /** Time that leaving the size for the better one saves, as a ratio; 1: nothing. */
  readonly wins: number;
  readonly figures: Figures;
}

export interface Seen {
  readonly device: DeviceState;
  readonly verdict: Verdict;
  /** By configuration id. */
  readonly analyses: ReadonlyMap<string, SizeAnalysis>;
}

/** The measured size of the lowest median whose shape is known: what all others are held against. */
export const referenceOf = ({ device, verdict, analyses }: Seen): ConfigurationState | null => {
  for (const { configuration, local } of verdict.ranked) {
    if (local === null || (analyses.get(configuration)?.shape ?? null) === null) continue;
    return device.configurations.find((state) => state.configuration.id === configuration) ?? null;
  }
  return null;
};

const describeAccesses = (accesses: readonly AccessPattern[] | null): Figures => {
  const text = (isWrite: boolean): readonly string[] =>
    (accesses ?? [])
      .filter((access) => access.isWrite === isWrite)
      .map(({ argument, kind, runBytes }) => `${argument}:${kind}:${runBytes ?? ''}`);
  return { reads: text(false), writes: text(true) };
};

const figuresOf = (size: SizeAnalysis, other: SizeAnalysis, cause: Cause | undefined): Figures => {
  switch (cause) {
    case 'idle-lanes':
      return { used: size.alignment?.used ?? 0, width: size.alignment?.wavefrontWidth ?? 0 };
    case 'resident-items':
      return {
        items: size.residentItems ?? 0,
        otherItems: other.residentItems ?? 0,
        groups: size.occupancy.kind === 'resident' ? size.occupancy.groups : 0,
        occupancy: size.occupancy.kind === 'resident' ? size.occupancy.occupancy : 0,
        localBytes: size.localMemory?.asked ?? 0,
      };
    case 'memory-access': {
      const { reads = [], writes = [] } = describeAccesses(other.accesses);
      return {
        ...describeAccesses(size.accesses),
        bestReads: reads,
        bestWrites: writes,
        sectors: size.sectorsPerItem ?? 0,
        otherSectors: other.sectorsPerItem ?? 0,
      };
    }
    case 'tail':
      return { waves: size.tail?.waves ?? 0, lastFill: size.tail?.lastWaveFill ?? 0 };
    case 'same-shape':
    case undefined:
      return {};
  }
};

const winsOf = (prediction: Prediction | null, measurement: MeasuredRatio | null): number => {
  const ratio = measurement?.ratio ?? prediction?.ratio ?? 1;
  return Math.max(1, ratio);
};

/** Where theory is silent (on CPU devices): NULL takes what the size takes that the driver chose for it. */
const likeItsTwin = (
  { device }: Seen,
  state: ConfigurationState,
  reference: ConfigurationState,
): { readonly twin: string; readonly prediction: Prediction } | null => {
  const { chosen, configuration } = state;
  if (configuration.local !== null || chosen === null) return null;
  const shape = chosen.slice(0, configuration.asked.length).join('x');
  const twin = device.configurations.find((other) => other.configuration.id === shape);
  if (twin === undefined || !isRankable(twin)) return null;
  const ratio = measuredRatio(twin, reference)?.ratio;
  return ratio === undefined
    ? null
    : { twin: shape, prediction: { ratio, cause: 'same-shape', limiter: null, isBound: false } };
};

/** One size against the reference; null: neither theory nor measurement sees a difference. */
const compareSize = (
  seen: Seen,
  state: ConfigurationState,
  size: SizeAnalysis,
  reference: ConfigurationState,
  best: SizeAnalysis,
): Finding | null => {
  const isNull = state.configuration.local === null;
  const theory = size.shape === null ? null : predictRatio(size, best);
  const like = theory === null ? likeItsTwin(seen, state, reference) : null;
  const found = theory ?? like?.prediction ?? null;
  const isPredicted = found !== null && Math.abs(Math.log(found.ratio)) >= Math.log(worthAWord);
  // Most sizes end here, before their rounds are paired.
  const byMedians = medianRatio(state, reference) ?? 0;
  if (!isNull && !isPredicted && byMedians < worthAWord) return null;
  const measurement = measuredRatio(state, reference);
  const isSlow =
    measurement !== null && measurement.ratio >= worthAWord && (measurement.low ?? worthAWord) > 1;
  if (!isNull && !isPredicted && !isSlow) return null;
  const prediction = isPredicted || isNull ? found : null;
  // More sectors where they are no measure of time are still worth telling, without a figure for the time.
  const movesMore = (sectorRatio(size, best) ?? 1) >= worthAWord;
  const cause = prediction?.cause ?? (movesMore ? 'memory-access' : undefined);
  const chosen: Figures = isNull && state.chosen !== null ? { chosen: state.chosen.join('x') } : {};
  return {
    code: isNull || cause === 'same-shape' ? 'driver-choice' : (cause ?? 'unexplained'),
    configurations: [state.configuration.id],
    against: reference.configuration.id,
    prediction,
    measurement,
    agrees: prediction === null ? null : agrees(prediction.ratio, measurement),
    wins: winsOf(prediction, measurement),
    figures: {
      ...chosen,
      ...(like === null ? {} : { twin: like.twin }),
      ...figuresOf(size, best, cause),
      ...(isNull ? describeAccesses(size.accesses) : {}),
    },
  };
};

/** The sizes within the plateau of the reference, said as one: which they are, and that theory expects it. */
const flatOf = (seen: Seen, reference: ConfigurationState, best: SizeAnalysis): Finding | null => {
  const members = seen.verdict.ranked.filter((entry) => entry.inPlateau && entry.local !== null);
  const slowest = members.at(-1);
  const state = seen.device.configurations.find(
    ({ configuration }) => configuration.id === slowest?.configuration,
  );
  if (members.length < 3 || state === undefined || state === reference) return null;
  const predictions = members.flatMap(({ configuration }) => {
    const size = seen.analyses.get(configuration);
    return size === undefined ? [] : (predictRatio(size, best) ?? []);
  });
  const widest = predictions.reduce<Prediction | null>(
    (most, next) => (most === null || next.ratio > most.ratio ? next : most),
    null,
  );
  const measurement = measuredRatio(state, reference);
  const items = members.map(({ local }) => groupItems(local) ?? 0);
  return {
    code: 'flat',
    configurations: members.map(({ configuration }) => configuration),
    against: reference.configuration.id,
    prediction: predictions.length === members.length ? widest : null,
    measurement,
    agrees:
      widest === null || predictions.length < members.length
        ? null
        : agrees(widest.ratio, measurement),
    wins: 1,
    figures: {
      smallest: Math.min(...items),
      largest: Math.max(...items),
      share: seen.verdict.plateauShare,
    },
  };
};

const plain = (
  code: FindingCode,
  configurations: readonly string[],
  figures: Figures,
): Finding => ({
  code,
  configurations,
  against: null,
  prediction: null,
  measurement: null,
  agrees: null,
  wins: 1,
  figures,
});

/** The driver's limit for the kernel, where larger sizes ran all the same. */
const kernelLimitOf = ({ device }: Seen): Finding | null => {
  const limit = device.kernel?.workGroupSize ?? null;
  if (limit === null) return null;
  const beyond = device.configurations.filter(
    (state) => (groupItems(state.configuration.local) ?? 0) > limit && isRankable(state),
  );
  const items = beyond.map((state) => groupItems(state.configuration.local) ?? 0);
  if (beyond.length === 0) return null;
  const ids = beyond.map((state) => state.configuration.id);
  return plain('kernel-limit', ids, { limit, largest: Math.max(...items) });
};

const divergenceOf = ({ analyses }: Seen): Finding | null => {
  const shares = new Map<string, number>();
  let ofData = 0;
  for (const { configuration, branches } of analyses.values()) {
    const parts = (branches ?? []).map((branch) => branch.divergent ?? 0);
    shares.set(configuration, Math.max(0, ...parts));
    ofData = Math.max(ofData, (branches ?? []).filter((one) => one.depends === 'data').length);
  }
  const parted = [...shares].filter(([, share]) => share > 0);
  if (parted.length === 0 && ofData === 0) return null;
  const values = parted.map(([, share]) => share);
  return plain(
    'divergence',
    parted.map(([id]) => id),
    {
      most: Math.max(0, ...values),
      least: parted.length === shares.size ? Math.min(...values) : 0,
      ofData,
    },
  );
};

const barriersOf = ({ analyses }: Seen): Finding | null => {
  const known = [...analyses.values()].flatMap(({ configuration, barriers }) =>
    barriers === null || barriers === 0 ? [] : [{ configuration, barriers }],
  );
  if (known.length === 0) return null;
  const counts = known.map(({ barriers }) => barriers);
  return plain(
    'barriers',
    known.map(({ configuration }) => configuration),
    {
      fewest: Math.min(...counts),
      most: Math.max(...counts),
    },
  );
};

const thirdOf = ({ analyses }: Seen): Finding | null => {
  const over = [...analyses.values()].filter((size) => size.localMemory?.withinAThird === false);
  const [first] = over;
  if (first === undefined) return null;
  return plain(
    'local-memory-third',
    over.map(({ configuration }) => configuration),
    {
      bytes: Math.max(...over.map((size) => size.localMemory?.taken ?? 0)),
      available: first.localMemory?.available ?? 0,
    },
  );
};

/** All findings on one device, the one that would win most first. */
export const findingsOf = (seen: Seen): readonly Finding[] => {
  const reference = referenceOf(seen);
  const best = reference === null ? undefined : seen.analyses.get(reference.configuration.id);
  const ranked = new Set(seen.verdict.ranked.map(({ configuration }) => configuration));
  const compared =
    reference === null || best === undefined
      ? []
      : seen.device.configurations.flatMap((state) => {
          const size = seen.analyses.get(state.configuration.id);
          if (size === undefined || state === reference || !ranked.has(state.configuration.id))
            return [];
          if (pooledMedian(state) === null) return [];
          return compareSize(seen, state, size, reference, best) ?? [];
        });
  const flat = reference === null || best === undefined ? null : flatOf(seen, reference, best);
  const others = [flat, kernelLimitOf(seen), thirdOf(seen), divergenceOf(seen), barriersOf(seen)];
  return [...compared, ...others.filter((finding) => finding !== null)].sort(
    (a, b) => b.wins - a.wins,
  );
};
