/**
 * What a request of each command must look like. The page is not trusted to have kept to the contract's
 * types: whatever arrives is checked here, within bounds, before a handler sees it. Unknown fields are
 * dropped. What a spec means is the domain's business (sweep-schema.ts), so it is asked.
 */
import * as v from 'valibot';
import { largestExtent, largestLocalCount } from '@shared/domain/local-list';
import { runNotesSchema } from '@shared/domain/run-notes';
import { parseSweepSpec } from '@shared/domain/sweep-schema';
import type { MeasureOptions, SweepSpec } from '@shared/domain/sweep';
import type { CommandName, Commands } from '@shared/ipc/contract';
import { menuRoles, type MenuEntry } from '@shared/ipc/shell';

/** Longer than any kernel that a person edits; the same bound as for files. */
const maxSourceLength = 4 * 1024 * 1024;
const text = (length: number) => v.pipe(v.string(), v.maxLength(length));
const list = <Item extends v.GenericSchema>(item: Item, length: number) =>
  v.pipe(v.array(item), v.maxLength(length));

const nothing = v.null();
const runId = v.pipe(text(200), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'is not the id of a run'));
const deviceKeys = list(text(500), 1000);
const source = text(maxSourceLength);
const count = (high: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(high));
const seconds = v.pipe(v.number(), v.gtValue(0), v.maxValue(86_400));
const share = v.pipe(v.number(), v.gtValue(0), v.ltValue(1));

const extent = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(largestExtent));
const localSizes = list(
  v.nullable(v.pipe(v.array(extent), v.minLength(1), v.maxLength(3))),
  largestLocalCount,
);
const locale = v.picklist(['en', 'zh-CN']);
const largestPicture = 64 * 1024 * 1024;
/** The first eight bytes of every PNG file. */
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const picture = v.variant('form', [
  v.object({
    form: v.literal('svg'),
    suggestedName: text(255),
    svg: v.pipe(text(largestPicture), v.startsWith('<svg ', 'is no SVG')),
  }),
  v.object({
    form: v.literal('png'),
    suggestedName: text(255),
    png: v.pipe(
      v.instance(Uint8Array),
      v.check(
        (bytes) =>
          bytes.length <= largestPicture && pngStart.every((byte, at) => bytes[at] === byte),
        'is no PNG',
      ),
    ),
  }),
]);

const options: v.GenericSchema<unknown, MeasureOptions> = v.object({
  samples: v.nullable(count(1_000_000)),
  minSamples: count(1_000_000),
  maxSamples: count(1_000_000),
  maxSeconds: seconds,
  target: share,
  plateau: share,
  timeoutSeconds: v.nullable(seconds),
  buildTimeoutSeconds: v.optional(v.nullable(seconds)),
  restore: v.boolean(),
  noRestore: list(text(200), 1000),
  verify: v.boolean(),
  cold: v.boolean(),
  seed: v.pipe(v.number(), v.safeInteger()),
  shareLanes: v.boolean(),
  search: v.optional(v.nullable(v.object({ add: localSizes, forbid: localSizes }))),
});

const spec: v.GenericSchema<unknown, SweepSpec> = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset, addIssue, NEVER }): SweepSpec => {
    const parsed = parseSweepSpec(dataset.value);
    if (parsed.ok) return parsed.value;
    addIssue({ message: parsed.error.message });
    return NEVER;
  }),
);

const label = text(300);
/** Menus within menus, three deep at most. */
const menuEntry = (depth: number): v.GenericSchema<unknown, MenuEntry> =>
  v.union([
    v.object({
      kind: v.literal('action'),
      id: text(300),
      label,
      accelerator: v.nullable(text(60)),
      enabled: v.boolean(),
      checked: v.nullable(v.boolean()),
    }),
    v.object({ kind: v.literal('role'), role: v.picklist(menuRoles), label }),
    v.object({ kind: v.literal('separator') }),
    v.object({
      kind: v.literal('submenu'),
      label,
      entries: list(depth === 0 ? v.never() : menuEntry(depth - 1), 200),
    }),
  ]);

const place = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const runPlace = v.object({ bytes: place, lines: place, seq: place });

/** Complete by type: a command without a schema does not compile. */
export const requestSchemas: {
  readonly [Name in CommandName]: v.GenericSchema<unknown, Commands[Name]['request']>;
} = {
  'app.info': nothing,
  // A bar without a menu would take the window's own keys away.
  'app.menu': v.pipe(
    list(v.object({ label, entries: list(menuEntry(2), 200) }), 20),
    v.minLength(1),
  ),
  'app.preferences': v.object({
    locale: v.picklist(['en', 'zh-CN']),
    theme: v.picklist(['system', 'light', 'dark']),
    notify: v.boolean(),
    updates: v.boolean(),
  }),
  'app.help': v.object({ locale: v.picklist(['en', 'zh-CN']) }),
  'app.next-file': nothing,
  'app.zoom': v.object({ step: v.picklist(['in', 'out', 'reset']) }),
  'updates.check': nothing,
  'updates.get': nothing,
  'devices.list': v.object({ refresh: v.boolean() }),
  'examples.list': nothing,
  'kernel.open': nothing,
  'kernel.save': v.object({
    token: v.nullable(text(100)),
    suggestedName: text(255),
    sourceText: source,
  }),
  'kernel.compile': v.object({ sourceText: source, buildOptions: text(10_000), deviceKeys }),
  'sweep.start': v.object({ spec, sourceText: source, deviceKeys, options }),
  'sweep.cancel': v.object({ run: runId }),
  'sweep.resume': v.object({ run: runId }),
  'peaks.list': nothing,
  'peaks.measure': v.object({ deviceKeys }),
  'peaks.cancel': nothing,
  'runs.list': v.object({ newest: v.nullable(count(100_000)) }),
  'runs.open': v.object({ run: runId, from: v.nullable(runPlace) }),
  'runs.import': nothing,
  'runs.import-as': v.object({ token: text(100), global: text(200) }),
  'runs.export-csv': v.object({
    runs: list(runId, 10_000),
    form: v.picklist(['configurations', 'launches']),
  }),
  'runs.export-json': v.object({ runs: list(runId, 10_000) }),
  'runs.export-report': v.object({ run: runId, form: v.picklist(['html', 'pdf']), locale }),
  'runs.picture': v.object({ run: runId, locale }),
  'runs.save-picture': picture,
  'runs.delete': v.object({ run: runId }),
  'runs.restore': v.object({ undo: v.pipe(text(40), v.regex(/^[0-9a-f-]+$/)) }),
  'runs.set-notes': v.object({ run: runId, notes: runNotesSchema }),
};

/** One sentence for a request that was refused: which field, and why. */
export const describeIssues = (issues: readonly v.BaseIssue<unknown>[]): string => {
  const issue = issues[0];
  if (issue === undefined) return 'The request is not well formed.';
  const path = v.getDotPath(issue);
  return path === null ? issue.message : `${path}: ${issue.message}`;
};

/** The field of a refused request, `spec.args.0.name`; the request itself has no name but its own. */
export const fieldOfIssues = (issues: readonly v.BaseIssue<unknown>[]): string => {
  const [issue] = issues;
  return (issue === undefined ? null : v.getDotPath(issue)) ?? '–';
};
