import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { FromWorker } from '@main/profiling/protocol';
import { createOutbox, type Outbox } from '@main/worker/outbox';

const reply = (id: number): FromWorker => ({
  type: 'reply',
  id,
  result: { ok: true, value: null },
});

const open = (): { readonly outbox: Outbox; readonly told: () => readonly unknown[] } => {
  const sent: FromWorker[] = [];
  return {
    outbox: createOutbox((message) => sent.push(message)),
    told: () => sent.map((message) => (message.type === 'reply' ? message.id : message.type)),
  };
};

describe('createOutbox', () => {
  it('tells what is held first, in order, and once', () => {
    const { outbox, told } = open();
    outbox.hold(reply(1));
    outbox.hold(reply(2));
    expect(outbox.isEmpty).toBe(false);
    expect(told()).toEqual([]);
    outbox.send(reply(3));
    expect(outbox.isEmpty).toBe(true);
    outbox.release();
    expect(told()).toEqual([1, 2, 3]);
  });

  it('tells by itself what is held briefly, when nothing else comes', async () => {
    const { outbox, told } = open();
    outbox.holdBriefly(reply(1));
    await turn();
    expect(told()).toEqual([]);
    await turn();
    await turn();
    expect(told()).toEqual([1]);
  });

  it('does not tell the next one early because the one before it was due', async () => {
    const { outbox, told } = open();
    outbox.holdBriefly(reply(1));
    await turn();
    outbox.release();
    outbox.holdBriefly(reply(2));
    // The turn in which the first would have been told by itself.
    await turn();
    expect(told()).toEqual([1]);
    outbox.release();
    expect(told()).toEqual([1, 2]);
  });
});
