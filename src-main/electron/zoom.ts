/** The steps of the window's zoom: 100 % to 200 %, and a little below for screens that are too small. */
import type { ZoomStep } from '@shared/ipc/shell';

export const zoomSteps = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const;

/** The zoom after a step from `now`, which need not be one of the steps. 1 is 100 %. */
export const zoomAfter = (now: number, step: ZoomStep): number => {
  const tolerance = 0.005;
  switch (step) {
    case 'reset':
      return 1;
    case 'in':
      return zoomSteps.find((zoom) => zoom > now + tolerance) ?? 2;
    case 'out':
      return zoomSteps.findLast((zoom) => zoom < now - tolerance) ?? 0.8;
  }
};
