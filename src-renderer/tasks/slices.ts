/**
 * Drives work that comes in steps without holding up the window: a few milliseconds at a time, then whatever
 * else waits (input, a frame) comes first. Work that is done sooner takes no pause at all.
 */
import type { Steps } from '@shared/domain/steps';
import { nextTask } from './next-task';

/** A frame has 16 ms; what is left of it is for drawing. */
const sliceMs = 5;

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
