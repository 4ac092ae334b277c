/**
 * From events to a run: the one way that disk, screen, command line and tests use. Decides what an event
 * changes; refuses nothing that a log can hold: repeated events, events of unknown devices or
 * configurations change nothing but `lastSeq`.
 *
 * A fold copies only the path from the run to what changed; all else is shared with the run before, so
 * that `===` tells what to draw again.
 */
import type { ConfigurationState, DeviceState, Run, RunSummary } from './run-types';
import type { RunEvent, RunHeader } from './run-event';
import type { Configuration } from './plan-types';

const freshConfiguration = (configuration: Configuration): ConfigurationState => ({
  configuration,
  visits: [],
  firstLaunchNs: null,
  buildNs: null,
  chosen: null,
  outcome: configuration.rejected,
  stopReason: null,
  verified: null,
});

const startRun = (header: RunHeader, seq: number): Run => ({
  header,
  phase: 'running',
  devices: header.devices.map((device) => ({
    device,
    configurations: [],
    kernel: null,
    buildNs: null,
    buildLog: '',
    laneShared: false,
    ended: false,
    problem: null,
  })),
  warnings: [],
  wallNs: null,
  lastSeq: seq,
});

/**
 * Arrays that a fold over many events has made itself and nobody else has seen: only these are changed in
 * place. A log of a million visits would otherwise be copied a million times over. null: copy always.
 */
type Fresh = WeakSet<readonly unknown[]> | null;

const copyFor = <T>(list: readonly T[], fresh: Fresh): T[] => {
  if (fresh?.has(list) === true) return list as T[]; // Made below, by this very fold.
  const copy = list.slice();
  fresh?.add(copy);
  return copy;
};

const replaced = <T>(list: readonly T[], place: number, value: T, fresh: Fresh): readonly T[] => {
  const copy = copyFor(list, fresh);
  copy[place] = value;
  return copy;
};

const appended = <T>(list: readonly T[], value: T, fresh: Fresh): readonly T[] => {
  const copy = copyFor(list, fresh);
  copy.push(value);
  return copy;
};

/** Where each configuration stands. It holds for every array that was made of another by `replaced`. */
const placesOf = new WeakMap<readonly ConfigurationState[], ReadonlyMap<string, number>>();

const placeOf = (configurations: readonly ConfigurationState[], id: string): number => {
  let places = placesOf.get(configurations);
  if (places === undefined) {
    places = new Map(configurations.map((state, place) => [state.configuration.id, place]));
    placesOf.set(configurations, places);
  }
  return places.get(id) ?? -1;
};

const changeDevice = (
  run: Run,
  key: string,
  fresh: Fresh,
  change: (device: DeviceState) => DeviceState,
): Run => {
  const place = run.devices.findIndex((state) => state.device.key === key);
  const before = run.devices[place];
  if (before === undefined) return run;
  const after = change(before);
  return after === before ? run : { ...run, devices: replaced(run.devices, place, after, fresh) };
};

const changeConfiguration = (
  run: Run,
  key: string,
  id: string,
  fresh: Fresh,
  change: (state: ConfigurationState) => ConfigurationState,
): Run =>
  changeDevice(run, key, fresh, (device) => {
    const place = placeOf(device.configurations, id);
    const before = device.configurations[place];
    if (before === undefined) return device;
    const configurations = replaced(device.configurations, place, change(before), fresh);
    const places = placesOf.get(device.configurations);
    if (places !== undefined) placesOf.set(configurations, places);
    return { ...device, configurations };
  });

/** A plan that comes again (after the kernel's limits are known) keeps what was measured. */
const replan = (device: DeviceState, configurations: readonly Configuration[]): DeviceState => {
  const before = new Map(device.configurations.map((state) => [state.configuration.id, state]));
  return {
    ...device,
    configurations: configurations.map((configuration) => {
      const known = before.get(configuration.id);
      if (known === undefined) return freshConfiguration(configuration);
      return { ...known, configuration, outcome: configuration.rejected ?? known.outcome };
    }),
  };
};

const apply = (run: Run, event: RunEvent, fresh: Fresh): Run => {
  switch (event.type) {
    case 'run-started':
      // A second start is a resumed run; what was measured stays.
      return { ...run, phase: 'running', wallNs: null };
    case 'device-planned':
      return changeDevice(run, event.deviceKey, fresh, (device) =>
        replan(device, event.configurations),
      );
    case 'device-built': {
      const built = changeDevice(run, event.deviceKey, fresh, (device) => ({
        ...device,
        kernel: event.kernel,
        laneShared: event.laneShared,
        timer: event.timer ?? device.timer ?? null,
        buildLog: event.log === '' ? device.buildLog : event.log,
        buildNs: event.configuration === null ? event.buildNs : device.buildNs,
      }));
      return event.configuration === null
        ? built
        : changeConfiguration(built, event.deviceKey, event.configuration, fresh, (state) => ({
            ...state,
            buildNs: event.buildNs,
          }));
    }
    case 'visit': {
      const visited = changeConfiguration(
        run,
        event.deviceKey,
        event.configuration,
        fresh,
        (state) => ({
          ...state,
          visits: appended(state.visits, { round: event.round, samples: event.samples }, fresh),
          firstLaunchNs: state.firstLaunchNs ?? event.firstLaunchNs ?? null,
          chosen: event.chosen ?? state.chosen,
          // A visit after the end is a resumed run that took the configuration up again.
          outcome: null,
          stopReason: null,
        }),
      );
      return visited.phase === 'running' ? visited : { ...visited, phase: 'running', wallNs: null };
    }
    case 'configuration-ended':
      return changeConfiguration(run, event.deviceKey, event.configuration, fresh, (state) => ({
        ...state,
        outcome: event.outcome,
        stopReason: event.stopReason,
        verified: event.verified,
      }));
    case 'search-step':
      return changeDevice(run, event.deviceKey, fresh, (device) => ({
        ...device,
        searchSteps: [
          ...(device.searchSteps ?? []),
          { stage: event.stage, around: event.around, configurations: event.configurations },
        ],
      }));
    case 'warning': {
      const { code, deviceKey, configuration, message, detail = {} } = event;
      const warning = { code, deviceKey, configuration, message, detail };
      return { ...run, warnings: appended(run.warnings, warning, fresh) };
    }
    case 'device-ended':
      return changeDevice(run, event.deviceKey, fresh, (device) => ({
        ...device,
        ended: true,
        problem: event.problem,
      }));
    case 'run-ended':
      return { ...run, phase: event.phase, wallNs: event.wallNs };
  }
};

const fold = (run: Run | null, event: RunEvent, fresh: Fresh): Run => {
  if (run === null) {
    if (event.type !== 'run-started') throw new Error(`a run cannot begin with ${event.type}`);
    return startRun(event.header, event.seq);
  }
  if (event.seq <= run.lastSeq) return run;
  return { ...apply(run, event, fresh), lastSeq: event.seq };
};

/**
 * The run after one more event. `run` is null only for the first event, which must be `run-started`
 * (anything else is a bug of the caller and throws). An event whose seq is not above `lastSeq` was
 * folded before and changes nothing; a gap is accepted.
 */
export const foldRun = (run: Run | null, event: RunEvent): Run => fold(run, event, null);

/**
 * Folds a list of events onto a run (null: onto nothing), in a time that grows with their number; events
 * before the first `run-started` are passed over. The run that is given stays as it is. null: there is none.
 */
export const foldEvents = (events: Iterable<RunEvent>, onto: Run | null = null): Run | null => {
  const fresh: Fresh = new WeakSet();
  let run = onto;
  for (const event of events) {
    if (run !== null || event.type === 'run-started') run = fold(run, event, fresh);
  }
  return run;
};

/** The row of the list of runs that this run makes. */
export const summarizeRun = (run: Run): RunSummary => {
  const states = run.devices.flatMap((device) => device.configurations);
  const count = (kind: 'measured' | 'failed'): number =>
    states.filter((state) => state.outcome?.kind === kind).length;
  return {
    run: run.header.run,
    startedAt: run.header.startedAt,
    kernel: run.header.spec.kernel,
    title: run.header.spec.title.en,
    titleZh: run.header.spec.title['zh-CN'],
    devices: run.devices.map((state) => state.device.name),
    phase: run.phase,
    configurations: states.length,
    measured: count('measured'),
    failed: count('failed'),
    problem: null,
  };
};
