/**
 * Files that are dropped on the window. Preload finds out where such a file lies and says so here, over a
 * channel of its own that the page cannot reach: the page gets a name and a token, as for a file from a
 * dialog. Decides by the name's end what a file is; refuses whatever is neither kernel, sweep, run nor results.
 */
import { basename, dirname, resolve } from 'node:path';
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import type { DroppedFile } from '@shared/ipc/contract';
import { loadKernelFile } from '../kernels/examples';
import type { Engine } from '../profiling/engine-types';
import { runIdOfFile } from '../store/run-path';
import { isTrusted } from './bridge';
import { dropChannel } from './channels';
import type { Tokens } from './files';
import { importPaths } from './imports';

export interface DropParts {
  readonly engine: Pick<Engine, 'runs'>;
  readonly tokens: Tokens;
  readonly appVersion: string;
}

const kernelNames = /\.(cl|clh|h|ocl|sweep\.json)$/i;
const resultNames = /\.(ndrun|csv|json)$/i;

/**
 * Opens the file at `path`, which the user dropped; '': it has none. A run is copied into the history
 * first, another tool's results become one. Errors: `invalid-option` for what is no such file, else those of opening it.
 * @param name what the page calls it
 * @param second another file that was dropped with it; null: none
 */
export const openDropped = async (
  { engine, tokens, appVersion }: DropParts,
  path: string,
  name: string,
  second: string | null = null,
): Promise<Result<DroppedFile, Problem>> => {
  if (path === '') {
    return err(
      problem(
        'invalid-option',
        `${name} is not a file on this machine: save it, then drop what was saved.`,
        undefined,
        { unsaved: name },
      ),
    );
  }
  const file = basename(path);
  if (/\.ndrun$/i.test(file) && dirname(path) === resolve(engine.runs.dir)) {
    // One of the history itself needs no copy.
    return ok({ kind: 'run', run: runIdOfFile(path), notes: [] });
  }
  if (resultNames.test(file) && !kernelNames.test(file)) {
    const paths = second === null || second === '' ? [path] : [path, second];
    return importPaths({ runs: engine.runs, tokens, appVersion }, paths);
  }
  if (!kernelNames.test(file)) {
    return err(
      problem(
        'invalid-option',
        `${file} is neither a kernel nor a run: drop a .cl, .sweep.json or .ndrun file, or results as .csv or .json.`,
        undefined,
        { dropped: file },
      ),
    );
  }
  const loaded = await loadKernelFile(path);
  if (!loaded.ok) return loaded;
  const { sourceText, spec, sourcePath } = loaded.value;
  return ok({
    kind: 'kernel',
    file: { token: tokens.give(sourcePath), name: loaded.value.name, sourceText, spec },
  });
};

/** @param origin whose top frame may drop files, without a trailing slash */
export const registerDrop = (
  ipc: Pick<IpcMain, 'handle'>,
  origin: string,
  parts: DropParts,
): void => {
  ipc.handle(
    dropChannel,
    async (event: IpcMainInvokeEvent, path: unknown, name: unknown, second: unknown) => {
      if (!isTrusted(event.senderFrame, origin)) throw new Error('Refused.');
      if (typeof path !== 'string' || typeof name !== 'string') throw new Error('Refused.');
      return openDropped(
        parts,
        path,
        name.slice(0, 255),
        typeof second === 'string' ? second : null,
      );
    },
  );
};
