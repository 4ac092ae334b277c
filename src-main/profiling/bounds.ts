/**
 * How long a worker may stay silent in each stage before it counts as hung (defaults that suit a lab;
 * docs/measurement.md). Pure: the clock is in worker-link.ts.
 *
 * A driver may compile inside the first launch of a size, for minutes on some; so the first launch has
 * one bound while it compiles and a shorter one once it runs.
 */
import type { Stage } from '@shared/domain/outcome';

export const second = 1000;

/** What the bound of a stage depends on. Times in milliseconds. */
export interface BoundContext {
  readonly stage: Stage;
  /** The stage message's detail; `running` in a first launch means that compiling is over. */
  readonly detail: string;
  /** `--timeout` in seconds, null when not given. */
  readonly timeoutSeconds: number | null;
  /** `--build-timeout` in seconds; null or absent when not given. */
  readonly buildTimeoutSeconds?: number | null | undefined;
  /** How long the first launch of this configuration ran, once known. */
  readonly firstLaunchMs: number | null;
}

const buildMs = 120 * second;
const createMs = 120 * second;
const openMs = 60 * second;
const compilingMs = 180 * second;
const firstRunMs = 20 * second;
const leastLaunchMs = 5 * second;
const launchFactor = 50;

/** Milliseconds of silence that are allowed. */
export const boundOf = (context: BoundContext): number => {
  const asked = context.timeoutSeconds === null ? null : context.timeoutSeconds * second;
  const buildTimeoutSeconds = context.buildTimeoutSeconds ?? null;
  const askedBuild = buildTimeoutSeconds === null ? null : buildTimeoutSeconds * second;
  switch (context.stage) {
    case 'open':
      return openMs;
    case 'build':
      return askedBuild ?? buildMs;
    case 'create':
      return askedBuild ?? createMs;
    case 'prepare':
      return createMs;
    case 'first-launch':
      return context.detail === 'running' ? (asked ?? firstRunMs) : (askedBuild ?? compilingMs);
    case 'launch':
    case 'verify':
      return asked ?? laterLaunch(context.firstLaunchMs);
  }
};

const laterLaunch = (firstLaunchMs: number | null): number =>
  firstLaunchMs === null
    ? firstRunMs
    : Math.max(leastLaunchMs, launchFactor * Math.min(firstLaunchMs, firstRunMs));
