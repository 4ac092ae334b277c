// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WorkbenchBridge } from '@shared/ipc/contract';
import { workbench } from '@renderer/client';

const scripted = () => {
  const forwarders: ((payload: never) => void)[] = [];
  const bridge = {
    call: vi.fn(),
    drop: vi.fn(),
    on: (_: string, forward: (payload: never) => void) => {
      forwarders.push(forward);
      return () => undefined;
    },
  } as unknown as WorkbenchBridge;
  Object.defineProperty(window, 'workbench', { value: bridge, configurable: true });
  return forwarders;
};

afterEach(() => void Reflect.deleteProperty(window, 'workbench'));

describe('the client', () => {
  it('asks the bridge once for a stream that several listen to, and tells each of them', () => {
    const forwarders = scripted();
    const [first, second] = [vi.fn(), vi.fn()];
    workbench.on('lane-status', first);
    const stop = workbench.on('lane-status', second);
    expect(forwarders).toHaveLength(1);
    const statuses: readonly never[] = [];
    for (const forward of forwarders) forward(statuses as never);
    stop();
    for (const forward of forwarders) forward(statuses as never);
    expect(first).toHaveBeenCalledTimes(2);
    expect(second).toHaveBeenCalledTimes(1);
    expect(second).toHaveBeenCalledWith(statuses);
  });

  it('does not mix the listeners of two bridges', () => {
    scripted();
    const old = vi.fn();
    workbench.on('lane-status', old);
    const forwarders = scripted();
    workbench.on('lane-status', vi.fn());
    for (const forward of forwarders) forward([] as never);
    expect(old).not.toHaveBeenCalled();
  });
});
