import { describe, expect, it } from 'vitest';
import { startInspection } from '@main/profiling/inspect-build';
import {
  protocolVersion,
  type FromWorker,
  type WorkerReplies,
  type WorkerRequest,
} from '@main/profiling/protocol';
import type { WorkerEnvironment, WorkerExit, WorkerHost } from '@main/profiling/worker-host';
import type { DeviceInfo } from '@shared/domain/device';
import type { BuildReport } from '@shared/domain/kernel';
import { nanoseconds } from '@shared/domain/units';
import { buildDevice } from '../../support/run-builder';

const log = `ptxas info    : Compiling entry function 'saxpy' for 'sm_90a'
ptxas info    : Used 12 registers, used 0 barriers`;

const report = (rest: Partial<BuildReport>): BuildReport => ({
  ok: true,
  buildTime: nanoseconds(1),
  log,
  diagnostics: [],
  kernels: [],
  status: null,
  ...rest,
});

interface Seen {
  readonly requests: WorkerRequest[];
  readonly environments: (WorkerEnvironment | undefined)[];
  killed: number;
}

/** Workers that answer `open`, and `build` with what the test says; null: they never answer it. */
const hostOf = (build: BuildReport | 'dies' | null): { host: WorkerHost; seen: Seen } => {
  const seen: Seen = { requests: [], environments: [], killed: 0 };
  const host: WorkerHost = {
    start: (_, environment) => {
      seen.environments.push(environment);
      let hear: (message: FromWorker) => void = () => undefined;
      let leave: (exit: WorkerExit) => void = () => undefined;
      return {
        pid: undefined,
        send: ({ id, request }) => {
          seen.requests.push(request);
          const reply = (value: WorkerReplies[WorkerRequest['type']]): void =>
            hear({ type: 'reply', id, result: { ok: true, value } });
          if (request.type === 'open') {
            hear({ type: 'ready', protocol: protocolVersion, pid: 1 });
            reply({ timer: { kind: 'event', resolutionNs: 1 } } as never);
          } else if (build === 'dies') leave({ code: null, signal: 'SIGSEGV' });
          else if (build !== null) reply(build);
        },
        onMessage: (listener) => {
          hear = listener;
        },
        onOutput: () => undefined,
        onExit: (listener) => {
          leave = listener;
        },
        kill: () => {
          seen.killed += 1;
          leave({ code: null, signal: 'SIGKILL' });
        },
      };
    },
  };
  return { host, seen };
};

const device: DeviceInfo = buildDevice();
const wish = { device, source: '__kernel void saxpy() {}', options: '-cl-fast-relaxed-math' };

describe('an inspection', () => {
  it('reads registers from a build without the compile cache, in a process that then ends', async () => {
    const { host, seen } = hostOf(report({}));
    const kernels = await startInspection({ ...wish, host, buildTimeoutSeconds: null }).kernels;
    expect(kernels.get('saxpy')).toMatchObject({ registers: 12, barriers: 0, target: 'sm_90a' });
    expect(seen.environments).toEqual([{ CUDA_CACHE_DISABLE: '1' }]);
    expect(seen.requests).toEqual([
      { type: 'open', deviceKey: device.key },
      {
        type: 'build',
        source: wish.source,
        options: '-cl-fast-relaxed-math -cl-nv-verbose',
      },
    ]);
    expect(seen.killed).toBeGreaterThan(0);
  });

  it.each([
    ['the build fails', report({ ok: false, status: 'CL_BUILD_PROGRAM_FAILURE' })],
    ['the log is empty', report({ log: '' })],
    ['the worker dies', 'dies'],
  ] as const)('learns nothing, and fails nothing, when %s', async (_, build) => {
    const { host } = hostOf(build);
    const kernels = await startInspection({ ...wish, host, buildTimeoutSeconds: null }).kernels;
    expect(kernels.size).toBe(0);
  });

  it('gives up when it is told to', async () => {
    const { host, seen } = hostOf(null);
    const inspection = startInspection({ ...wish, host, buildTimeoutSeconds: null });
    await inspection.stop();
    expect((await inspection.kernels).size).toBe(0);
    expect(seen.killed).toBeGreaterThan(0);
  });
});
