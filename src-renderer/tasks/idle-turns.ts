/** Work that nobody waits for: one step at a time, each when the page has nothing else to do. Decides nothing. */

/** Does the steps in order; where the page cannot say when it is idle, none. */
export const inIdleTurns = ([step, ...rest]: readonly (() => void)[]): void => {
  if (step === undefined || typeof requestIdleCallback !== 'function') return;
  requestIdleCallback(() => {
    step();
    inIdleTurns(rest);
  });
};
