/** What the groups of the window's bench share: the programs to start, how often, and where to say what goes on. */
import type { Group } from '../bench/run-groups';

export interface UiContext {
  /** The project's folder: the product, as it is started by its user. */
  readonly root: string;
  /** The same app on simulated devices. */
  readonly simulated: string;
  /** Electron's executable. */
  readonly electron: string;
  /** Repeats where one is not enough. */
  readonly rounds: number;
  /** Length of the stream. */
  readonly seconds: number;
  readonly say: (text: string) => void;
}

export type UiGroup = Group<UiContext>;

export const quantile = (values: readonly number[], share: number): number | null => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? null;
};

export const median = (values: readonly number[]): number | null => quantile(values, 0.5);
