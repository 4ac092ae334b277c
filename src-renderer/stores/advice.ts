/**
 * The advice on every shown device, worked out when the page has nothing else to do and in slices of a few
 * milliseconds. It decides when to work, not what to say: that is the domain's. While a device is being
 * measured its advice follows at most every two seconds; the last one stays until the next is there.
 */
import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { DeviceAdvice } from '@shared/domain/advisor/advise';
import type { DeviceState, Run } from '@shared/domain/run-types';
import { useRunsStore, type RunDevice } from './runs';

interface Wanted {
  readonly id: string;
  readonly run: Run;
  readonly state: DeviceState;
}

interface Known {
  /** What it was made from. */
  readonly state: DeviceState;
  readonly advice: DeviceAdvice;
  readonly madeAt: number;
}

const idOf = ({ run, deviceKey }: RunDevice): string => `${run}\n${deviceKey}`;

/** Between two advices on a device that is being measured, ms. */
const liveIntervalMs = 2000;
/** Longest piece of work between two looks at what the page wants, ms. */
const sliceMs = 8;
/** After this long without an idle moment it works all the same, ms. */
const patienceMs = 1000;

const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: patienceMs });
  else setTimeout(work);
};

export const useAdvice = defineStore('advice', () => {
  const runs = useRunsStore();
  const known = shallowRef<ReadonlyMap<string, Known>>(new Map());
  /** States that the domain stumbled over: a bug, which must not be tried for ever. */
  const stumbled = new WeakSet<DeviceState>();
  let isWorking = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const wanted = computed<readonly Wanted[]>(() =>
    runs.shown.flatMap((entry) => {
      const run = runs.open.get(entry.run);
      const state = run?.devices.find(({ device }) => device.key === entry.deviceKey);
      return run === undefined || state === undefined ? [] : [{ id: idOf(entry), run, state }];
    }),
  );

  const isStale = ({ id, state }: Wanted): boolean =>
    known.value.get(id)?.state !== state && !stumbled.has(state);
  /** ms until the device may be looked at again; 0: now. */
  const waitOf = ({ id, state, run }: Wanted): number => {
    const before = known.value.get(id);
    const isOver = state.ended || runs.phaseOf(run) !== 'running';
    return before === undefined || isOver
      ? 0
      : Math.max(0, before.madeAt + liveIntervalMs - performance.now());
  };

  const keep = (entry: Wanted, advice: DeviceAdvice): void => {
    const there = new Set(wanted.value.map(({ id }) => id));
    const next = new Map([...known.value].filter(([id]) => there.has(id)));
    if (there.has(entry.id)) {
      next.set(entry.id, { state: entry.state, advice, madeAt: performance.now() });
    }
    known.value = next;
  };

  const work = async (): Promise<void> => {
    // The reader of kernels is not part of the first load.
    const { adviceSteps } = await import('@shared/domain/advisor/advise');
    for (;;) {
      const entry = wanted.value.find((one) => isStale(one) && waitOf(one) === 0);
      if (entry === undefined) return;
      try {
        const steps = adviceSteps(entry.run, entry.state);
        let step = steps.next();
        while (step.done !== true) {
          await new Promise<void>((resolve) => whenIdle(resolve));
          const until = performance.now() + sliceMs;
          while (step.done !== true && performance.now() < until) step = steps.next();
        }
        keep(entry, step.value);
      } catch (error) {
        stumbled.add(entry.state);
        throw error;
      }
    }
  };

  const schedule = (): void => {
    if (isWorking) return;
    const waits = wanted.value.filter(isStale).map(waitOf);
    if (waits.length === 0) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(
      () => {
        timer = null;
        isWorking = true;
        void work().finally(() => {
          isWorking = false;
          schedule();
        });
      },
      Math.min(...waits),
    );
  };

  watch(wanted, schedule, { immediate: true });

  /** The newest advice on a shown device; null: there is none yet. */
  const adviceOf = (entry: RunDevice): DeviceAdvice | null =>
    known.value.get(idOf(entry))?.advice ?? null;

  /** Counts how often the whole of the advice was asked for; the results then show it. */
  const asked = ref(0);
  const ask = (): void => {
    asked.value += 1;
  };

  return { adviceOf, asked, ask };
});
