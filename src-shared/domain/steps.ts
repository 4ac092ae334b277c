/**
 * Work in steps: a generator that yields where it can be put off. Whoever has other things to do meanwhile (a
 * window) drives it a step at a time, all others at one go. Decides nothing.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Works without a pause. */
export const finishSteps = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};
