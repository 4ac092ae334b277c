/** Lets the window do what waits (input, a frame) before the work goes on. Decides nothing. */

/** Resolves in a task of its own. */
export const nextTask = (): Promise<void> =>
  // The page's own place in the queue, ahead of what a timer gets; a test's page has none.
  'scheduler' in globalThis ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
