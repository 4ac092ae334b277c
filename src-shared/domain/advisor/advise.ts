/**
 * The advice on a run: facts, what is known of each size, findings, rules of thumb, and one size for the lab.
 * Pure. Decides when there is nothing to say (a run with failures only, with one size, without samples), and
 * says why; reports what of the source could not be analysed, and goes on with the rest.
 */
import { judge } from '../ranking';
import type { DeviceState, Run } from '../run-types';
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
  const accessLists = sizes.flatMap((size) => size.accesses ?? []);
  const missing = accessLists.filter((access) => access.kind === 'not-analysed');
  const most = (count: (size: SizeAnalysis) => number): number => Math.max(0, ...sizes.map(count));
  return {
    found: read !== null,
    unread: read?.kernel.unread ?? [],
    accesses: most((size) => size.accesses?.length ?? 0),
    notAnalysed: most(
      (size) => size.accesses?.filter((access) => access.kind === 'not-analysed').length ?? 0,
    ),
    arguments: [...new Set(missing.map((access) => access.argument))],
    branches: most((size) => size.branches?.length ?? 0),
    branchesNotAnalysed: most(
      (size) => size.branches?.filter((branch) => branch.depends === 'not-analysed').length ?? 0,
    ),
  };
};

const noVerdictOf = (device: DeviceState, ranked: number, kind: string): NoVerdictReason | null => {
  if (ranked > 1) return kind === 'more-samples-needed' ? 'too-few-rounds' : null;
  if (ranked === 1) return 'one-size';
  const outcomes = device.configurations.map((state) => state.outcome?.kind);
  return outcomes.includes('failed') ? 'all-failed' : 'no-samples';
};

const adviseDevice = (run: Run, device: DeviceState): DeviceAdvice => {
  const facts = deviceFacts(device.device);
  const verdict = judge(run, device.device.key);
  const sizes = device.configurations.map((state) => analyseSize(run, device, facts, state));
  const analyses = new Map(sizes.map((size) => [size.configuration, size]));
  const seen = { device, verdict, analyses };
  const kernel = device.kernel === null ? null : kernelFacts(device.kernel, facts, bytes(0));
  const lanes = lanesOf(device, kernel);
  return {
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
};

const made = new WeakMap<DeviceState, DeviceAdvice>();

/** The advice on a run, also on one that is still running. What has not changed since is not worked out again. */
export const advise = (run: Run): Advice => {
  const devices = run.devices.map((device) => {
    const before = made.get(device);
    if (before !== undefined) return before;
    const advice = adviseDevice(run, device);
    made.set(device, advice);
    return advice;
  });
  const judged = run.devices.map((device) => ({ device, verdict: judge(run, device.device.key) }));
  const tested = devices
    .flatMap((device) => device.findings)
    .filter((finding) => finding.agrees !== null);
  return {
    run: run.header.run,
    kernel: run.header.spec.kernel,
    devices,
    lab: chooseLabSize(judged),
    predictions: {
      made: tested.length,
      agreed: tested.filter((finding) => finding.agrees === true).length,
    },
  };
};
