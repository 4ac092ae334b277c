/**
 * Runs from text, for tests of everything that reads runs. One line per configuration:
 *
 *     device H200 resource=gpu0 multiple=32 limit=1024 platform=CUDA driver=580 type=gpu
 *     16:   240 241 | 239 240        two visits (rounds 0 and 1) of two samples each, ns
 *     64:   100 101 99               no bar: every number is a visit (a round) of its own
 *     96:   - - 100 101              not visited in the first two rounds
 *     128:  100 @wall                samples of another time source: @wall, @batch, @batch:16
 *     auto: 102 101 -> 256           what the driver chose for NULL
 *     2048: skipped exceeds-device-limit
 *     8x8:  failed wrong-result 50 51     times kept
 *     32:   running 100 101          not ended yet
 *     256:  300 301 302 !far-from-best    stop reason (default: fixed)
 *
 * `#` starts a comment. The first device may be left out: it is then `Device A`.
 */
import type { DeviceInfo, Property } from '@shared/domain/device';
import type { FailReason, Outcome, SkipReason } from '@shared/domain/outcome';
import { failReasons, skipReasons } from '@shared/domain/outcome';
import type { Configuration } from '@shared/domain/plan-types';
import { foldEvents } from '@shared/domain/run';
import type { RunEvent, RunEventBody, RunHeader, StopReason } from '@shared/domain/run-event';
import type { Run } from '@shared/domain/run-types';
import type { TimeSource, VisitSamples } from '@shared/domain/sample';
import type { LocalSize } from '@shared/domain/sizes';
import type { MeasureOptions, SweepSpec } from '@shared/domain/sweep';
import { defaultMeasureOptions } from '@shared/domain/sweep';
import { bytes, hertz, nanoseconds } from '@shared/domain/units';

const known = <T>(value: T): Property<T> => ({ ok: true, value });

export interface DeviceFacts {
  readonly name?: string;
  readonly key?: string;
  readonly index?: number;
  readonly ordinal?: number;
  readonly platform?: string;
  readonly driver?: string;
  readonly resource?: string;
  /** Work-items per group at most. */
  readonly limit?: number;
  /** Wavefront. */
  readonly multiple?: number;
  readonly type?: 'gpu' | 'cpu';
}

export const buildDevice = (facts: DeviceFacts = {}): DeviceInfo => {
  const { name = 'Device A', index = 0, ordinal = 0, platform = 'Platform P' } = facts;
  const limit = facts.limit ?? 1024;
  return {
    key: facts.key ?? `${platform}|${name}|${ordinal}`,
    index,
    ordinal,
    platform: { name: platform, vendor: 'Vendor', version: 'OpenCL 3.0' },
    name,
    vendor: 'Vendor',
    driver: facts.driver ?? '1.0',
    version: 'OpenCL 3.0',
    versionNumber: [3, 0],
    openclC: 'OpenCL C 1.2',
    types: [facts.type ?? 'gpu'],
    limits: {
      maxWorkGroupSize: known(limit),
      maxWorkItemSizes: known([limit, limit, 64]),
      maxComputeUnits: known(16),
      maxClock: known(hertz(1.5e9)),
      globalMemory: known(bytes(2 ** 33)),
      maxAllocation: known(bytes(2 ** 31)),
      globalCache: known(bytes(2 ** 20)),
      globalCacheLine: known(bytes(128)),
      localMemory: known(bytes(48 * 1024)),
      localMemoryType: known('local'),
      constantBuffer: known(bytes(65536)),
      timerResolution: known(nanoseconds(1)),
      preferredMultiple: known(facts.multiple ?? 32),
      vectorWidthFloat: known(1),
      addressBits: known(64),
      doublePrecision: known(true),
    },
    extensions: [],
    uuid: null,
    pci: null,
    resource: facts.resource ?? `resource-${index}`,
    sameHardwareAs: [],
  };
};

export const buildSpec = (changes: Partial<SweepSpec> = {}): SweepSpec => ({
  format: 'ndrange-sweep',
  version: 1,
  title: { en: 'A kernel' },
  source: 'a.cl',
  kernel: 'a',
  buildOptions: '',
  global: [1048576],
  local: [],
  args: [],
  flopsPerItem: null,
  bytesPerItem: null,
  indivisible: 'pad',
  kernelLimit: 'try',
  samples: null,
  ...changes,
});

export interface RunChanges {
  readonly header?: Partial<RunHeader>;
  readonly spec?: Partial<SweepSpec>;
  readonly options?: Partial<MeasureOptions>;
  /** Leave the run without its end. */
  readonly open?: boolean;
}

/** Samples with plausible host times around the given durations. */
export const buildSamples = (
  runNs: readonly number[],
  timeSource: TimeSource = 'event',
  batchK = 1,
): VisitSamples => ({
  timeSource,
  batchK,
  queueNs: runNs.map(() => (timeSource === 'wall' ? null : 1500)),
  submitNs: runNs.map(() => (timeSource === 'wall' ? null : 2500)),
  runNs,
  wallNs: runNs.map((run) => run + 9000),
});

interface Line {
  readonly local: LocalSize;
  readonly visits: readonly (readonly number[])[];
  readonly outcome: Outcome | null;
  readonly timeSource: TimeSource;
  readonly batchK: number;
  readonly chosen: readonly number[] | null;
  readonly stopReason: StopReason | null;
}

const outcomeIn = (words: string[], text: string): Outcome | null => {
  const kind = words[0];
  if (kind !== 'skipped' && kind !== 'failed') {
    if (kind !== 'running') return { kind: 'measured' };
    words.shift();
    return null;
  }
  const [, reason = ''] = words.splice(0, 2);
  const message = `${kind}: ${reason}`;
  if (kind === 'skipped' && (skipReasons as readonly string[]).includes(reason)) {
    return { kind, reason: reason as SkipReason, message };
  }
  if (kind === 'failed' && (failReasons as readonly string[]).includes(reason)) {
    return { kind, reason: reason as FailReason, message };
  }
  throw new Error(`no such reason in the fixture line: ${text}`);
};

const parseLine = (text: string): Line => {
  const match = /^([\dx]+|auto)\s*:\s*(.*)$/.exec(text);
  if (match === null) throw new Error(`not a fixture line: ${text}`);
  const [, size = '', rest = ''] = match;
  const marks = { source: 'event', batch: '1', chosen: '', stop: '' };
  const body = rest
    .replace(/@(event|batch|wall)(?::(\d+))?/, (_, source: string, batch: string | undefined) => {
      marks.source = source;
      marks.batch = batch ?? '1';
      return '';
    })
    .replace(/->\s*([\dx]+)/, (_, chosen: string) => {
      marks.chosen = chosen;
      return '';
    })
    .replace(/!([\w-]+)/, (_, stop: string) => {
      marks.stop = stop;
      return '';
    });
  const words = body.trim().split(/\s+/);
  const outcome = outcomeIn(words, text);
  const numbers = words.join(' ').trim();
  const groups = numbers.includes('|') ? numbers.split('|') : numbers.split(/\s+/);
  const visits = groups
    .map((group) => group.trim())
    .filter((group) => group !== '')
    .map((group) => (group === '-' ? [] : group.split(/\s+/).map(Number)));
  if (visits.flat().some(Number.isNaN)) throw new Error(`not a number in: ${text}`);
  const sizes = (shape: string): number[] => shape.split('x').map(Number);
  return {
    local: size === 'auto' ? null : sizes(size),
    visits,
    outcome,
    timeSource: marks.source as TimeSource,
    batchK: Number(marks.batch),
    chosen: marks.chosen === '' ? null : sizes(marks.chosen),
    stopReason:
      marks.stop === ''
        ? outcome?.kind === 'measured'
          ? 'fixed'
          : null
        : (marks.stop as StopReason),
  };
};

const parseDevice = (text: string, index: number, before: readonly DeviceInfo[]): DeviceInfo => {
  const facts: Record<string, string> = {};
  const name = text
    .replace(/(\w+)=(\S+)/g, (_, key: string, value: string) => {
      facts[key] = value;
      return '';
    })
    .replace(/^device\s+/, '')
    .trim();
  const { limit, multiple, platform, driver, resource, key, type } = facts;
  return buildDevice({
    name,
    index,
    ordinal: before.filter((device) => device.name === name).length,
    ...(key === undefined ? {} : { key }),
    ...(platform === undefined ? {} : { platform }),
    ...(driver === undefined ? {} : { driver }),
    ...(resource === undefined ? {} : { resource }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(multiple === undefined ? {} : { multiple: Number(multiple) }),
    ...(type === 'cpu' ? { type } : {}),
  });
};

interface DeviceBlock {
  readonly device: DeviceInfo;
  readonly lines: Line[];
}

const parseBlocks = (text: string): readonly DeviceBlock[] => {
  const blocks: DeviceBlock[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.replace(/#.*$/, '').trim();
    if (line === '') continue;
    if (line.startsWith('device ')) {
      const before = blocks.map((block) => block.device);
      blocks.push({ device: parseDevice(line, blocks.length, before), lines: [] });
      continue;
    }
    if (blocks.length === 0) blocks.push({ device: buildDevice(), lines: [] });
    blocks.at(-1)?.lines.push(parseLine(line));
  }
  return blocks;
};

const idOf = (local: LocalSize): string => (local === null ? 'auto' : local.join('x'));

/** Numbers bodies as a run's stream: seq from 0, a millisecond apart. */
export const numberEvents = (bodies: readonly RunEventBody[]): readonly RunEvent[] =>
  bodies.map((body, seq) => ({ ...body, seq, at: seq * 1e6 }));

const eventsOfDevice = (
  { device, lines }: DeviceBlock,
  global: readonly number[],
): readonly RunEventBody[] => {
  const deviceKey = device.key;
  const configurations = lines.map(({ local, outcome, visits }): Configuration => ({
    id: idOf(local),
    local,
    asked: global,
    launched: global.map((size, d) => Math.ceil(size / (local?.[d] ?? 1)) * (local?.[d] ?? 1)),
    rejected: outcome?.kind === 'skipped' && visits.length === 0 ? outcome : null,
  }));
  const bodies: RunEventBody[] = [
    { type: 'device-planned', deviceKey, configurations },
    {
      type: 'device-built',
      deviceKey,
      buildNs: 5e7,
      log: '',
      laneShared: false,
      configuration: null,
      kernel: {
        name: 'a',
        parameters: null,
        workGroupSize: 256,
        requiredLocal: null,
        preferredMultiple: device.limits.preferredMultiple.ok
          ? device.limits.preferredMultiple.value
          : null,
        localMemory: null,
        privateMemory: null,
      },
    },
  ];
  const rounds = Math.max(0, ...lines.map((line) => line.visits.length));
  for (let round = 0; round < rounds; round += 1) {
    for (const { local, visits, timeSource, batchK, chosen } of lines) {
      const samples = visits[round];
      if (samples === undefined || samples.length === 0) continue;
      bodies.push({
        type: 'visit',
        deviceKey,
        configuration: idOf(local),
        round,
        samples: buildSamples(samples, timeSource, batchK),
        ...(round === 0 ? { firstLaunchNs: (samples[0] ?? 0) * 10, chosen } : {}),
      });
    }
  }
  for (const { local, outcome, stopReason } of lines) {
    if (outcome === null) continue;
    const verified = outcome.kind === 'measured' ? true : null;
    const configuration = idOf(local);
    bodies.push({
      type: 'configuration-ended',
      deviceKey,
      configuration,
      outcome,
      stopReason,
      verified,
    });
  }
  if (lines.every((line) => line.outcome !== null)) {
    bodies.push({ type: 'device-ended', deviceKey, problem: null });
  }
  return bodies;
};

/** The numbered events of the run that the text describes. */
export const buildEvents = (text: string, changes: RunChanges = {}): readonly RunEvent[] => {
  const blocks = parseBlocks(text);
  const dimensions = blocks[0]?.lines.find((line) => line.local !== null)?.local?.length ?? 1;
  const local = [
    ...new Map(
      blocks.flatMap((block) => block.lines).map((line) => [idOf(line.local), line.local]),
    ).values(),
  ];
  const spec = buildSpec({
    global: dimensions === 1 ? [1048576] : [2048, 2048],
    local,
    ...changes.spec,
  });
  const header: RunHeader = {
    format: 'ndrange-run',
    version: 1,
    run: '20261129-213016-a-4f2a',
    startedAt: '2026-11-29T21:30:16.000Z',
    appVersion: '0.1.0',
    spec,
    sourceText: '__kernel void a(void) {}',
    sourceSha256: 'aa'.repeat(32),
    specSha256: 'bb'.repeat(32),
    options: { ...defaultMeasureOptions, ...changes.options },
    devices: blocks.map((block) => block.device),
    host: { system: 'linux x64', processor: 'A processor' },
    ...changes.header,
  };
  const bodies: RunEventBody[] = [
    { type: 'run-started', header },
    ...blocks.flatMap((block) => eventsOfDevice(block, spec.global)),
  ];
  if (changes.open !== true) bodies.push({ type: 'run-ended', phase: 'finished', wallNs: 3e9 });
  return numberEvents(bodies);
};

/** The folded run that the text describes. */
export const buildRun = (text: string, changes: RunChanges = {}): Run => {
  const run = foldEvents(buildEvents(text, changes));
  if (run === null) throw new Error('the fixture describes no run');
  return run;
};
