import { describe, expect, it, vi } from 'vitest';
import { err, ok } from '@shared/domain/result';
import { problem } from '@shared/domain/problem';
import { defaultMeasureOptions } from '@shared/domain/sweep';
import { commandNames, type CommandHandlers } from '@shared/ipc/contract';
import { answerCall, isTrusted, registerBridge } from '@main/ipc/bridge';
import { requestSchemas } from '@main/ipc/requests';

const refuseAll = (): CommandHandlers => {
  const entries = commandNames.map((name) => [
    name,
    vi.fn(() => Promise.reject(new Error(`${name} was not expected`))),
  ]);
  return Object.fromEntries(entries) as CommandHandlers;
};

const setUp = (handlers: Partial<CommandHandlers>) => {
  const onBug = vi.fn();
  return { onBug, options: { handlers: { ...refuseAll(), ...handlers }, onBug } };
};

describe('answering a call', () => {
  it('hands a well-formed request to its handler and its reply back', async () => {
    const cancel = vi.fn(() => Promise.resolve(ok(null)));
    const { options } = setUp({ 'sweep.cancel': cancel });
    const reply = await answerCall(options, 'sweep.cancel', { run: '20261129-saxpy-1', extra: 1 });
    expect(reply).toEqual(ok(null));
    expect(cancel).toHaveBeenCalledWith({ run: '20261129-saxpy-1' });
  });

  it('answers what goes wrong while a run is resumed as a value', async () => {
    const resume = vi.fn(() => Promise.reject(new Error('disk')));
    const { options } = setUp({ 'sweep.resume': resume });
    expect(await answerCall(options, 'sweep.resume', { run: '20261129-saxpy-1' })).toMatchObject({
      ok: false,
      error: { code: 'internal' },
    });
    expect(await answerCall(options, 'sweep.resume', { run: '../x' })).toMatchObject({
      ok: false,
      error: { code: 'invalid-option' },
    });
    expect(resume).toHaveBeenCalledTimes(1);
  });

  it('refuses names that are not commands, those of Object.prototype too', async () => {
    const { options } = setUp({});
    for (const name of ['eval', '__proto__', 'constructor', 'toString', '', null, 7, {}]) {
      await expect(answerCall(options, name, null)).rejects.toThrow('no such command');
    }
  });

  it.each([
    '../../etc/passwd',
    '/tmp/x.ndrun',
    '..',
    '.hidden',
    'a/b',
    'a\\b',
    '',
    'x'.repeat(201),
  ])('never takes %j for the id of a run', async (run) => {
    const { options } = setUp({});
    const reply = await answerCall(options, 'runs.open', { run, from: null });
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid-option' } });
  });

  it('names the field that is wrong', async () => {
    const { options } = setUp({});
    const reply = await answerCall(options, 'runs.export-csv', { runs: ['a'], form: 'xml' });
    expect(reply).toMatchObject({ ok: false });
    expect((reply as { error: { message: string } }).error.message).toContain('form');
  });

  it('rejects a wrong request of a command whose reply cannot carry a problem', async () => {
    const { options } = setUp({});
    await expect(answerCall(options, 'devices.list', { refresh: 'yes' })).rejects.toThrow(
      'refresh',
    );
  });

  it('refuses source text beyond its bound', async () => {
    const { options } = setUp({});
    const request = {
      sourceText: 'x'.repeat(4 * 1024 * 1024 + 1),
      buildOptions: '',
      deviceKeys: [],
    };
    await expect(answerCall(options, 'kernel.compile', request)).rejects.toThrow('sourceText');
  });

  it('passes a problem of the handler on as it is', async () => {
    const busy = err(problem('busy', 'The run r is still being measured.', 'Cancel it first.'));
    const { options, onBug } = setUp({ 'runs.delete': () => Promise.resolve(busy) });
    expect(await answerCall(options, 'runs.delete', { run: 'r' })).toEqual(busy);
    expect(onBug).not.toHaveBeenCalled();
  });

  it('turns an exception of a handler into a problem, and reports the bug', async () => {
    const bug = new Error('index out of range');
    const { options, onBug } = setUp({ 'runs.open': () => Promise.reject(bug) });
    const reply = await answerCall(options, 'runs.open', { run: 'r', from: null });
    expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(onBug).toHaveBeenCalledWith('runs.open', bug);
  });
});

describe('the sender', () => {
  const origin = 'app://workbench';
  it.each([
    ['the page itself', { url: 'app://workbench/', parent: null }, true],
    ['a page inside a frame', { url: 'app://workbench/', parent: {} }, false],
    ['another site', { url: 'https://example.org/', parent: null }, false],
    ['a host that begins like ours', { url: 'app://workbench.evil/', parent: null }, false],
    ['a frame that is gone', null, false],
  ])('%s: trusted is %s', (_who, frame, trusted) => {
    expect(isTrusted(frame, origin)).toBe(trusted);
  });

  it('is checked before anything else', async () => {
    let listener: (event: unknown, name: unknown, request: unknown) => Promise<unknown> = () =>
      Promise.resolve();
    const { options } = setUp({});
    registerBridge(
      {
        handle: (_channel, given) => {
          listener = given as unknown as typeof listener;
        },
      },
      { ...options, origin },
    );
    const stranger = { senderFrame: { url: 'https://example.org/', parent: null } };
    await expect(listener(stranger, 'app.info', null)).rejects.toThrow('Refused');
    expect(options.handlers['app.info']).not.toHaveBeenCalled();
  });
});

describe('the schema of sweep.start', () => {
  const request = {
    sourceText: '__kernel void k(__global float *x) { x[get_global_id(0)] = 1; }',
    deviceKeys: ['pocl'],
    options: defaultMeasureOptions,
    spec: {
      format: 'ndrange-sweep',
      version: 1,
      title: { en: 'k' },
      source: 'k.cl',
      kernel: 'k',
      buildOptions: '',
      global: [1024],
      local: [[64], null],
      args: [
        {
          kind: 'buffer',
          name: 'x',
          type: 'float',
          count: 'gx',
          init: { index: true },
          write: true,
        },
      ],
      flopsPerItem: null,
      bytesPerItem: null,
      indivisible: 'pad',
      kernelLimit: 'try',
      samples: null,
    },
  };

  it('accepts what the window sends', () => {
    const parsed = requestSchemas['sweep.start']['~standard'].validate(request);
    expect(parsed).not.toHaveProperty('issues');
  });

  it('keeps what a search is asked for, and refuses sizes that are none', () => {
    const wish = { add: [[48], null], forbid: [[256]] };
    const of = (search: unknown) =>
      requestSchemas['sweep.start']['~standard'].validate({
        ...request,
        options: { ...defaultMeasureOptions, search },
      });
    expect(of(wish)).toMatchObject({ value: { options: { search: wish } } });
    for (const bad of [{ add: [[0]], forbid: [] }, { add: [] }, { add: [[]], forbid: [] }, 'all']) {
      expect(of(bad)).toHaveProperty('issues');
    }
  });

  it.each([
    ['a size of 0', { ...request, spec: { ...request.spec, local: [[0]] } }],
    ['a global size of NaN', { ...request, spec: { ...request.spec, global: [NaN] } }],
    ['no seconds', { ...request, options: { ...defaultMeasureOptions, maxSeconds: 0 } }],
    ['a seed that is text', { ...request, options: { ...defaultMeasureOptions, seed: '1' } }],
  ])('refuses %s', (_what, bad) => {
    const parsed = requestSchemas['sweep.start']['~standard'].validate(bad);
    expect(parsed).toHaveProperty('issues');
  });
});
