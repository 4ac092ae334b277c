/**
 * Drawings that are due at the same time, one per task: several charts that change together must not hold up
 * the window together. Who asks again before its turn is drawn once.
 */
import { nextTask } from './next-task';

const due = new Set<() => void>();
let working: Promise<void> | null = null;

const work = async (): Promise<void> => {
  // Not before the frame that shows the rest of the page.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  for (const draw of due) {
    await nextTask();
    // Whoever went away meanwhile has taken its drawing back.
    if (due.delete(draw)) draw();
  }
};

/** Calls `draw` in a task of its own, soon. */
export const drawInTurn = (draw: () => void): void => {
  due.add(draw);
  if (working !== null) return;
  working = work();
  void working.finally(() => {
    working = null;
    const [next] = due;
    if (next !== undefined) drawInTurn(next);
  });
};

/** Resolves when nothing is due any more, whatever became of it. */
export const allDrawn = async (): Promise<void> => {
  while (working !== null) {
    await working.catch(() => undefined);
    // The next round begins when this one has been cleared away.
    await nextTask();
  }
};

/** Takes a drawing back. */
export const forgetDrawing = (draw: () => void): void => {
  due.delete(draw);
};
