/**
 * The order of the start: first the kernel can be seen and the window be used, then what takes longer (drivers
 * that are asked for their devices, charts, files of earlier runs, a hundred faces) gets its turn. Decides only
 * when that is: once the first view says that it stands, or after a moment where it has nothing to wait for
 * (another view, a folded panel).
 */

/** A start takes less; later nobody should have to wait for what was put off. */
const longestMs = 800;

let tell: () => void = () => undefined;
const seen = new Promise<void>((resolve) => {
  tell = resolve;
});
let isWaiting = false;

/** The first view can be used. */
export const firstLookTaken = (): void => {
  // Its code is done long before it is on the screen, and what comes next would share the processors with that.
  new PerformanceObserver((paints, observer) => {
    if (!paints.getEntriesByName('first-contentful-paint').length) return;
    observer.disconnect();
    tell();
  }).observe({ type: 'paint', buffered: true });
};

/** Resolves when it can be. */
export const firstLook = (): Promise<void> => {
  if (!isWaiting) setTimeout(tell, longestMs);
  isWaiting = true;
  return seen;
};
