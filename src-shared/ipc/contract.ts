/**
 * The one contract between window and main process. Main handlers, the preload bridge, the type of
 * `window.workbench` and the renderer's client are all derived from these two interfaces: adding a
 * command without a handler does not compile. The renderer passes ids and tokens, never paths.
 */
import type { DeviceListing } from '../domain/device';
import type { BuildReport } from '../domain/kernel';
import type { DevicePeak } from '../domain/peak';
import type { ImportNote } from '../domain/interchange/import-note';
import type { Problem } from '../domain/problem';
import type { Result } from '../domain/result';
import type { LaneStatus, RunEvent } from '../domain/run-event';
import type { RunNotes } from '../domain/run-notes';
import type { SweepRequest, SweepSpec } from '../domain/sweep';
import type { Menu, ShellPreferences, ZoomStep } from './shell';

/** A kernel that ships with the product. */
export interface Example {
  readonly id: string;
  readonly spec: SweepSpec;
  readonly sourceText: string;
}

/** A file that the user opened. The token stands for its path, which stays in the main process. */
export interface OpenedFile {
  readonly token: string;
  readonly name: string;
  readonly sourceText: string;
  /** The sweep spec that lies beside it or was opened itself; null for a bare kernel. */
  readonly spec: SweepSpec | null;
}

/**
 * What became of a file from elsewhere: a run of the history, with what was left out or assumed of another tool's
 * results; or the question for the global size that they belong to, which the file does not say.
 */
export type Imported =
  | { readonly kind: 'run'; readonly run: string; readonly notes: readonly ImportNote[] }
  | {
      readonly kind: 'ask-global';
      /** Stands for the file in `runs.import-as`. */
      readonly token: string;
      readonly name: string;
      /** How many dimensions its local sizes have. */
      readonly dimensions: number;
    };

/** A file that was dropped on the window, as what it turned out to be. */
export type DroppedFile = { readonly kind: 'kernel'; readonly file: OpenedFile } | Imported;

export interface CompileRequest {
  readonly sourceText: string;
  readonly buildOptions: string;
  readonly deviceKeys: readonly string[];
}

/** Per device; a device whose worker died carries the problem instead of a report. */
export interface CompileReply {
  readonly deviceKey: string;
  readonly result: Result<BuildReport, Problem>;
}

export type CsvForm = 'configurations' | 'launches';

export type ReportForm = 'html' | 'pdf';

export type SavedPicture =
  | { readonly form: 'svg'; readonly suggestedName: string; readonly svg: string }
  | { readonly form: 'png'; readonly suggestedName: string; readonly png: Uint8Array };

/**
 * name: what the user may know of where it went; beside: a second file that was written next to it; null: the
 * user cancelled the dialog.
 */
export type SaveReply = Result<{ readonly name: string; readonly beside?: string } | null, Problem>;

/** Where a part of a run's log ends and the next begins. */
export interface RunPlace {
  readonly bytes: number;
  readonly lines: number;
  /** Of the last event before it. */
  readonly seq: number;
}

/**
 * Some of the events of a run, in order. As text, which goes through the bridge as it is: a million samples
 * as numbers would be copied one by one, for seconds.
 */
export interface RunPart {
  /** JSON of `readonly RunEvent[]`. */
  readonly events: string;
  /** null: that was all. */
  readonly next: RunPlace | null;
}

export interface RunRows {
  /** JSON of `readonly RunSummary[]`. */
  readonly rows: string;
}

/** What became of the question for a newer version. */
export type UpdateState =
  /** It is turned off, or this build names nobody to ask. */
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'current' }
  /** how `install`: the program can replace itself; `page`: it is to be had from the product's page. */
  | { readonly kind: 'newer'; readonly version: string; readonly how: 'install' | 'page' }
  /** Downloaded and checked: it is installed when the app is closed. */
  | { readonly kind: 'ready' }
  /** The page was opened in the browser. */
  | { readonly kind: 'page' };

export interface AppInfo {
  readonly version: string;
  readonly system: string;
  readonly locale: string;
  readonly runsDir: string;
  /** Host that is asked for newer versions once that is turned on; null: this build names none. */
  readonly updatesFrom: string | null;
}

export interface Commands {
  'app.info': { request: null; reply: AppInfo };
  /** The whole menu bar, in the window's language; sent again whenever it changes. */
  'app.menu': { request: readonly Menu[]; reply: null };
  'app.preferences': { request: ShellPreferences; reply: null };
  /** Replies with the zoom that holds now: 1 is 100 %. */
  /** Opens the guide in a window of its own. */
  'app.help': { request: { readonly locale: ShellPreferences['locale'] }; reply: null };
  /** Opens the next file that the system gave the app to open; null: there is none. */
  'app.next-file': { request: null; reply: Result<DroppedFile, Problem> | null };
  'app.zoom': { request: { readonly step: ZoomStep }; reply: number };
  /** Asks for a newer version, but only while the preferences say so. */
  'updates.check': { request: null; reply: Result<UpdateState, Problem> };
  /** Downloads the newer version that was found, or opens the product's page. */
  'updates.get': { request: null; reply: Result<UpdateState, Problem> };
  /** refresh: ask the drivers again instead of answering with what is known. */
  'devices.list': { request: { refresh: boolean }; reply: DeviceListing };
  'examples.list': { request: null; reply: readonly Example[] };
  'kernel.open': { request: null; reply: Result<OpenedFile | null, Problem> };
  /** token null: ask where to. */
  'kernel.save': {
    request: { token: string | null; suggestedName: string; sourceText: string };
    reply: Result<{ readonly token: string; readonly name: string } | null, Problem>;
  };
  'kernel.compile': { request: CompileRequest; reply: readonly CompileReply[] };
  'sweep.start': { request: SweepRequest; reply: Result<{ readonly run: string }, Problem> };
  'sweep.cancel': { request: { run: string }; reply: Result<null, Problem> };
  /** Goes on with an interrupted or cancelled run where it stopped; its events go on in the same run. */
  'sweep.resume': { request: { run: string }; reply: Result<{ readonly run: string }, Problem> };
  /** What was measured so far of what devices do at best, also on other starts of the program. */
  'peaks.list': { request: null; reply: readonly DevicePeak[] };
  /** Measures it, one device after the other on their lanes: seconds each, after what runs there. */
  'peaks.measure': {
    request: { deviceKeys: readonly string[] };
    reply: Result<readonly DevicePeak[], Problem>;
  };
  /** Ends every measurement of peaks; what it had found by then is not kept. */
  'peaks.cancel': { request: null; reply: null };
  /**
   * Newest first, as text: thousands of rows as objects would be copied one by one. `newest`: no more than so
   * many of them, to have something to show at once; null: all.
   */
  'runs.list': { request: { readonly newest: number | null }; reply: RunRows };
  /**
   * Every event so far, in parts: `from` null asks for the first. Later ones arrive on the `run-events`
   * stream with higher seq.
   */
  'runs.open': {
    request: { run: string; from: RunPlace | null };
    reply: Result<RunPart, Problem>;
  };
  /** Makes a run of a file from elsewhere (file dialog): a run file, our CSV, a tuner's results. */
  'runs.import': { request: null; reply: Result<Imported | null, Problem> };
  /** The answer to `ask-global`, as text: `4096x4096`. */
  'runs.import-as': {
    request: { token: string; global: string };
    reply: Result<Imported, Problem>;
  };
  'runs.export-csv': {
    request: { runs: readonly string[]; form: CsvForm };
    reply: SaveReply;
  };
  /** The figures of the CSV as numbers, with the verdicts and how it was measured. */
  'runs.export-json': { request: { runs: readonly string[] }; reply: SaveReply };
  /** One document with verdict, charts, tables and provenance. */
  'runs.export-report': {
    request: { run: string; form: ReportForm; locale: 'en' | 'zh-CN' };
    reply: SaveReply;
  };
  /** The charts of a run as one SVG document, for the page to save or to turn into pixels. */
  'runs.picture': {
    request: { run: string; locale: 'en' | 'zh-CN' };
    reply: Result<{ readonly svg: string }, Problem>;
  };
  /** A picture that the page holds, to a place that the user picks. */
  'runs.save-picture': { request: SavedPicture; reply: SaveReply };
  /** `undo` puts it back for as long as it waits in the trash. */
  'runs.delete': { request: { run: string }; reply: Result<{ readonly undo: string }, Problem> };
  'runs.restore': { request: { undo: string }; reply: Result<{ readonly run: string }, Problem> };
  /** Replies with the notes as they were kept. */
  'runs.set-notes': {
    request: { run: string; notes: RunNotes };
    reply: Result<RunNotes, Problem>;
  };
}

export interface Streams {
  /** Batches, at most every 100 ms, in order of seq within a run. */
  'run-events': { readonly run: string; readonly events: readonly RunEvent[] };
  'lane-status': readonly LaneStatus[];
  /** The listing changed by itself (a device was lost). */
  devices: DeviceListing;
  /** An item of the menu was chosen: its id. */
  action: { readonly id: string };
  /** The user wants to see this run (a notification was clicked). */
  'show-run': { readonly run: string };
  /** The system gave a file to open: ask for it with `app.next-file`. */
  'file-waits': null;
}

export type CommandName = keyof Commands;
export type StreamName = keyof Streams;

/** The runtime lists that bridge and tests use; `satisfies` and the type test keep them complete. */
export const commandNames = [
  'app.info',
  'app.menu',
  'app.preferences',
  'app.help',
  'app.next-file',
  'app.zoom',
  'updates.check',
  'updates.get',
  'devices.list',
  'examples.list',
  'kernel.open',
  'kernel.save',
  'kernel.compile',
  'sweep.start',
  'sweep.cancel',
  'sweep.resume',
  'peaks.list',
  'peaks.measure',
  'peaks.cancel',
  'runs.list',
  'runs.open',
  'runs.import',
  'runs.import-as',
  'runs.export-csv',
  'runs.export-json',
  'runs.export-report',
  'runs.picture',
  'runs.save-picture',
  'runs.delete',
  'runs.restore',
  'runs.set-notes',
] as const satisfies readonly CommandName[];

export const streamNames = [
  'run-events',
  'lane-status',
  'devices',
  'action',
  'show-run',
  'file-waits',
] as const satisfies readonly StreamName[];

/** What the preload puts on `window.workbench`. */
export interface WorkbenchBridge {
  call<Name extends CommandName>(
    name: Name,
    request: Commands[Name]['request'],
  ): Promise<Commands[Name]['reply']>;
  /**
   * Opens a file that was dropped on the page: a kernel, a sweep, a run or results of another tool; or the
   * two CSV files of one run. `file` is the page's File; where it lies is found out behind the bridge and
   * stays there.
   */
  drop(file: object, second?: object): Promise<Result<DroppedFile, Problem>>;
  /** Returns the function that stops listening. */
  on<Name extends StreamName>(name: Name, listener: (payload: Streams[Name]) => void): () => void;
}

/** A handler per command: the type that main's table must satisfy. */
export type CommandHandlers = {
  readonly [Name in CommandName]: (
    request: Commands[Name]['request'],
  ) => Promise<Commands[Name]['reply']>;
};
