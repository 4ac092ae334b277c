import type { ChildProcess } from 'node:child_process';
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FromWorker, WorkerRequest } from '@main/profiling/protocol';
import { protocolVersion } from '@main/profiling/protocol';
import {
  bothDevices,
  bufferArg,
  bufferPlan,
  pocl,
  saxpyBuffers,
  saxpyLaunch,
  saxpySource,
  visitOf,
} from '../opencl/test-session';
import type { BuiltWorker } from './built-worker';
import { buildWorker } from './built-worker';

let built: BuiltWorker;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  built = await buildWorker();
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await built.remove();
});

interface Worker {
  readonly child: ChildProcess;
  readonly messages: FromWorker[];
  ask(request: WorkerRequest): Promise<Extract<FromWorker, { type: 'reply' }>>;
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
}

const startWorker = (): Worker => {
  const child = fork(built.path, [], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  children.add(child);
  const messages: FromWorker[] = [];
  const waiting = new Map<number, (reply: Extract<FromWorker, { type: 'reply' }>) => void>();
  child.on('message', (data) => {
    const message = data as FromWorker;
    messages.push(message);
    if (message.type === 'reply') waiting.get(message.id)?.(message);
  });
  let next = 1;
  return {
    child,
    messages,
    ask: (request) =>
      new Promise((resolve) => {
        const id = next++;
        waiting.set(id, resolve);
        child.send({ id, request });
      }),
    exited: once(child, 'exit').then(([code, signal]) => {
      children.delete(child);
      return { code: code as number | null, signal: signal as string | null };
    }),
  };
};

const crashing = `__kernel void crash(__global float *y, __global float *z) {
  ((__global volatile float *)0)[get_global_id(0) * 1000000] = 1.0f;
  y[get_global_id(0)] = 1.0f;
}`;
/** The driver cannot know that it never ends. */
const endless = `__kernel void endless(__global float *y, __global float *z) {
  volatile __global float *v = y;
  while (v[0] < 1.0e30f) v[1] = v[0];
  z[get_global_id(0)] = v[1];
}`;
const twoBuffers = [bufferPlan('y', { init: { constant: 0 } }), bufferPlan('z')];
const launchOf = (kernelArgs: readonly string[]): ReturnType<typeof saxpyLaunch> => ({
  ...saxpyLaunch([64]),
  args: kernelArgs.map((name) => bufferArg(name)),
});

const isRunning = (pid: number): boolean => {
  try {
    // A zombie has ended; only its new parent has not asked for it yet.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe('the worker process', () => {
  it('says that it is ready, with the version of the protocol', async () => {
    const worker = startWorker();
    await worker.ask({ type: 'close' });
    expect(worker.messages[0]).toEqual({
      type: 'ready',
      protocol: protocolVersion,
      pid: worker.child.pid,
    });
    worker.child.disconnect();
    expect(await worker.exited).toEqual({ code: 0, signal: null });
  });

  it('answers each of several requests that came in one message, in order', async () => {
    const worker = startWorker();
    const last = worker.ask({ type: 'close' });
    const [first, second] = [101, 102].map((id) => ({ id, request: { type: 'close' } as const }));
    worker.child.send([first, second]);
    await last;
    await worker.ask({ type: 'close' });
    const answered = worker.messages.flatMap((message) =>
      message.type === 'reply' ? [message.id] : [],
    );
    expect(answered).toEqual([1, 101, 102, 2]);
    worker.child.disconnect();
    await worker.exited;
  });

  it('lists the devices', async () => {
    const worker = startWorker();
    const { result } = await worker.ask({ type: 'list' });
    expect(result).toMatchObject({
      ok: true,
      value: { devices: bothDevices.map(({ device }) => ({ key: device.key })) },
    });
    worker.child.disconnect();
    await worker.exited;
  });

  it.each(bothDevices)('measures on $title', async ({ device }) => {
    const worker = startWorker();
    await worker.ask({ type: 'open', deviceKey: device.key });
    await worker.ask({ type: 'build', source: saxpySource, options: '' });
    await worker.ask({ type: 'prepare', kernel: 'saxpy', buffers: saxpyBuffers });
    const launch = saxpyLaunch([64]);
    const { result, id } = await worker.ask(visitOf(launch, { samples: 20, verify: true }));
    expect(result).toMatchObject({ ok: true, value: { refused: null } });
    const stages = worker.messages.filter((message) => message.type === 'stage');
    expect(stages.some((message) => message.id === id && message.stage === 'first-launch')).toBe(
      true,
    );
    expect(stages.filter((message) => message.id === id).length).toBeLessThan(20);
    worker.child.disconnect();
    await worker.exited;
  });

  it('lives through buffers that make its garbage collector work', async () => {
    const worker = startWorker();
    await worker.ask({ type: 'open', deviceKey: pocl.key });
    await worker.ask({ type: 'build', source: saxpySource, options: '' });
    const bytes = 64 * 1024 * 1024;
    const buffers = saxpyBuffers.map((plan) => ({ ...plan, bytes, restore: false }));
    const reply = worker.ask({ type: 'prepare', kernel: 'saxpy', buffers });
    const ended = worker.exited.then((how) => ({ result: how }));
    expect((await Promise.race([reply, ended])).result).toMatchObject({ ok: true });
    const launch = saxpyLaunch([64]);
    const visit = worker.ask(visitOf(launch, { samples: 2, verify: true }));
    expect((await Promise.race([visit, ended])).result).toMatchObject({ ok: true });
    worker.child.disconnect();
    await worker.exited;
  });

  it('answers a request that no check foresaw and lives on', async () => {
    const worker = startWorker();
    const nonsense = { ...visitOf(saxpyLaunch([64])), launch: null } as unknown as WorkerRequest;
    await worker.ask({ type: 'open', deviceKey: pocl.key });
    await worker.ask({ type: 'build', source: saxpySource, options: '' });
    await worker.ask({ type: 'prepare', kernel: 'saxpy', buffers: saxpyBuffers });
    expect((await worker.ask(nonsense)).result).toMatchObject({
      ok: false,
      error: { reason: 'crashed' },
    });
    const again = await worker.ask({ type: 'build', source: saxpySource, options: '' });
    expect(again.result.ok).toBe(true);
    worker.child.disconnect();
    await worker.exited;
  });

  it.each(bothDevices)('dies alone of a crashing kernel on $title', async ({ device }) => {
    const worker = startWorker();
    await worker.ask({ type: 'open', deviceKey: device.key });
    await worker.ask({ type: 'build', source: crashing, options: '' });
    await worker.ask({ type: 'prepare', kernel: 'crash', buffers: twoBuffers });
    void worker.ask(visitOf(launchOf(['y', 'z'])));
    const { signal } = await worker.exited;
    expect(['SIGSEGV', 'SIGABRT', 'SIGBUS']).toContain(signal);
    expect(worker.messages.at(-1)).toMatchObject({ type: 'stage', stage: 'first-launch' });
  });

  it('tells running from compiling, then hangs until it is killed', async () => {
    const worker = startWorker();
    await worker.ask({ type: 'open', deviceKey: pocl.key });
    await worker.ask({ type: 'build', source: endless, options: '' });
    await worker.ask({ type: 'prepare', kernel: 'endless', buffers: twoBuffers });
    const running = new Promise<void>((resolve) => {
      worker.child.on('message', (data) => {
        const message = data as FromWorker;
        if (message.type === 'stage' && message.detail === 'running') resolve();
      });
    });
    void worker.ask(visitOf(launchOf(['y', 'z'])));
    await running;
    worker.child.kill('SIGKILL');
    expect(await worker.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it.runIf(process.platform === 'linux')('dies with its parent even inside a kernel', async () => {
    const requests: WorkerRequest[] = [
      { type: 'open', deviceKey: pocl.key },
      { type: 'build', source: endless, options: '' },
      { type: 'prepare', kernel: 'endless', buffers: twoBuffers },
      visitOf(launchOf(['y', 'z'])),
    ];
    const parent = fork(
      join(import.meta.dirname, 'orphan-maker.mjs'),
      [built.path, JSON.stringify(requests)],
      {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    );
    const pid = await new Promise<number>((resolve) => {
      parent.on('message', (data) => {
        const { worker, detail } = data as { worker: number; detail: string };
        if (detail === 'running') resolve(worker);
      });
    });
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    // There is no event for the death of another's child.
    for (let wait = 0; wait < 50 && isRunning(pid); wait++) await sleep(20);
    const survived = isRunning(pid);
    if (survived) process.kill(pid, 'SIGKILL');
    expect(survived).toBe(false);
  });

  it('refuses to be started by hand, with a sentence', () => {
    const { status, stderr } = spawnSync(process.execPath, [built.path], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toContain('device worker');
  });
});
