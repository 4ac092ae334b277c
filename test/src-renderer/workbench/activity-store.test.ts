// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problem } from '@shared/domain/problem';
import { err } from '@shared/domain/result';
import type { CompileReply } from '@shared/ipc/contract';
import { useActivity } from '@renderer/stores/activity';
import { useCompile } from '@renderer/stores/compile';
import { useDevices } from '@renderer/stores/devices';
import { useKernel } from '@renderer/stores/kernel';
import { useRunsStore } from '@renderer/stores/runs';
import { useSweep } from '@renderer/stores/sweep';
import { startStores, type StartedStores } from '../../support/window-stores';
import type { FakeBridgeOptions } from '../../support/fake-bridge';

const ready = async (options: FakeBridgeOptions = {}): Promise<StartedStores> => {
  const stores = startStores(options);
  const activity = useActivity();
  useSweep();
  await useDevices().load();
  await useKernel().loadExamples();
  expect(activity.busy).toBe(false);
  return stores;
};
const settle = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await flushPromises();
};
const named = (stores: StartedStores, name: string) =>
  stores.calls.filter((call) => call.name === name);

describe('runs that this window sets going', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('follows a run from its first event to its end', async () => {
    await ready({ stepMs: 100 });
    const activity = useActivity();
    await activity.start();
    expect(activity.busy).toBe(true);
    await settle(250);
    expect(useRunsStore().currentRun?.phase).toBe('running');
    await settle(60_000);
    expect(activity.busy).toBe(false);
    expect(activity.lastPhase).toBe('finished');
    expect(useRunsStore().currentRun?.phase).toBe('finished');
  });

  it('queues a second run behind the first', async () => {
    await ready({ stepMs: 100 });
    const activity = useActivity();
    await activity.start();
    await activity.start();
    expect(activity.queue).toHaveLength(2);
  });

  it('cancels the run that is going', async () => {
    const stores = await ready({ stepMs: 100 });
    const activity = useActivity();
    await activity.start();
    await settle(150);
    await activity.cancel();
    await settle(200);
    expect(named(stores, 'sweep.cancel')).toHaveLength(1);
    expect(activity.lastPhase).toBe('cancelled');
    expect(activity.busy).toBe(false);
  });

  it('goes on with a run that was cancelled, to its end', async () => {
    await ready({ stepMs: 100 });
    const activity = useActivity();
    await activity.start();
    await settle(150);
    const run = activity.running ?? '';
    await activity.cancel();
    await settle(200);
    const before = useRunsStore().currentRun?.lastSeq ?? 0;
    expect(await activity.resume(run)).toBe(true);
    expect(activity.running).toBe(run);
    await settle(60_000);
    expect(activity.busy).toBe(false);
    expect(activity.lastPhase).toBe('finished');
    expect(useRunsStore().currentRun?.header.run).toBe(run);
    expect(useRunsStore().currentRun?.phase).toBe('finished');
    expect(useRunsStore().currentRun?.lastSeq).toBeGreaterThan(before);
  });

  it('keeps the refusal of a resume in place', async () => {
    await ready();
    const activity = useActivity();
    expect(await activity.resume('20261129-213010-gone-4f2a')).toBe(false);
    expect(activity.problem?.code).toBe('unknown-run');
    expect(activity.busy).toBe(false);
  });

  it('keeps the refusal of a sweep in place and starts nothing', async () => {
    await ready({
      handlers: {
        'sweep.start': () => Promise.resolve(err(problem('nothing-to-measure', 'Nothing.'))),
      },
    });
    const activity = useActivity();
    await activity.start();
    expect(activity.problem?.code).toBe('nothing-to-measure');
    expect(activity.busy).toBe(false);
  });

  it('asks for nothing while an argument is wrong', async () => {
    const stores = await ready();
    useKernel().setArgument('n', 'nonsense');
    await useActivity().start();
    expect(named(stores, 'sweep.start')).toHaveLength(0);
    expect(useActivity().problem?.message).toContain('n');
  });
});

describe('compiling what is in the editor', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits for a pause and compiles once, on the chosen devices', async () => {
    const stores = await ready();
    const kernel = useKernel();
    useCompile();
    for (const letter of 'abc') {
      kernel.source += letter;
      await settle(100);
    }
    expect(named(stores, 'kernel.compile')).toHaveLength(0);
    await settle(700);
    expect(named(stores, 'kernel.compile')).toHaveLength(1);
    expect(named(stores, 'kernel.compile')[0]?.request).toMatchObject({
      deviceKeys: ['gpu-0', 'gpu-1', 'cpu', 'pipe'],
    });
  });

  it('lets only the newest answer count', async () => {
    const answers: ((replies: readonly CompileReply[]) => void)[] = [];
    await ready({
      handlers: {
        'kernel.compile': () => new Promise((resolve) => answers.push(resolve)),
      },
    });
    const compile = useCompile();
    const first = compile.compile();
    const second = compile.compile();
    const failed = { ok: false, error: problem('worker-died', 'old') } as const;
    answers[1]?.([]);
    answers[0]?.([{ deviceKey: 'cpu', result: failed }]);
    await Promise.all([first, second]);
    expect(compile.replies).toEqual([]);
  });

  it('never compiles while a sweep runs, and does so when it has ended', async () => {
    const stores = await ready({ stepMs: 500 });
    const compile = useCompile();
    await settle(700);
    const before = named(stores, 'kernel.compile').length;
    expect(compile.builtOn).toBeGreaterThan(0);
    await useActivity().start();
    await settle(100);
    expect(compile.builtOn).toBeGreaterThan(0);
    useKernel().source += '\n// edited during the run';
    await settle(100);
    // What was said of the source before says nothing about this one.
    expect(compile.replies).toEqual([]);
    await settle(1500);
    expect(useActivity().busy).toBe(true);
    expect(named(stores, 'kernel.compile')).toHaveLength(before);
    await settle(120_000);
    expect(named(stores, 'kernel.compile')).toHaveLength(before + 1);
    expect(compile.builtOn).toBeGreaterThan(0);
  });
});
