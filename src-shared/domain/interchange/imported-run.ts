/**
 * Another tool's results as a run: header and events, checked by the same schema as run files from elsewhere.
 * What the file does not say stays unknown: the device's limits, the kernel's source, queue times. All samples
 * of a size are one round, because nobody knows when they were taken: the verdict then says what that is worth.
 */
import type { Outcome } from '../outcome';
import type { Configuration } from '../plan-types';
import { problem, type Problem } from '../problem';
import { err, ok, type Result } from '../result';
import type { RunEvent } from '../run-event';
import { parseRunEvent, parseRunHeader } from '../run-schema';
import { localKey, localLabel } from '../sizes';
import { defaultMeasureOptions } from '../sweep';
import type { ForeignResults, ForeignSize } from './foreign-results';

export interface ImportSurroundings {
  readonly run: string;
  /** ISO 8601: when it was imported, since most files do not say when they were measured. */
  readonly startedAt: string;
  readonly appVersion: string;
  /** The file's name, and its text, which the run keeps. */
  readonly file: string;
  readonly text: string;
}

const toolNames = { 'kernel-tuner-cache': 'Kernel Tuner', t4: 'T4', csv: 'CSV' } as const;

const unknownLimit = { ok: false, error: 'not in the file' } as const;

/** A device of which nothing but a name is known. */
const deviceOf = (name: string): Readonly<Record<string, unknown>> => ({
  key: `imported|${name}|0`,
  index: 0,
  ordinal: 0,
  platform: { name: 'unknown', vendor: '', version: '' },
  name,
  vendor: '',
  driver: 'unknown',
  version: '',
  versionNumber: [0, 0],
  openclC: '',
  types: [],
  limits: { maxWorkGroupSize: unknownLimit },
  extensions: [],
  uuid: null,
  pci: null,
  resource: `imported|${name}`,
  sameHardwareAs: [],
});

const outcomeOf = (size: ForeignSize, tool: string): Outcome =>
  size.failure === null
    ? { kind: 'measured' }
    : {
        kind: 'failed',
        reason: size.failure,
        message: `${tool} reports that local size ${localLabel(size.local)} failed; it does not say how.`,
        ...(size.failure === 'timed-out' ? { stage: 'launch' } : {}),
      };

/** The field that a sentence of `parseRunHeader` or `parseRunEvent` begins with. */
export const fieldOf = (why: string): string => {
  const [first = '', second] = why.split(' ');
  return first === 'the' ? (second ?? '') : first;
};

/** What the file says cannot stand in a run; `why` names the field. */
const invalid = (file: string, why: string): Problem =>
  problem(
    'run-unreadable',
    `${file}: ${why}.`,
    undefined,
    { file, field: fieldOf(why) },
    'import-invalid',
  );

/** ms to whole ns, as run logs hold them. */
const toNs = (ms: number): number => Math.round(ms * 1e6);

const plan = (results: ForeignResults, global: readonly number[]): readonly Configuration[] =>
  results.sizes.map(({ local }) => ({
    id: localKey(local),
    local,
    asked: global,
    launched: global.map((size, at) => Math.ceil(size / (local?.[at] ?? 1)) * (local?.[at] ?? 1)),
    rejected: null,
  }));

/**
 * @param global used where the file does not say it
 * @returns the events of a finished run, the header first; problem: `run-unreadable` or `invalid-option`
 */
export const importedRun = (
  results: ForeignResults,
  at: ImportSurroundings,
  global: readonly number[] | null = null,
): Result<readonly RunEvent[], Problem> => {
  const asked = results.global ?? global;
  const tried = results.sizes;
  const given = tried.find(({ local }) => local !== null)?.local?.length;
  if (asked === null) {
    return err(
      problem(
        'invalid-option',
        `${at.file} does not say the global size.`,
        'Give it with --global SIZE.',
        { file: at.file, globalDimensions: given ?? 1 },
      ),
    );
  }
  const dimensions = given ?? asked.length;
  if (dimensions !== asked.length) {
    return err(
      problem(
        'invalid-option',
        `The global size has ${asked.length} dimensions, the local sizes of ${at.file} have ${dimensions}.`,
        'Give a global size of as many.',
        { given: asked.length, wanted: dimensions },
      ),
    );
  }
  const tool = toolNames[results.format];
  const device = deviceOf(results.device);
  const kernel = results.kernel;
  const header = parseRunHeader({
    format: 'ndrange-run',
    version: 1,
    run: at.run,
    startedAt: at.startedAt,
    appVersion: at.appVersion,
    spec: {
      format: 'ndrange-sweep',
      version: 1,
      title: { en: `${kernel} (from ${tool})`, 'zh-CN': `${kernel}（来自 ${tool}）` },
      source: `${kernel.replace(/[^A-Za-z0-9_-]+/g, '-')}.cl`,
      kernel,
      buildOptions: results.fixed.map((pair) => `-D ${pair.replace(/[^\w.=+-]+/g, '_')}`).join(' '),
      global: asked,
      local: tried.map(({ local }) => local),
      args: [],
      indivisible: 'pad',
      kernelLimit: 'try',
      samples: null,
    },
    sourceText: '',
    sourceSha256: '',
    specSha256: '',
    options: { ...defaultMeasureOptions, verify: false },
    devices: [device],
    host: { system: `imported from ${tool}`, processor: '' },
    origin: { format: results.format, file: at.file, text: at.text },
  });
  if (!header.ok) return err(invalid(at.file, header.error));
  const events: unknown[] = [
    { type: 'device-planned', deviceKey: device['key'], configurations: plan(results, asked) },
  ];
  for (const size of tried) {
    const configuration = localKey(size.local);
    const runNs = size.timesMs.map(toNs);
    if (runNs.length > 0) {
      const nothing = runNs.map(() => null);
      const samples = {
        timeSource: 'event',
        batchK: 1,
        queueNs: nothing,
        submitNs: nothing,
        runNs,
        wallNs: runNs,
      };
      events.push({ type: 'visit', deviceKey: device['key'], configuration, round: 0, samples });
    }
    events.push({
      type: 'configuration-ended',
      deviceKey: device['key'],
      configuration,
      outcome: outcomeOf(size, tool),
      stopReason: 'ended',
      verified: null,
    });
  }
  const failed = tried.filter(({ failure }) => failure !== null).length;
  events.push(
    { type: 'device-ended', deviceKey: device['key'], problem: null },
    {
      type: 'run-ended',
      phase: 'finished',
      wallNs: 0,
      counts: { configurations: tried.length, measured: tried.length - failed, failed },
    },
  );
  const checked: RunEvent[] = [{ type: 'run-started', header: header.value, seq: 0, at: 0 }];
  for (const [place, event] of events.entries()) {
    const parsed = parseRunEvent({ ...(event as object), seq: place + 1, at: 0 });
    if (!parsed.ok) return err(invalid(at.file, parsed.error));
    checked.push(parsed.value);
  }
  return ok(checked);
};
