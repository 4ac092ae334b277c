/**
 * Files that are dropped on the window. Preload finds out where such a file lies and says so here, over a
 * channel of its own that the page cannot reach: the page gets a name and a token, as for a file from a
 * dialog. Decides by the name's end what a file is; refuses whatever is neither kernel, sweep nor run.
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

export interface DropParts {
  readonly engine: Pick<Engine, 'runs'>;
  readonly tokens: Tokens;
}

const kernelNames = /\.(cl|clh|h|ocl|sweep\.json)$/i;

/**
 * Opens the file at `path`, which the user dropped; '': it has none. A run is copied into the history
 * first. Errors: `invalid-option` for what is no such file, else those of opening it.
 * @param name what the page calls it
 */
export const openDropped = async (
  { engine, tokens }: DropParts,
  path: string,
  name: string,
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
  if (/\.ndrun$/i.test(file)) {
    // One of the history itself needs no copy.
    if (dirname(path) === resolve(engine.runs.dir))
      return ok({ kind: 'run', run: runIdOfFile(path) });
    const imported = await engine.runs.import(path);
    return imported.ok ? ok({ kind: 'run', run: imported.value.run }) : imported;
  }
  if (!kernelNames.test(file)) {
    return err(
      problem(
        'invalid-option',
        `${file} is neither a kernel nor a run: drop a .cl, a .sweep.json or a .ndrun file.`,
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
  ipc.handle(dropChannel, async (event: IpcMainInvokeEvent, path: unknown, name: unknown) => {
    if (!isTrusted(event.senderFrame, origin)) throw new Error('Refused.');
    if (typeof path !== 'string' || typeof name !== 'string') throw new Error('Refused.');
    return openDropped(parts, path, name.slice(0, 255));
  });
};
