/**
 * The quick look at a stored visit. Visits are nearly all of a log: a run of a million samples has thousands,
 * and its schema (run-schema.ts) takes several times as long as this. Decides only that a value is a visit
 * with the fields that this version knows, no others, all of them in bounds; whatever it is not sure of it
 * leaves to the schema. What it accepts, the schema accepts as it is.
 */
import type { RunEvent } from './run-event';
import { timeSources } from './sample';

type VisitEvent = Extract<RunEvent, { type: 'visit' }>;

const visitFields = ['seq', 'at', 'type', 'deviceKey', 'configuration', 'round', 'samples'];
const sampleFields = ['timeSource', 'batchK', 'queueNs', 'submitNs', 'runNs', 'wallNs'];
const longestName = 100;
const longestDuration = 2e19;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Own fields only: `__proto__` of a JSON text is one, and no known one. */
const hasJust = (value: object, fields: readonly string[], optional: string): boolean => {
  const names = Object.keys(value);
  return (
    fields.every((name) => Object.hasOwn(value, name)) &&
    names.every((name) => fields.includes(name) || name === optional)
  );
};

const isWhole = (value: unknown, least: number): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= least;

const isDuration = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value <= longestDuration;

const isName = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= longestName;

const areDurations = (value: unknown, count: number, mayLack: boolean): boolean =>
  Array.isArray(value) &&
  value.length === count &&
  value.every((entry) => isDuration(entry) || (mayLack && entry === null));

const areSamples = (value: unknown): boolean => {
  if (!isRecord(value) || !hasJust(value, sampleFields, '')) return false;
  const { timeSource, batchK, queueNs, submitNs, runNs, wallNs } = value;
  if (!(timeSources as readonly unknown[]).includes(timeSource) || !isWhole(batchK, 1))
    return false;
  const count = Array.isArray(runNs) ? runNs.length : -1;
  return (
    areDurations(runNs, count, false) &&
    areDurations(wallNs, count, false) &&
    areDurations(queueNs, count, true) &&
    areDurations(submitNs, count, true)
  );
};

/** @param value a parsed JSON value */
export const isPlainVisit = (value: unknown): value is VisitEvent =>
  isRecord(value) &&
  value['type'] === 'visit' &&
  hasJust(value, visitFields, 'firstLaunchNs') &&
  isWhole(value['seq'], 0) &&
  isDuration(value['at']) &&
  isWhole(value['round'], 0) &&
  isName(value['deviceKey']) &&
  isName(value['configuration']) &&
  (value['firstLaunchNs'] === undefined || isDuration(value['firstLaunchNs'])) &&
  areSamples(value['samples']);
