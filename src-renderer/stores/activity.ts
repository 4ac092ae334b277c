/**
 * What this window has set going: runs that are queued or running, in order, and how the last ended.
 * The results follow a run as soon as its first event arrives.
 */
import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { Problem } from '@shared/domain/problem';
import type { Result } from '@shared/domain/result';
import type { SweepRequest } from '@shared/domain/sweep';
import { workbench } from '@renderer/client';
import { useForm } from './form';
import { useLanesStore } from './lanes';
import { useRunsStore } from './runs';
import { useSweep } from './sweep';

type EndPhase = 'finished' | 'cancelled' | 'failed';

export const useActivity = defineStore('activity', () => {
  const runs = useRunsStore();
  const lanes = useLanesStore();
  const sweep = useSweep();
  const form = useForm();

  /** Runs that have not ended, oldest first. */
  const queue = shallowRef<readonly string[]>([]);
  const begun = shallowRef<ReadonlySet<string>>(new Set());
  const ended = new Set<string>();
  const lastPhase = ref<EndPhase | null>(null);
  const problem = shallowRef<Problem | null>(null);
  const starting = ref(false);

  const busy = computed(() => queue.value.length > 0);
  const running = computed(() => queue.value.find((run) => begun.value.has(run)) ?? null);
  const waiting = computed(() => queue.value.filter((run) => !begun.value.has(run)).length);

  const begin = (run: string): void => {
    if (begun.value.has(run) || ended.has(run)) return;
    begun.value = new Set([...begun.value, run]);
    if (!queue.value.includes(run)) queue.value = [...queue.value, run];
    void runs.follow(run);
  };

  const end = (run: string, phase: EndPhase): void => {
    ended.add(run);
    queue.value = queue.value.filter((candidate) => candidate !== run);
    lastPhase.value = phase;
  };

  workbench.on('run-events', ({ run, events }) => {
    for (const event of events) {
      if (event.type === 'run-started') begin(run);
      if (event.type !== 'run-ended') continue;
      end(run, event.phase);
      if (event.failure !== undefined) problem.value = event.failure;
    }
  });
  // After a reload of the window the first event is long gone; the lanes still tell.
  workbench.on('lane-status', (statuses) => {
    for (const status of statuses) {
      if (status.state !== 'waiting' && status.state !== 'done') begin(status.run);
    }
  });

  /** Starts or queues what the sweep form says, or another request. A refusal stands in `problem`. */
  const start = async (request: Result<SweepRequest, Problem> = sweep.request): Promise<void> => {
    if (!request.ok) {
      problem.value = request.error;
      return;
    }
    starting.value = true;
    try {
      // Plain data: what goes through the bridge must be cloneable.
      const plain = JSON.parse(JSON.stringify(request.value)) as typeof request.value;
      const reply = await workbench.call('sweep.start', plain);
      if (!reply.ok) {
        problem.value = reply.error;
        return;
      }
      problem.value = null;
      form.markSafe();
      const { run } = reply.value;
      if (!ended.has(run) && !queue.value.includes(run)) queue.value = [...queue.value, run];
    } finally {
      starting.value = false;
    }
  };

  /** Goes on with a run that was cut short, and shows it. false: `problem` says why not. */
  const resume = async (run: string): Promise<boolean> => {
    const reply = await workbench.call('sweep.resume', { run });
    if (!reply.ok) {
      problem.value = reply.error;
      return false;
    }
    problem.value = null;
    ended.delete(run);
    void runs.refreshList();
    // Its first events may have come before the answer.
    if (begun.value.has(run) && queue.value.includes(run)) return true;
    begun.value = new Set([...begun.value].filter((id) => id !== run));
    begin(run);
    return true;
  };

  /** Cancels the run that is going, else the oldest that waits. */
  const cancel = async (): Promise<void> => {
    const run = running.value ?? queue.value[0];
    if (run === undefined) return;
    const reply = await workbench.call('sweep.cancel', { run });
    if (reply.ok) return;
    problem.value = reply.error;
    if (reply.error.code === 'unknown-run') end(run, 'cancelled');
  };

  return {
    queue,
    busy,
    running,
    waiting,
    lastPhase,
    problem,
    starting,
    start,
    resume,
    cancel,
    lanes,
  };
});
