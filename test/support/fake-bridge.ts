/**
 * A scripted WorkbenchBridge: for component tests, and for looking at the window in a plain browser.
 * Sweeps are simulated: the real plan, made-up times, the events of a real run. No OpenCL, no files.
 */
import type { DeviceInfo, DeviceListing } from '@shared/domain/device';
import { planSweep } from '@shared/domain/plan';
import { problem } from '@shared/domain/problem';
import { seededRandom } from '@shared/domain/random';
import { err, ok } from '@shared/domain/result';
import { foldEvents, summarizeRun } from '@shared/domain/run';
import { tidyNotes, type RunNotes } from '@shared/domain/run-notes';
import type { LaneStatus, RunEvent } from '@shared/domain/run-event';
import { groupItems, type LocalSize } from '@shared/domain/sizes';
import type { SweepRequest } from '@shared/domain/sweep';
import { bytes, nanoseconds } from '@shared/domain/units';
import type {
  CommandHandlers,
  CommandName,
  CompileRequest,
  CompileReply,
  Example,
  StreamName,
  Streams,
  WorkbenchBridge,
} from '@shared/ipc/contract';
import { buildDevice, buildEvents } from './run-builder';
import { rowsOf, wholeRun } from './run-part';

export interface FakeBridgeOptions {
  readonly devices?: readonly DeviceInfo[];
  readonly listing?: DeviceListing;
  readonly examples?: readonly Example[];
  /** Milliseconds between batches of events of a simulated run; 0: all at once. */
  readonly stepMs?: number;
  readonly handlers?: Partial<CommandHandlers>;
}

export interface FakeBridge {
  readonly bridge: WorkbenchBridge;
  readonly emit: <Name extends StreamName>(name: Name, payload: Streams[Name]) => void;
  /** Every call so far, oldest first. */
  readonly calls: readonly { readonly name: CommandName; readonly request: unknown }[];
}

/** Two GPUs that look alike, a CPU that allows more, and one without event time. */
export const fakeDevices = (): readonly DeviceInfo[] => {
  const gpu = buildDevice({ name: 'NVIDIA H200', platform: 'NVIDIA CUDA', driver: '580.159.04' });
  const cpu = buildDevice({
    name: 'cpu-haswell-Intel(R) Xeon(R) Platinum',
    platform: 'Portable Computing Language',
    driver: '3.1',
    index: 2,
    limit: 4096,
    multiple: 8,
  });
  const pipe = buildDevice({ name: 'llvmpipe (LLVM 15)', platform: 'rusticl', index: 3 });
  return [
    { ...gpu, key: 'gpu-0', pci: '0000:06:00.0' },
    { ...gpu, key: 'gpu-1', index: 1, ordinal: 1, pci: '0000:07:00.0', resource: 'resource-1' },
    {
      ...cpu,
      key: 'cpu',
      limits: { ...cpu.limits, localMemory: { ok: true, value: bytes(2 ** 21) } },
    },
    {
      ...pipe,
      key: 'pipe',
      limits: {
        ...pipe.limits,
        timerResolution: { ok: true, value: nanoseconds(0) },
        preferredMultiple: { ok: false, error: 'CL_INVALID_VALUE' },
      },
      extensions: ['cl_khr_byte_addressable_store', 'cl_khr_fp16'],
    },
  ];
};

export const listingOf = (devices: readonly DeviceInfo[]): DeviceListing => ({
  devices,
  problems: [],
  loader: 'libOpenCL.so.1',
  searched: [{ what: 'libOpenCL.so.1', found: 'found' }],
});

export const emptyListing: DeviceListing = {
  devices: [],
  problems: [],
  loader: null,
  searched: [
    { what: 'libOpenCL.so.1, libOpenCL.so', found: 'not found' },
    { what: '/etc/OpenCL/vendors', found: 'no such folder' },
    { what: 'OCL_ICD_VENDORS', found: 'not set, so the default folder applies' },
  ],
};

/** A made-up time in ns: small groups waste the device, large ones a little. */
const timeOf = (local: LocalSize, device: number, random: () => number): number => {
  const items = groupItems(local) ?? 256;
  const waste = 1 + 48 / items + (items > 512 ? 0.06 : 0) + (local?.[1] ?? 1) / 80;
  return Math.round((device + 1) * 12_000 * waste * (1 + 0.04 * random()));
};

const simulatedEvents = (
  run: string,
  request: SweepRequest,
  devices: readonly DeviceInfo[],
): readonly RunEvent[] => {
  const random = seededRandom(7);
  const chosen = devices.filter((device) => request.deviceKeys.includes(device.key));
  const rounds = Math.min(request.options.samples ?? 10, 10);
  const text = chosen
    .map((device, position) => {
      const lines = planSweep(request.spec, device).configurations.map((entry) => {
        if (entry.rejected !== null) return `${entry.id}: skipped ${entry.rejected.reason}`;
        const samples = Array.from({ length: rounds }, () => timeOf(entry.local, position, random));
        return `${entry.id}: ${samples.join(' ')}`;
      });
      return [`device ${device.name} key=${device.key}`, ...lines].join('\n');
    })
    .join('\n');
  const header = { run, startedAt: new Date().toISOString(), sourceText: request.sourceText };
  const events = buildEvents(text, {
    header: { ...header, spec: request.spec, options: request.options, devices: chosen },
  });
  // Round by round over all devices, as lanes that work in parallel would send them.
  const place = (event: RunEvent): number =>
    event.type === 'run-started'
      ? -2
      : event.type === 'run-ended'
        ? 1e9
        : event.type === 'visit'
          ? event.round
          : event.type === 'device-planned' || event.type === 'device-built'
            ? -1
            : 1e6;
  return [...events].sort((a, b) => place(a) - place(b)).map((event, seq) => ({ ...event, seq }));
};

/** A warning for `unused`, an error for `oops`: enough to see diagnostics. */
const simulatedCompile = (request: CompileRequest): readonly CompileReply[] =>
  request.deviceKeys.map((deviceKey) => {
    const lines = request.sourceText.split('\n');
    const diagnostics = lines.flatMap((line, at) =>
      (['oops', 'unused'] as const).flatMap((word) => {
        const column = line.indexOf(word);
        return column < 0
          ? []
          : [
              {
                severity: word === 'oops' ? ('error' as const) : ('warning' as const),
                line: at + 1,
                column: column + 1,
                message:
                  word === 'oops'
                    ? "use of undeclared identifier 'oops'"
                    : "unused variable 'unused'",
              },
            ];
      }),
    );
    const failed = diagnostics.some((entry) => entry.severity === 'error');
    return {
      deviceKey,
      result: ok({
        ok: !failed,
        buildTime: nanoseconds(5e7),
        log: '',
        diagnostics,
        kernels: [],
        status: failed ? 'CL_BUILD_PROGRAM_FAILURE' : null,
      }),
    };
  });

export const createFakeBridge = (options: FakeBridgeOptions = {}): FakeBridge => {
  const devices = options.devices ?? options.listing?.devices ?? fakeDevices();
  const listing = options.listing ?? listingOf(devices);
  const listeners = new Map<StreamName, Set<(payload: never) => void>>();
  const calls: { name: CommandName; request: unknown }[] = [];
  const logs = new Map<string, RunEvent[]>();
  const trash = new Map<string, readonly [run: string, log: RunEvent[]]>();
  const notes = new Map<string, RunNotes>();
  const cancelled = new Set<string>();
  const started = new Map<
    string,
    { readonly request: SweepRequest; readonly events: readonly RunEvent[] }
  >();

  const emit: FakeBridge['emit'] = (name, payload) => {
    for (const listener of listeners.get(name) ?? []) listener(payload as never);
  };

  const status = (run: string, deviceKey: string, log: readonly RunEvent[], all: number) => {
    const visits = log.filter((event) => event.type === 'visit' && event.deviceKey === deviceKey);
    const last = visits.at(-1);
    return {
      run,
      deviceKey,
      state: log.at(-1)?.type === 'run-ended' ? 'done' : 'running',
      configuration: last?.type === 'visit' ? last.configuration : null,
      round: last?.type === 'visit' ? last.round : 0,
      rounds: 10,
      launchesDone: visits.length,
      launchesExpected: all,
      etaMs: Math.max(0, (all - visits.length) * 60),
    } satisfies LaneStatus;
  };

  const send = (run: string, request: SweepRequest, events: readonly RunEvent[]): void => {
    const step = options.stepMs === 0 ? events.length : 6;
    const log = logs.get(run) ?? [];
    const first = log.length;
    if (cancelled.has(run)) {
      const end = {
        type: 'run-ended',
        phase: 'cancelled',
        wallNs: 1e9,
        seq: first,
        at: 1e9,
      } as const;
      log.push(end);
      emit('run-events', { run, events: [end] });
    } else {
      const batch = events.slice(first, first + step);
      log.push(...batch);
      emit('run-events', { run, events: batch });
    }
    const visits = (key: string) =>
      events.filter((event) => event.type === 'visit' && event.deviceKey === key).length;
    emit(
      'lane-status',
      request.deviceKeys.map((key) => status(run, key, log, visits(key))),
    );
    if (log.at(-1)?.type !== 'run-ended') {
      setTimeout(() => send(run, request, events), options.stepMs ?? 120);
    }
  };

  const handlers: CommandHandlers = {
    'app.info': () =>
      Promise.resolve({
        version: '0.1.0',
        system: 'linux x64',
        locale: 'en',
        runsDir: 'runs',
        updatesFrom: null,
      }),
    'app.menu': () => Promise.resolve(null),
    'app.preferences': () => Promise.resolve(null),
    'app.help': () => Promise.resolve(null),
    'app.next-file': () => Promise.resolve(null),
    'app.zoom': () => Promise.resolve(1),
    'devices.list': () => Promise.resolve(listing),
    'examples.list': () => Promise.resolve(options.examples ?? []),
    'kernel.open': () => Promise.resolve(ok(null)),
    'kernel.save': ({ suggestedName }) => Promise.resolve(ok({ token: 't1', name: suggestedName })),
    'kernel.compile': (request) => Promise.resolve(simulatedCompile(request)),
    'sweep.start': (request) => {
      const run = `20261129-2130${String(10 + logs.size)}-${request.spec.kernel}-4f2a`;
      logs.set(run, []);
      const events = simulatedEvents(run, request, devices);
      started.set(run, { request, events });
      setTimeout(() => send(run, request, events), 0);
      return Promise.resolve(ok({ run }));
    },
    'sweep.cancel': ({ run }) => {
      cancelled.add(run);
      return Promise.resolve(ok(null));
    },
    'sweep.resume': ({ run }) => {
      const resumable = started.get(run);
      if (resumable === undefined) {
        return Promise.resolve(err(problem('unknown-run', `There is no run ${run}.`)));
      }
      const log = logs.get(run) ?? [];
      const last = log.at(-1);
      if (last === undefined || last.type !== 'run-ended' || last.phase === 'finished') {
        return Promise.resolve(err(problem('busy', `The run ${run} is still being measured.`)));
      }
      // The end stays in the log; what is left follows it.
      cancelled.delete(run);
      const rest = resumable.events.slice(log.length - 1);
      const events = [...log, ...rest.map((event, at) => ({ ...event, seq: log.length + at }))];
      setTimeout(() => send(run, resumable.request, events), 0);
      return Promise.resolve(ok({ run }));
    },
    'peaks.list': () => Promise.resolve([]),
    'peaks.measure': () => Promise.resolve(ok([])),
    'peaks.cancel': () => Promise.resolve(null),
    'runs.list': () =>
      Promise.resolve(
        rowsOf(
          [...logs.values()]
            .flatMap((log) => {
              const run = foldEvents(log);
              if (run === null) return [];
              return [{ ...summarizeRun(run), notes: notes.get(run.header.run) }];
            })
            .reverse(),
        ),
      ),
    'runs.open': ({ run }) => {
      const log = logs.get(run);
      return Promise.resolve(
        log === undefined ? err(problem('unknown-run', `There is no run ${run}.`)) : wholeRun(log),
      );
    },
    'updates.check': () => Promise.resolve(ok({ kind: 'current' })),
    'updates.get': () => Promise.resolve(ok({ kind: 'page' })),
    'runs.import': () => Promise.resolve(ok(null)),
    'runs.import-as': () => Promise.resolve(ok({ kind: 'run', run: 'imported', notes: [] })),
    'runs.export-csv': () => Promise.resolve(ok({ name: 'sweep.csv' })),
    'runs.export-json': () => Promise.resolve(ok({ name: 'sweep.json' })),
    'runs.export-report': ({ form }) => Promise.resolve(ok({ name: `sweep.${form}` })),
    'runs.picture': () => Promise.resolve(ok({ svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' })),
    'runs.save-picture': ({ form }) => Promise.resolve(ok({ name: `sweep.${form}` })),
    'runs.delete': ({ run }) => {
      const undo = `20261130-0102${String(10 + trash.size)}-0a1b2c3d`;
      trash.set(undo, [run, logs.get(run) ?? []]);
      logs.delete(run);
      return Promise.resolve(ok({ undo }));
    },
    'runs.restore': ({ undo }) => {
      const [run = '', log = []] = trash.get(undo) ?? [];
      trash.delete(undo);
      logs.set(run, log);
      return Promise.resolve(ok({ run }));
    },
    'runs.set-notes': ({ run, notes: given }) => {
      notes.set(run, tidyNotes(given));
      return Promise.resolve(ok(tidyNotes(given)));
    },
    ...options.handlers,
  };

  const bridge: WorkbenchBridge = {
    call: (name, request) => {
      calls.push({ name, request });
      return handlers[name](request);
    },
    drop: () => Promise.resolve(err(problem('file-unreadable', 'There are no files here.'))),
    on: (name, listener) => {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener);
      return () => set.delete(listener);
    },
  };
  return { bridge, emit, calls };
};
