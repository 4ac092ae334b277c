import { describe, expect, it } from 'vitest';
import { createInFlight, inFlightNs, mostFirstInFlight } from '@main/profiling/in-flight';
import type { SentAhead } from '@main/profiling/visits';

/** A visit that takes so long once it is awaited, by a clock of milliseconds. */
const clocked = () => {
  let nowMs = 0;
  const order: string[] = [];
  return {
    flight: createInFlight(() => nowMs),
    order,
    taking: (ms: number, name = ''): SentAhead => ({
      arrive: () => {
        nowMs += ms;
        order.push(name);
        return Promise.resolve();
      },
    }),
  };
};

const addWhileRoom = (
  { flight, taking }: ReturnType<typeof clocked>,
  ms: number,
  expectedNs: number | null,
): number => {
  let added = 0;
  while (flight.hasRoom && added < 1000) {
    flight.add(taking(ms), [], expectedNs);
    added += 1;
  }
  return added;
};

describe('visits in flight', () => {
  it('are taken in in the order in which they were asked for', async () => {
    const { flight, taking, order } = clocked();
    for (const name of ['a', 'b', 'c']) flight.add(taking(1, name), [], 1e6);
    await flight.arrive();
    expect(flight.isLow).toBe(false);
    await flight.arriveAll();
    expect(order).toEqual(['a', 'b', 'c']);
    expect(flight.isEmpty).toBe(true);
  });

  it('fill the time that may be asked for in one go, and not more', () => {
    expect(addWhileRoom(clocked(), 1, inFlightNs / 4)).toBe(4);
    // One runs and one waits, however long they are.
    expect(addWhileRoom(clocked(), 1, 10 * inFlightNs)).toBe(2);
  });

  it('are two while it is not known how long a first launch takes', () => {
    expect(addWhileRoom(clocked(), 1, null)).toBe(2);
  });

  it('are as many first launches as the last one lets expect, up to a bound', async () => {
    const quick = clocked();
    quick.flight.add(quick.taking(2), [], null);
    await quick.flight.arriveAll();
    expect(addWhileRoom(quick, 2, null)).toBe(mostFirstInFlight);

    const slow = clocked();
    slow.flight.add(slow.taking(inFlightNs / 1e6 / 3), [], null);
    await slow.flight.arriveAll();
    expect(addWhileRoom(slow, 2, null)).toBe(3);
  });

  it('take the time of a first launch from when the one before it was answered', async () => {
    const { flight, taking } = clocked();
    flight.add(taking(400), [], 400e6);
    const firstMs = inFlightNs / 1e6 / 4;
    flight.add(taking(firstMs), [], null);
    await flight.arriveAll();
    const one = { flight, taking, order: [] };
    // And not since it was asked for, 400 ms before.
    expect(addWhileRoom(one, firstMs, null)).toBe(4);
  });
});
