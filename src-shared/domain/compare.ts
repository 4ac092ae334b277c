/**
 * Run against run and device against device: per common size the ratio of times with its interval and one
 * word, and what else differs. Decides which devices belong together; refuses a word where the clocks
 * differ, and to stay silent about sizes that only one side has.
 *
 * Two runs of the same thing differ by more than the rounds of each say: clocks, heat and neighbours change
 * between them. So between runs `faster` and `slower` need an interval that also clears an allowance: 2 %
 * (15 % on a CPU, whose cores other programs share), or as much as the rounds of either side wander
 * (1.4826 · MAD), whichever is more.
 *
 * On a CPU a kernel has several speeds that depend on which cores were free when it began, and a run of a second can lie
 * mostly in one of them. So there a side is called slower only if none of its rounds came near the other's median: what
 * one round has shown to be possible is no difference between the two.
 */
import { clockOf, isRankable, judge } from './ranking';
import { commonTimerStep, pooledMedian, roundMedians, roundSeries } from './pooled';
import type { RatioInterval } from './ratio';
import { pairedRatio, unpairedRatio } from './ratio';
import type { ConfigurationState, DeviceState, Run } from './run-types';
import type { LocalSize } from './sizes';
import { summarize } from './statistics';
import { finishSteps, type Steps } from './steps';
import { sourcesOf } from './summary';
import type { TimeSource } from './sample';
import type { ComparisonWord } from './words';
import { wordFor } from './words';

/** b against a: a ratio of 2 means that b takes twice the time. */
export interface SizeComparison {
  readonly configuration: string;
  readonly local: LocalSize;
  readonly medianA: number;
  readonly medianB: number;
  /** 95 %; null: fewer than three rounds on a side. */
  readonly interval: RatioInterval | null;
  readonly word: ComparisonWord;
  /** Why the word is `unclear` although there is an interval, or why there is none. */
  readonly reason: 'too-few-rounds' | 'clocks-differ' | null;
  readonly sourceA: TimeSource;
  readonly sourceB: TimeSource;
}

export type DifferenceKind =
  | 'device'
  | 'platform'
  | 'driver'
  | 'kernel'
  | 'source'
  | 'build-options'
  | 'arguments'
  | 'global-size'
  | 'time-source'
  | 'restore'
  | 'cache-mode'
  | 'lane-shared'
  | 'host'
  | 'app-version';

export interface Difference {
  readonly what: DifferenceKind;
  readonly a: string;
  readonly b: string;
}

export interface ComparedSide {
  readonly run: string;
  readonly deviceKey: string;
  readonly device: string;
}

export interface Comparison {
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  /** Sizes measured on both sides, in a's plan order. */
  readonly sizes: readonly SizeComparison[];
  /** Configuration ids with usable times on one side alone. */
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
  /** Each side's own best against the other's; null when a side has nothing. */
  readonly bests: (SizeComparison & { readonly configurationB: string }) | null;
  readonly differences: readonly Difference[];
}

export interface RunComparison {
  readonly pairs: readonly Comparison[];
  /** Device keys without a partner. */
  readonly onlyA: readonly string[];
  readonly onlyB: readonly string[];
}

/** Half of the zone that counts as the same (docs/measurement.md). */
export const sameMargin = 0.05;
const leastAllowance = 0.02;
/**
 * Medians of identical SAXPY sweeps on a CPU device moved by ±15 % from run to run while each run's own
 * rounds agreed within a few percent.
 */
const cpuAllowance = 0.15;

/** What one step of the clock is of b's time: the share by which no interval can be narrower. */
const timerShare = (a: ConfigurationState, b: ConfigurationState): number => {
  const step = Math.max(commonTimerStep([a]), commonTimerStep([b]));
  const shorter = Math.min(pooledMedian(a) ?? Infinity, pooledMedian(b) ?? Infinity);
  return step / shorter;
};

/** How far the rounds of a configuration wander, as a share of their median. */
const wander = (state: ConfigurationState): number => {
  const { mad, median } = summarize(roundMedians(state));
  return mad === null || median === null || median <= 0 ? 0 : (1.4826 * mad) / median;
};

const compareStates = (
  a: ConfigurationState,
  b: ConfigurationState,
  interval: RatioInterval | null,
  allowance: number,
): SizeComparison => {
  const clocksDiffer = clockOf(a) !== clockOf(b);
  return {
    configuration: a.configuration.id,
    local: a.configuration.local,
    medianA: pooledMedian(a) ?? 0,
    medianB: pooledMedian(b) ?? 0,
    interval,
    word: clocksDiffer ? 'unclear' : wordFor(interval, sameMargin, allowance),
    reason: clocksDiffer ? 'clocks-differ' : interval === null ? 'too-few-rounds' : null,
    sourceA: sourcesOf(a).at(-1) ?? 'wall',
    sourceB: sourcesOf(b).at(-1) ?? 'wall',
  };
};

/** Two configurations of one device in one run, paired by rounds. */
export const compareWithin = (a: ConfigurationState, b: ConfigurationState): SizeComparison =>
  compareStates(a, b, pairedRatio(roundSeries(b), roundSeries(a), 0.975, timerShare(a, b)), 0);

/** Whether the slower side's fastest round was as fast as the other side, within the allowance. */
const hasBeenAsFast = (
  { word, medianA, medianB }: SizeComparison,
  slower: ConfigurationState,
): boolean => {
  const { min } = summarize(roundMedians(slower));
  return min !== null && min <= (1 + cpuAllowance) * (word === 'slower' ? medianA : medianB);
};

/** Two configurations of different runs or devices; `isCpu`: at least one of the devices is one. */
export const compareAcross = (
  a: ConfigurationState,
  b: ConfigurationState,
  isCpu: boolean,
): SizeComparison => {
  const compared = compareStates(
    a,
    b,
    unpairedRatio(roundMedians(b), roundMedians(a), 0.975, timerShare(a, b)),
    Math.max(isCpu ? cpuAllowance : leastAllowance, wander(a), wander(b)),
  );
  const { word } = compared;
  if (!isCpu || (word !== 'slower' && word !== 'faster')) return compared;
  return hasBeenAsFast(compared, word === 'slower' ? b : a)
    ? { ...compared, word: 'unclear' }
    : compared;
};

const eitherIsCpu = (a: DeviceState, b: DeviceState): boolean =>
  [a, b].some(({ device }) => device.types.includes('cpu'));

const usable = (device: DeviceState): ReadonlyMap<string, ConfigurationState> =>
  new Map(device.configurations.filter(isRankable).map((state) => [state.configuration.id, state]));

const sourcesText = (device: DeviceState): string =>
  [...new Set(device.configurations.flatMap((state) => sourcesOf(state)))].sort().join(' and ');

const differencesOf = (
  runA: Run,
  a: DeviceState,
  runB: Run,
  b: DeviceState,
): readonly Difference[] => {
  const facts = (run: Run, state: DeviceState): readonly (readonly [DifferenceKind, string])[] => {
    const { header } = run;
    const { device, laneShared } = state;
    const { restore, noRestore, cold } = header.options;
    return [
      ['device', device.name],
      ['platform', device.platform.name],
      ['driver', device.driver],
      ['kernel', header.spec.kernel],
      ['source', header.sourceSha256],
      ['build-options', header.spec.buildOptions],
      ['arguments', JSON.stringify(header.spec.args)],
      ['global-size', header.spec.global.join('×')],
      ['time-source', sourcesText(state)],
      ['restore', restore ? ['on', ...noRestore].join(' except ') : 'off'],
      ['cache-mode', cold ? 'cold' : 'warm'],
      ['lane-shared', laneShared ? 'yes' : 'no'],
      ['host', `${header.host.system}, ${header.host.processor}`],
      ['app-version', header.appVersion],
    ];
  };
  const other = new Map(facts(runB, b));
  return facts(runA, a).flatMap(([what, text]) => {
    const counterpart = other.get(what) ?? '';
    return counterpart === text ? [] : [{ what, a: text, b: counterpart }];
  });
};

const compareBests = (
  runA: Run,
  a: DeviceState,
  runB: Run,
  b: DeviceState,
): Comparison['bests'] => {
  const find = (run: Run, device: DeviceState): ConfigurationState | undefined => {
    const { best } = judge(run, device.device.key);
    return device.configurations.find((state) => state.configuration.id === best);
  };
  const [bestA, bestB] = [find(runA, a), find(runB, b)];
  if (bestA === undefined || bestB === undefined) return null;
  const isCpu = eitherIsCpu(a, b);
  return { ...compareAcross(bestA, bestB, isCpu), configurationB: bestB.configuration.id };
};

/** Sizes per step: about a millisecond. */
const perStep = 20;

/**
 * One device of one run against one of another (or the same) run, size by size. In steps of about a millisecond,
 * between which a window can do something else.
 */
export const compareInSteps = function* (
  runA: Run,
  a: DeviceState,
  runB: Run,
  b: DeviceState,
): Steps<Comparison> {
  const [statesA, statesB] = [usable(a), usable(b)];
  const isCpu = eitherIsCpu(a, b);
  const side = (run: Run, { device }: DeviceState): ComparedSide => ({
    run: run.header.run,
    deviceKey: device.key,
    device: device.name,
  });
  const sizes: Comparison['sizes'][number][] = [];
  for (const [id, state] of statesA) {
    const partner = statesB.get(id);
    if (partner === undefined) continue;
    sizes.push(compareAcross(state, partner, isCpu));
    if (sizes.length % perStep === 0) yield;
  }
  return {
    a: side(runA, a),
    b: side(runB, b),
    sizes,
    onlyA: [...statesA.keys()].filter((id) => !statesB.has(id)),
    onlyB: [...statesB.keys()].filter((id) => !statesA.has(id)),
    bests: compareBests(runA, a, runB, b),
    differences: differencesOf(runA, a, runB, b),
  };
};

/** `compareInSteps` at one go. */
export const compareDevices = (runA: Run, a: DeviceState, runB: Run, b: DeviceState): Comparison =>
  finishSteps(compareInSteps(runA, a, runB, b));

/**
 * Pairs devices by key, then what is left by name and platform; two single devices are a pair whatever they
 * are called, because then nothing else can be meant.
 */
const pairDevices = (a: Run, b: Run): readonly (readonly [DeviceState, DeviceState])[] => {
  const [onlyA, onlyB] = [a.devices[0], b.devices[0]];
  if (a.devices.length === 1 && b.devices.length === 1 && onlyA && onlyB) return [[onlyA, onlyB]];
  const left = new Set(b.devices);
  const found = new Map<DeviceState, DeviceState>();
  const fits: readonly ((one: DeviceState, other: DeviceState) => boolean)[] = [
    (one, other) => one.device.key === other.device.key,
    (one, other) =>
      one.device.name === other.device.name &&
      one.device.platform.name === other.device.platform.name,
  ];
  for (const fit of fits) {
    for (const device of a.devices) {
      if (found.has(device)) continue;
      const partner = [...left].find((other) => fit(device, other));
      if (partner === undefined) continue;
      found.set(device, partner);
      left.delete(partner);
    }
  }
  return a.devices.flatMap((device) => {
    const partner = found.get(device);
    return partner === undefined ? [] : [[device, partner] as const];
  });
};

/** Every device of a against its partner in b. Ratios are b ÷ a. */
export const compareRuns = (a: Run, b: Run): RunComparison => {
  const pairs = pairDevices(a, b);
  const paired = new Set(pairs.flat());
  const alone = (run: Run): readonly string[] =>
    run.devices.filter((device) => !paired.has(device)).map((device) => device.device.key);
  return {
    pairs: pairs.map(([one, other]) => compareDevices(a, one, b, other)),
    onlyA: alone(a),
    onlyB: alone(b),
  };
};
