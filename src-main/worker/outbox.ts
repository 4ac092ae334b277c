/**
 * What the worker tells its parent, in order. Decides what may wait: a message costs more than many a launch, and its
 * hearing takes a core for longer. What is not urgent is held until the device has a long launch to run, instead of
 * being told between two.
 */
import type { FromWorker } from '../profiling/protocol';

export interface Outbox {
  /** Tells what is held, then this. */
  send(message: FromWorker): void;
  /** To be told once whoever holds it knows that a launch is under way. */
  hold(message: FromWorker): void;
  /** The same, but no longer than until it is clear that no other request is here. */
  holdBriefly(message: FromWorker): void;
  readonly isEmpty: boolean;
  release(): void;
}

/** `send` must not throw. */
export const createOutbox = (send: (message: FromWorker) => void): Outbox => {
  let held: FromWorker[] = [];
  const release = (): void => {
    const told = held;
    held = [];
    for (const message of told) send(message);
  };
  return {
    send(message) {
      release();
      send(message);
    },
    hold: (message) => void held.push(message),
    holdBriefly(message) {
      held.push(message);
      // A request that came meanwhile is read in the turn after this one.
      setImmediate(() => {
        setImmediate(() => {
          if (held.includes(message)) release();
        });
      });
    },
    get isEmpty() {
      return held.length === 0;
    },
    release,
  };
};
