/**
 * The runs that the window knows: the list, the opened ones folded from their events, and which
 * devices of which runs are overlaid. It decides the order in which snapshot and stream are folded
 * and which colour slot a shown device gets; it computes no statistics.
 */
import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { DeviceInfo } from '@shared/domain/device';
import type { Problem } from '@shared/domain/problem';
import { foldEvents } from '@shared/domain/run';
import type { RunEvent } from '@shared/domain/run-event';
import type { Run, RunPhase, RunSummary } from '@shared/domain/run-types';
import type { CsvForm, SaveReply } from '@shared/ipc/contract';
import { workbench } from '@renderer/client';
import { allDrawn } from '@renderer/tasks/in-turn';
import { prepareRuns } from './prepare-run';
import { readRun } from './read-run';
import { assignSlots, placeAmong } from '@shared/charts/slots';
import { useDevices } from './devices';

/** One device of one run. */
export interface RunDevice {
  readonly run: string;
  readonly deviceKey: string;
}

/** A device that is drawn: with its run, and the slot that gives it colour and shape. */
export interface ShownDevice extends RunDevice {
  readonly device: DeviceInfo;
  readonly slot: number;
  /** false: added for comparison beside the current run. */
  readonly own: boolean;
}

/** More than any window shows at once. */
const firstRows = 100;
/** At most ten redraws a second, however fast events come. */
const flushIntervalMs = 100;
/** Drawing never takes more than this share of the time: a run of 1000 sizes is drawn less often. */
const drawingShare = 0.25;

const idOf = (entry: RunDevice): string => `${entry.run}\n${entry.deviceKey}`;

export const useRunsStore = defineStore('runs', () => {
  const devices = useDevices();
  const list = shallowRef<readonly RunSummary[]>([]);
  const listed = ref(false);
  /** false: only the newest runs are known so far. */
  const complete = ref(false);
  const open = shallowRef<ReadonlyMap<string, Run>>(new Map());
  const current = ref<string | null>(null);
  const added = shallowRef<readonly RunDevice[]>([]);
  const hidden = shallowRef<ReadonlySet<string>>(new Set());
  const problem = shallowRef<Problem | null>(null);

  /** Events that wait for the next flush, and those that wait for their run's snapshot. */
  const pending = new Map<string, RunEvent[]>();
  const opening = new Map<string, Promise<boolean>>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** Numbers of the last question for the list, and of the last that was answered. */
  let asked = 0;
  let answered = 0;
  let lastFlush = -Infinity;
  /** How long the last flush and what was drawn after it took, ms. */
  let lastCost = 0;

  const currentRun = computed<Run | null>(() =>
    current.value === null ? null : (open.value.get(current.value) ?? null),
  );

  /** The user's own runs: without those that ship with the product. */
  const own = computed(() => list.value.filter(({ recorded }) => recorded === undefined));
  /** The row of the shown run when it ships with the product; null: it is the user's own. */
  const currentRecorded = computed(
    () => list.value.find(({ run, recorded }) => run === current.value && recorded) ?? null,
  );

  /** A log without an end is being written, unless the main process knows that nobody writes it. */
  const phaseOf = (run: Run): RunPhase =>
    run.phase === 'running' &&
    list.value.some((entry) => entry.run === run.header.run && entry.phase === 'interrupted')
      ? 'interrupted'
      : run.phase;

  const shown = computed<readonly ShownDevice[]>(() => {
    const own: readonly RunDevice[] = (currentRun.value?.devices ?? []).map((state) => ({
      run: current.value ?? '',
      deviceKey: state.device.key,
    }));
    const ownIds = new Set(own.map(idOf));
    const entries = [
      ...own.map((entry) => ({ ...entry, own: true })),
      ...added.value
        .filter((entry) => !ownIds.has(idOf(entry)))
        .map((entry) => ({ ...entry, own: false })),
    ].flatMap((entry) => {
      const state = open.value
        .get(entry.run)
        ?.devices.find((candidate) => candidate.device.key === entry.deviceKey);
      return state === undefined || hidden.value.has(idOf(entry))
        ? []
        : [{ ...entry, device: state.device }];
    });
    const here = devices.all;
    const places = entries.map((entry) => placeAmong(entry.device, here));
    const slots = assignSlots(places, here.length);
    return entries.map((entry, position) => ({ ...entry, slot: slots[position] ?? position }));
  });

  /**
   * Folds what waits, works out in slices what will be shown of it, and only then shows it: what the views
   * ask of the domain is ready by then, so that no task is long.
   */
  const flush = async (): Promise<void> => {
    lastFlush = performance.now();
    const folded = new Map<string, { readonly before: Run; readonly after: Run }>();
    const gaps: string[] = [];
    for (const [run, events] of pending) {
      if (opening.has(run)) continue; // load() folds these after the snapshot.
      pending.delete(run);
      const before = open.value.get(run);
      if (before === undefined) continue; // closed in the meantime
      const after = foldInOrder(before, events);
      if (after === 'gap') gaps.push(run);
      else folded.set(run, { before, after });
    }
    for (const run of gaps) void load(run);
    await prepareRuns([...folded.values()].map(({ after }) => after));
    const next = new Map(open.value);
    for (const [run, { before, after }] of folded) {
      // Closed or read again meanwhile: then what was folded belongs to a run that is not shown any more.
      if (next.get(run) === before) next.set(run, after);
      else if (next.has(run)) void load(run);
    }
    open.value = next;
    await drawn();
    lastCost = performance.now() - lastFlush;
  };

  const scheduleFlush = (): void => {
    if (timer !== null) return;
    const interval = Math.max(flushIntervalMs, lastCost / drawingShare);
    const wait = interval - (performance.now() - lastFlush);
    timer = setTimeout(
      () =>
        void flush().finally(() => {
          timer = null;
          if ([...pending.keys()].some((run) => !opening.has(run))) scheduleFlush();
        }),
      Math.max(0, wait),
    );
  };

  const receive = (run: string, events: readonly RunEvent[]): void => {
    if (events.some((event) => event.type === 'run-started' || event.type === 'run-ended')) {
      void refreshList();
    }
    if (!open.value.has(run) && !opening.has(run)) return;
    const waiting = pending.get(run);
    if (waiting === undefined) pending.set(run, [...events]);
    else waiting.push(...events);
    if (!opening.has(run)) scheduleFlush();
  };

  const load = (run: string): Promise<boolean> => {
    const underWay = opening.get(run);
    if (underWay !== undefined) return underWay;
    const work = (async (): Promise<boolean> => {
      const read = await readRun(run);
      if (!read.ok) {
        problem.value = read.error;
        pending.delete(run);
        return false;
      }
      problem.value = null;
      let folded = read.value;
      if (folded !== null) await prepareRuns([folded]);
      const late = pending.get(run) ?? [];
      pending.delete(run);
      folded = foldEvents(
        late.filter(({ seq }) => seq > (folded?.lastSeq ?? -1)),
        folded,
      );
      if (folded === null) return false;
      open.value = new Map(open.value).set(run, folded);
      return true;
    })().finally(() => opening.delete(run));
    opening.set(run, work);
    return work;
  };

  const readList = async (newest: number | null): Promise<readonly RunSummary[]> => {
    const { rows } = await workbench.call('runs.list', { newest });
    // The main process has made the rows; here they only take their form again.
    return JSON.parse(rows) as readonly RunSummary[];
  };

  /** The answer to an earlier question may come after that to a later one. */
  const takeList = (question: number, rows: readonly RunSummary[], areAll: boolean): void => {
    if (question < answered) return;
    answered = question;
    list.value = rows;
    listed.value = true;
    complete.value = areAll;
  };

  /**
   * Reads the list of stored runs again, newest first. As long as there is nothing to show, the newest come
   * first: thousands of runs that nobody has listed yet take a while.
   */
  const refreshList = async (): Promise<void> => {
    asked += 1;
    const question = asked;
    if (own.value.length === 0) {
      const newest = await readList(firstRows);
      const areAll = newest.filter(({ recorded }) => recorded === undefined).length < firstRows;
      takeList(question, newest, areAll);
      if (areAll) return;
    }
    takeList(question, await readList(null), true);
  };

  /** Opens a run and makes it the one whose devices are shown. false: `problem` says why not. */
  const openRun = async (run: string): Promise<boolean> => {
    if (!open.value.has(run) && !(await load(run))) return false;
    hidden.value = new Set();
    current.value = run;
    // A run can hold a million samples: what is neither shown nor overlaid is let go.
    const kept = new Set([run, ...added.value.map((entry) => entry.run)]);
    open.value = new Map([...open.value].filter(([id]) => kept.has(id)));
    return true;
  };

  /** Follows a run that has just been started: the same as opening, its log grows under us. */
  const follow = (run: string): Promise<boolean> => openRun(run);

  /** Forgets an open run, its overlaid devices included. The stored file stays. */
  const close = (run: string): void => {
    const next = new Map(open.value);
    next.delete(run);
    open.value = next;
    added.value = added.value.filter((entry) => entry.run !== run);
    if (current.value === run) current.value = null;
  };

  /** Overlays one device of a run, or all of them, on what is shown. */
  const add = async (run: string, deviceKey: string | null = null): Promise<boolean> => {
    if (!open.value.has(run) && !(await load(run))) return false;
    const keys =
      deviceKey === null
        ? (open.value.get(run)?.devices ?? []).map((state) => state.device.key)
        : [deviceKey];
    const entries = keys.map((key) => ({ run, deviceKey: key }));
    const ids = new Set(entries.map(idOf));
    added.value = [...added.value.filter((entry) => !ids.has(idOf(entry))), ...entries];
    hidden.value = new Set([...hidden.value].filter((id) => !ids.has(id)));
    return true;
  };

  /** Takes a device off the chart; one of the current run can be brought back with `add`. */
  const remove = (entry: RunDevice): void => {
    added.value = added.value.filter((candidate) => idOf(candidate) !== idOf(entry));
    if (entry.run === current.value) hidden.value = new Set([...hidden.value, idOf(entry)]);
  };

  /** Writes runs (by default those shown) as CSV to a place that the user picks. */
  const exportCsv = async (form: CsvForm, runs?: readonly string[]): Promise<SaveReply> => {
    const ids = runs ?? [...new Set(shown.value.map((entry) => entry.run))];
    const reply = await workbench.call('runs.export-csv', { runs: ids, form });
    problem.value = reply.ok ? null : reply.error;
    return reply;
  };

  /** Moves the stored file to the trash. null: `problem` says why it is still there; else what undoes it. */
  const deleteRun = async (run: string): Promise<string | null> => {
    const reply = await workbench.call('runs.delete', { run });
    if (!reply.ok) {
      problem.value = reply.error;
      return null;
    }
    close(run);
    await refreshList();
    return reply.value.undo;
  };

  workbench.on('run-events', ({ run, events }) => receive(run, events));

  return {
    list,
    own,
    currentRecorded,
    listed,
    complete,
    open,
    current,
    currentRun,
    phaseOf,
    shown,
    added,
    problem,
    refreshList,
    openRun,
    follow,
    close,
    add,
    remove,
    exportCsv,
    deleteRun,
  };
});

/** Folds events onto a run. `gap`: one is missing in between, only the log can tell what it was. */
const foldInOrder = (run: Run, events: readonly RunEvent[]): Run | 'gap' => {
  let last = run.lastSeq;
  for (const { seq } of events) {
    if (seq > last + 1) return 'gap';
    last = Math.max(last, seq);
  }
  return foldEvents(events, run) ?? run;
};

/** A window that nobody sees may get no frames at all. */
const longestDrawingMs = 500;

/** Resolves when what was shown has been drawn: watchers first, then the frame, then the charts in their turns. */
const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, longestDrawingMs);
    const end = (): void => {
      clearTimeout(late);
      resolve();
    };
    requestAnimationFrame(() => setTimeout(() => void allDrawn().then(end)));
  });
