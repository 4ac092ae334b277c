/**
 * Measures what one device does at best: every width, local size and size of the two peak kernels, a few
 * launches each, and the best median counts. Uses worker, session and launch loop as a sweep does.
 * Refuses nothing: a trial that the driver refuses or that kills its worker counts as no trial.
 */
import { propertyValue, type DeviceInfo } from '@shared/domain/device';
import type { DevicePeak, PeakFigure } from '@shared/domain/peak';
import type { ResolvedArgument } from '@shared/domain/plan-types';
import { localKey, type LocalSize } from '@shared/domain/sizes';
import { medianOf } from '@shared/domain/statistics';
import { createDeviceWorker, type DeviceWorker } from '../profiling/device-worker';
import type { BufferPlan, LaunchPlan } from '../profiling/protocol';
import type { WorkerHost } from '../profiling/worker-host';
import {
  buildOptionsOf,
  copyBytes,
  copyKernel,
  flopsPerRound,
  localSizes,
  maddItems,
  maddKernel,
  peakSource,
  widths,
} from './peak-kernels';

const samples = 7;
const warmUps = 3;
/** A launch of multiply-adds takes about as long: far above any timer's step, far below a watchdog's patience. */
const wantedNs = 10e6;
const firstRounds = 16;
const mostRounds = 2 ** 22;

const bufferOf = (name: string, bytes: number, init: BufferPlan['init']): BufferPlan => ({
  name,
  type: 'float',
  bytes,
  init,
  write: true,
  restore: false,
  compare: 'none',
  tolerance: 0,
});

const bufferArgument = (name: string, bytes: number): ResolvedArgument => ({
  kind: 'buffer',
  name,
  type: 'float',
  count: bytes / 4,
  bytes,
});

interface Timed {
  readonly medianNs: number;
  readonly timeSource: PeakFigure['timeSource'];
}

const launchOnce = async (
  worker: DeviceWorker,
  launch: LaunchPlan,
  wanted: { readonly samples: number; readonly warmUps: number },
): Promise<Timed | null> => {
  const answer = await worker.visit(
    {
      type: 'visit',
      launch,
      ...wanted,
      warmUpNs: 1e9,
      maxNs: 2e9,
      cold: false,
      verify: false,
    },
    true,
    null,
  );
  if (answer.kind === 'died' || answer.kind === 'timed-out') await worker.discard();
  const taken = answer.kind === 'reply' ? answer.value.samples : null;
  const medianNs = medianOf(taken?.runNs ?? []);
  return taken === null || medianNs === null || medianNs <= 0
    ? null
    : { medianNs, timeSource: taken.timeSource };
};

const better = (best: PeakFigure | null, one: PeakFigure | null): PeakFigure | null =>
  one !== null && (best === null || one.rate > best.rate) ? one : best;

const fits = (local: LocalSize, device: DeviceInfo): boolean =>
  (local?.[0] ?? 1) <= (propertyValue(device.limits.maxWorkGroupSize) ?? Infinity);

export interface PeakWish {
  readonly host: WorkerHost;
  readonly device: DeviceInfo;
  readonly appVersion: string;
  /** Aborted when the user has had enough: what was found so far counts. */
  readonly signal: AbortSignal;
}

/** Tries one kernel at all widths and local sizes that the device takes. */
const overTrials = async (
  { host, device, signal }: PeakWish,
  kernel: string,
  buffers: readonly BufferPlan[],
  trial: (worker: DeviceWorker, width: number, local: LocalSize) => Promise<PeakFigure | null>,
): Promise<PeakFigure | null> => {
  const worker = createDeviceWorker({
    host,
    device,
    source: peakSource,
    kernel,
    buffers,
    timeoutSeconds: null,
    onStage: () => undefined,
  });
  const onAbort = (): void => void worker.retire(0);
  signal.addEventListener('abort', onAbort, { once: true });
  let best: PeakFigure | null = null;
  for (const width of widths) {
    for (const local of localSizes.filter((size) => fits(size, device))) {
      const wish = { key: String(width), options: buildOptionsOf(width) };
      if (signal.aborted || (await worker.ready(wish)).kind !== 'ready') continue;
      best = better(best, await trial(worker, width, local));
    }
  }
  signal.removeEventListener('abort', onAbort);
  await worker.retire(0);
  return best;
};

const measureCopy = (wish: PeakWish): Promise<PeakFigure | null> => {
  const largest = copyBytes(wish.device);
  const buffers = [
    bufferOf('from', largest, { index: true }),
    bufferOf('to', largest, { constant: 0 }),
  ];
  return overTrials(wish, copyKernel, buffers, async (worker, width, local) => {
    let best: PeakFigure | null = null;
    for (const bytes of [largest, largest / 4]) {
      const launch: LaunchPlan = {
        configuration: `copy ${bytes} ${localKey(local)}`,
        local,
        launched: [bytes / 4 / width],
        args: [bufferArgument('from', bytes), bufferArgument('to', bytes)],
      };
      const timed = await launchOnce(worker, launch, { samples, warmUps });
      if (timed === null) return best;
      // What is read and what is written both pass through the memory.
      const work = 2 * bytes;
      best = better(best, { rate: work / (timed.medianNs / 1e9), width, local, work, ...timed });
    }
    return best;
  });
};

const measureMadd = (wish: PeakWish): Promise<PeakFigure | null> => {
  const items = maddItems(wish.device);
  const widest = Math.max(...widths);
  const buffers = [bufferOf('out', 4 * items * widest, { constant: 0 })];
  return overTrials(wish, maddKernel, buffers, async (worker, width, local) => {
    const launchOf = (rounds: number): LaunchPlan => ({
      configuration: `madd ${width} ${localKey(local)}`,
      local,
      launched: [items],
      args: [
        bufferArgument('out', 4 * items * width),
        { kind: 'scalar', name: 'factor', type: 'float', components: ['0.999'] },
        { kind: 'scalar', name: 'rounds', type: 'int', components: [String(rounds)] },
      ],
    });
    const trial = await launchOnce(worker, launchOf(firstRounds), { samples: 1, warmUps: 1 });
    if (trial === null) return null;
    const scale = Math.max(1, wantedNs / trial.medianNs);
    const rounds = Math.min(mostRounds, Math.round(firstRounds * scale));
    const timed = await launchOnce(worker, launchOf(rounds), { samples, warmUps: 1 });
    if (timed === null) return null;
    const work = items * width * rounds * flopsPerRound;
    return { rate: work / (timed.medianNs / 1e9), width, local, work, ...timed };
  });
};

/** A few seconds. Both figures are null when the device lets nothing run. */
export const measurePeak = async (wish: PeakWish): Promise<DevicePeak> => {
  const bandwidth = await measureCopy(wish);
  const compute = await measureMadd(wish);
  return {
    deviceKey: wish.device.key,
    device: wish.device.name,
    driver: wish.device.driver,
    measuredAt: new Date().toISOString(),
    appVersion: wish.appVersion,
    bandwidth,
    compute,
  };
};
