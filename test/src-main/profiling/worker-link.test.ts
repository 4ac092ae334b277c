import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromWorker, ToWorker } from '@main/profiling/protocol';
import type { WorkerHost } from '@main/profiling/worker-host';
import { startWorkerLink, type Answer } from '@main/profiling/worker-link';

/** A worker that says what the test has it say. */
const worker = () => {
  let tell: (message: FromWorker) => void = () => undefined;
  const got: ToWorker[] = [];
  const kill = vi.fn();
  const host: WorkerHost = {
    start: () => ({
      pid: undefined,
      send: (message) => got.push(message),
      onMessage: (listener) => (tell = listener),
      onOutput: () => undefined,
      onExit: () => undefined,
      kill,
    }),
  };
  const stage = (name: 'first-launch' | 'launch', detail: string): void =>
    tell({ type: 'stage', id: got.at(-1)?.id ?? 0, stage: name, detail });
  return { host, stage, kill };
};

describe('the clock of a worker', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Asks for a visit with a bound of one second per launch. */
  const visit = (host: WorkerHost) => {
    const answers: Answer<unknown>[] = [];
    const link = startWorkerLink(host, 'lane');
    void link
      .request({ type: 'close' }, { stage: 'launch', timeoutSeconds: 1 })
      .then((answer) => answers.push(answer));
    return answers;
  };

  it.each([
    ['first-launch', 'running'],
    ['launch', ''],
  ] as const)(
    'leaves a launch its whole bound that begins, unannounced, 490 ms after the one that %s announced',
    async (stage, detail) => {
      const { host, stage: announce, kill } = worker();
      const answers = visit(host);
      announce(stage, detail);
      // 490 ms for the one, 990 ms for the next.
      await vi.advanceTimersByTimeAsync(1480);
      expect(kill).not.toHaveBeenCalled();
      announce('launch', '');
      await vi.advanceTimersByTimeAsync(1900);
      expect(kill).toHaveBeenCalledOnce();
      expect(answers).toMatchObject([{ kind: 'timed-out', stage: 'launch', afterMs: 1000 }]);
    },
  );
});
