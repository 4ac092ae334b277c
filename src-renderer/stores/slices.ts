/**
 * Drives work that comes in steps without holding up the window: a few milliseconds at a time, then whatever
 * else waits (input, a frame) comes first. Work that is done sooner takes no pause at all.
 */
import type { Steps } from '@shared/domain/steps';

/** A frame has 16 ms; what is left of it is for drawing. */
const sliceMs = 5;

/** Resolves in a task of its own. */
export const nextTask = (): Promise<void> =>
  // The page's own place in the queue, ahead of what a timer gets; a test's page has none.
  'scheduler' in globalThis ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));

export const inSlices = async <Result>(steps: Steps<Result>): Promise<Result> => {
  let begun = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - begun < sliceMs) continue;
    await nextTask();
    begun = performance.now();
  }
};
