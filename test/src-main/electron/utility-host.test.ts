import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';

class FakeChild extends EventEmitter {
  pid: number | undefined = undefined;
  readonly stdout = new EventEmitter();
  readonly stderr = new EventEmitter();
  readonly postMessage = vi.fn();
}

let child = new FakeChild();
const fork = vi.fn(() => child);
vi.mock('electron', () => ({ utilityProcess: { fork } }));
const { createUtilityHost, exitOf } = await import('@main/electron/utility-host');

describe('what the exit of a utility process means', () => {
  it.each([
    [0, { code: 0, signal: null }],
    [1, { code: 1, signal: null }],
    [9, { code: null, signal: 'SIGKILL' }],
    [11, { code: null, signal: 'SIGSEGV' }],
  ])('%i on Linux', (code, exit) => {
    expect(exitOf(code, 'linux')).toEqual(exit);
  });

  it('is a plain code on Windows', () => {
    expect(exitOf(11, 'win32')).toEqual({ code: 11, signal: null });
  });
});

describe('a worker behind a utility process', () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  beforeEach(() => {
    child = new FakeChild();
    kill.mockClear();
  });

  const spawn = (pid: number): void => {
    child.pid = pid;
    child.emit('spawn');
  };

  it('is killed by pid with SIGKILL', () => {
    const worker = createUtilityHost('/w.js').start('device');
    spawn(4242);
    worker.kill();
    expect(kill).toHaveBeenCalledWith(4242, 'SIGKILL');
  });

  it('is killed as soon as it has a pid when it was to die before', () => {
    const worker = createUtilityHost('/w.js').start('device');
    worker.kill();
    expect(kill).not.toHaveBeenCalled();
    spawn(4243);
    expect(kill).toHaveBeenCalledWith(4243, 'SIGKILL');
  });

  it('is not killed after its exit: the pid may belong to somebody else by then', () => {
    const worker = createUtilityHost('/w.js').start('device');
    spawn(4244);
    child.emit('exit', 0);
    worker.kill();
    expect(kill).not.toHaveBeenCalled();
  });

  it('gets no message after its exit', () => {
    const worker = createUtilityHost('/w.js').start('device');
    spawn(4245);
    child.emit('exit', 0);
    worker.send({ id: 1, request: { type: 'close' } });
    expect(child.postMessage).not.toHaveBeenCalled();
  });

  it('gives both output streams as text, with characters that were cut in two whole again', () => {
    const worker = createUtilityHost('/w.js').start('device');
    const heard: string[] = [];
    worker.onOutput((text) => heard.push(text));
    const bytes = Buffer.from('5 µs');
    child.stdout.emit('data', bytes.subarray(0, 3));
    child.stdout.emit('data', bytes.subarray(3));
    child.stderr.emit('data', Buffer.from('!'));
    expect(heard.join('')).toBe('5 µs!');
  });
});
