/**
 * The advice on a run: facts, what is known of each size, findings, rules of thumb, and one size for the lab.
 * Pure. Decides when there is nothing to say (a run with failures only, with one size, without samples), and
 * says why; reports what of the source could not be analysed, and goes on with the rest.
 */
import { judge } from '../ranking';
import type { Configuration } from '../plan-types';
import type { ConfigurationState, DeviceState, Run } from '../run-types';
import type { Fact } from './fact';
import type { DeviceFacts } from './facts';
import { deviceFacts } from './facts';
import type { Finding } from './findings';
import { findingsOf, referenceOf } from './findings';
import type { LabSize } from './lab-size';
import { chooseLabSize } from './lab-size';
import type { KernelFacts } from './kernel-facts';
import { kernelFacts } from './kernel-facts';
import type { RuleResult } from './rules-of-thumb';
import { testRules } from './rules-of-thumb';
import type { SizeAnalysis } from './size-analysis';
import { analyseSize, lanesOf } from './size-analysis';
import { readSource } from './source-analysis';
import { bytes } from '../units';

/** Why there is no verdict on a device. */
export type NoVerdictReason = 'no-samples' | 'all-failed' | 'one-size' | 'too-few-rounds';

export interface SourceReport {
  /** The kernel was found in the source. */
  readonly found: boolean;
  /** Pieces that could not be read, as they stand in the source. */
  readonly unread: readonly string[];
  /** Accesses to global memory: how many there are, and how many the size with most of them could not analyse. */
  readonly accesses: number;
  readonly notAnalysed: number;
  /** Arguments with such an access. */
  readonly arguments: readonly string[];
  readonly branches: number;
  readonly branchesNotAnalysed: number;
}

export interface DeviceAdvice {
  readonly deviceKey: string;
  readonly device: string;
  readonly facts: DeviceFacts;
  /** Without `__local` arguments, which differ by size; null: the kernel was not built. */
  readonly kernel: KernelFacts | null;
  /** Lanes that run together. */
  readonly lanes: Fact<number>;
  readonly source: SourceReport;
  /** In plan order. */
  readonly sizes: readonly SizeAnalysis[];
  /** What sizes are held against; null: nothing. */
  readonly reference: string | null;
  readonly noVerdict: NoVerdictReason | null;
  readonly findings: readonly Finding[];
  readonly rules: readonly RuleResult[];
}

export interface Advice {
  readonly run: string;
  readonly kernel: string;
  readonly devices: readonly DeviceAdvice[];
  readonly lab: LabSize;
  /** Over all findings that have both a prediction and a measured interval. */
  readonly predictions: { readonly made: number; readonly agreed: number };
}

const reportSource = (
  run: Run,
  device: DeviceState,
  sizes: readonly SizeAnalysis[],
): SourceReport => {
  const [first] = device.configurations;
  const read = first === undefined ? null : readSource(run.header, first.configuration);
  const notAnalysedArguments = new Set<string>();
  let [accesses, notAnalysed, branches, branchesNotAnalysed] = [0, 0, 0, 0];
  for (const size of sizes) {
    let [missing, missingBranches] = [0, 0];
    for (const { kind, argument } of size.accesses ?? []) {
      if (kind !== 'not-analysed') continue;
      missing += 1;
      notAnalysedArguments.add(argument);
    }
    for (const { depends } of size.branches ?? []) {
      if (depends === 'not-analysed') missingBranches += 1;
    }
    accesses = Math.max(accesses, size.accesses?.length ?? 0);
    notAnalysed = Math.max(notAnalysed, missing);
    branches = Math.max(branches, size.branches?.length ?? 0);
    branchesNotAnalysed = Math.max(branchesNotAnalysed, missingBranches);
  }
  return {
    found: read !== null,
    unread: read?.kernel.unread ?? [],
    accesses,
    notAnalysed,
    arguments: [...notAnalysedArguments],
    branches,
    branchesNotAnalysed,
  };
};

const noVerdictOf = (device: DeviceState, ranked: number, kind: string): NoVerdictReason | null => {
  if (ranked > 1) return kind === 'more-samples-needed' ? 'too-few-rounds' : null;
  if (ranked === 1) return 'one-size';
  const outcomes = device.configurations.map((state) => state.outcome?.kind);
  return outcomes.includes('failed') ? 'all-failed' : 'no-samples';
};

interface Analysed {
  readonly header: Run['header'];
  readonly kernel: DeviceState['kernel'];
  readonly chosen: ConfigurationState['chosen'];
  readonly analysis: SizeAnalysis;
}

// Samples change nothing of what theory says of a size: a run that is watched live is analysed once.
const analysed = new WeakMap<Configuration, Analysed>();

const analysisOf = (
  run: Run,
  device: DeviceState,
  facts: DeviceFacts,
  state: ConfigurationState,
): SizeAnalysis => {
  const { header } = run;
  const { kernel } = device;
  const { chosen } = state;
  const before = analysed.get(state.configuration);
  if (before?.header === header && before.kernel === kernel && before.chosen === chosen) {
    return before.analysis;
  }
  const analysis = analyseSize(run, device, facts, state);
  analysed.set(state.configuration, { header, kernel, chosen, analysis });
  return analysis;
};

const made = new WeakMap<DeviceState, DeviceAdvice>();

/**
 * The advice on one device of a run, also of one that is still running. Each step looks at one size, so that a
 * window can do something else in between; what has not changed since is not worked out again.
 */
export function* adviceSteps(
  run: Run,
  device: DeviceState,
): Generator<undefined, DeviceAdvice, undefined> {
  const before = made.get(device);
  if (before !== undefined) return before;
  const facts = deviceFacts(device.device);
  const sizes: SizeAnalysis[] = [];
  for (const state of device.configurations) {
    sizes.push(analysisOf(run, device, facts, state));
    yield;
  }
  const verdict = judge(run, device.device.key);
  yield;
  const analyses = new Map(sizes.map((size) => [size.configuration, size]));
  const seen = { device, verdict, analyses };
  const kernel = device.kernel === null ? null : kernelFacts(device.kernel, facts, bytes(0));
  const lanes = lanesOf(device, kernel);
  const advice = {
    deviceKey: device.device.key,
    device: device.device.name,
    facts,
    kernel,
    lanes,
    source: reportSource(run, device, sizes),
    sizes,
    reference: referenceOf(seen)?.configuration.id ?? null,
    noVerdict: noVerdictOf(device, verdict.ranked.length, verdict.kind),
    findings: findingsOf(seen),
    rules: testRules(seen, lanes),
  };
  made.set(device, advice);
  return advice;
}

/** All steps at once. */
const adviseDevice = (run: Run, device: DeviceState): DeviceAdvice => {
  const steps = adviceSteps(run, device);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/** How many findings have both a prediction and a measured interval, and how many of those agree. */
export const countPredictions = (devices: readonly DeviceAdvice[]): Advice['predictions'] => {
  const tested = devices
    .flatMap((device) => device.findings)
    .filter((finding) => finding.agrees !== null);
  return {
    made: tested.length,
    agreed: tested.filter((finding) => finding.agrees === true).length,
  };
};

/** The advice on a run, also on one that is still running. */
export const advise = (run: Run): Advice => {
  const devices = run.devices.map((device) => adviseDevice(run, device));
  const judged = run.devices.map((device) => ({ device, verdict: judge(run, device.device.key) }));
  return {
    run: run.header.run,
    kernel: run.header.spec.kernel,
    devices,
    lab: chooseLabSize(judged),
    predictions: countPredictions(devices),
  };
};
