/**
 * Builds a kernel once more, only to read what the compiler says of its registers: on NVIDIA devices, whose
 * driver tells them in a build log alone. The build is untimed and has a process of its own, because the
 * driver's compile cache, which leaves the log empty, can only be switched off before a process loads the
 * driver. Refuses nothing: where it learns nothing, for whatever reason, the registers stay unknown.
 */
import { parseNvidiaLog } from '@shared/domain/advisor/nvidia-log';
import type { DeviceInfo } from '@shared/domain/device';
import type { KernelHardware } from '@shared/domain/kernel';
import type { WorkerHost } from './worker-host';
import { startWorkerLink } from './worker-link';

const verbose = '-cl-nv-verbose';

/** Whether the device's driver has a build log of this kind. */
export const canInspect = (device: DeviceInfo): boolean =>
  device.extensions.includes('cl_nv_compiler_options');

export interface Inspection {
  /** By kernel name; empty where nothing was learned. Never rejects. */
  readonly kernels: Promise<ReadonlyMap<string, KernelHardware>>;
  /** Gives up: `kernels` resolves empty. Safe to call at any time. */
  stop(): Promise<void>;
}

export interface InspectionWish {
  readonly host: WorkerHost;
  readonly device: DeviceInfo;
  readonly source: string;
  readonly options: string;
  /** Bound of the build, seconds; null: the usual one. */
  readonly buildTimeoutSeconds: number | null;
}

/** Starts the worker at once. The caller makes sure that `canInspect`, and that nothing is being timed. */
export const startInspection = (wish: InspectionWish): Inspection => {
  const { host, device } = wish;
  const link = startWorkerLink(host, `inspect-${device.index}`, { CUDA_CACHE_DISABLE: '1' });
  const bounds = { timeoutSeconds: null, buildTimeoutSeconds: wish.buildTimeoutSeconds };
  const inspect = async (): Promise<ReadonlyMap<string, KernelHardware>> => {
    try {
      const opened = await link.request<'open'>(
        { type: 'open', deviceKey: device.key },
        { stage: 'open', ...bounds },
      );
      if (opened.kind !== 'reply') return new Map();
      const built = await link.request<'build'>(
        { type: 'build', source: wish.source, options: `${wish.options} ${verbose}`.trim() },
        { stage: 'build', ...bounds },
      );
      return built.kind === 'reply' && built.value.ok ? parseNvidiaLog(built.value.log) : new Map();
    } finally {
      await link.stop(0);
    }
  };
  return { kernels: inspect(), stop: () => link.stop(0) };
};
