/**
 * Remembers where the window was. A remembered place is used only as far as it is still on a screen;
 * a file that cannot be read or written is no reason to bother anybody.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';

const dip = v.pipe(v.number(), v.integer(), v.minValue(-100_000), v.maxValue(100_000));
const stateSchema = v.object({
  x: dip,
  y: dip,
  width: dip,
  height: dip,
  maximized: v.boolean(),
  /** 1 is 100 %. Absent in files of earlier versions. */
  zoom: v.optional(v.pipe(v.number(), v.minValue(0.5), v.maxValue(3))),
});

/** In device-independent pixels. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WindowState extends Rectangle {
  readonly maximized: boolean;
  readonly zoom?: number | undefined;
}

export const minimumSize = { width: 1024, height: 700 } as const;
export const defaultSize = { width: 1440, height: 900 } as const;

const overlap = (a: Rectangle, b: Rectangle): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(value, high));

/**
 * The state as it fits the screens of today: on the work area that it overlaps most, no larger than it,
 * and wholly inside. null when none overlaps (the screen is gone): the default place is better then.
 */
export const fitToScreens = (
  state: WindowState,
  workAreas: readonly Rectangle[],
): WindowState | null => {
  const area = workAreas
    .filter((candidate) => overlap(candidate, state) > 0)
    .sort((a, b) => overlap(b, state) - overlap(a, state))[0];
  if (area === undefined) return null;
  const width = clamp(state.width, Math.min(minimumSize.width, area.width), area.width);
  const height = clamp(state.height, Math.min(minimumSize.height, area.height), area.height);
  return {
    x: clamp(state.x, area.x, area.x + area.width - width),
    y: clamp(state.y, area.y, area.y + area.height - height),
    width,
    height,
    maximized: state.maximized,
    zoom: state.zoom,
  };
};

/** null when there is none or it makes no sense. */
export const readWindowState = (file: string): WindowState | null => {
  try {
    const parsed = v.safeParse(stateSchema, JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
};

/** Replaces the file in one step. Failure is swallowed: the next start then takes the default place. */
export const writeWindowState = (file: string, state: WindowState): void => {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  } catch {
    // See above.
  }
};
