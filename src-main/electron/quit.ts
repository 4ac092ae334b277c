/**
 * Quitting: the engine first cancels what runs, kills its workers and closes its logs, so that no worker
 * outlives the app. A close that hangs is not waited for longer than five seconds: the logs are synced
 * line by line, and workers die with their parent.
 */
import { app } from 'electron';

const limitMs = 5_000;

/** Runs `close` once, before the app goes. */
export const closeBeforeQuit = (close: () => Promise<void>): void => {
  let state: 'open' | 'closing' | 'closed' = 'open';
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    const limit = new Promise<void>((resolve) => setTimeout(resolve, limitMs).unref());
    void Promise.race([close(), limit])
      .catch(() => undefined)
      .finally(() => {
        state = 'closed';
        // Not from inside the quit that was just called off.
        setImmediate(() => app.quit());
      });
  });
};
