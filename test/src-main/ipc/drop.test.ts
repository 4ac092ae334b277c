import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '@shared/domain/result';
import { dropChannel } from '@main/ipc/channels';
import { openDropped, registerDrop, type DropParts } from '@main/ipc/drop';

const origin = 'app://workbench';
let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ndrange-drop-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const parts = () => {
  const importRun = vi.fn(() => Promise.resolve(ok({ run: 'r1' })));
  const given: string[] = [];
  const runs = { dir: '/history', import: importRun } as unknown as DropParts['engine']['runs'];
  const tokens = {
    give: (path: string) => `token-${given.push(path)}`,
    pathOf: () => null,
  };
  return { importRun, given, of: { engine: { runs }, tokens, appVersion: '1' } };
};

describe('a dropped file', () => {
  it('is a kernel with a token, without its path', async () => {
    const path = join(folder, 'add.cl');
    writeFileSync(path, '__kernel void add(__global float *x) { x[get_global_id(0)] += 1; }\n');
    const { of, given } = parts();
    const reply = await openDropped(of, path, 'add.cl');
    expect(reply).toMatchObject({
      ok: true,
      value: { kind: 'kernel', file: { name: 'add.cl', token: 'token-1', spec: null } },
    });
    expect(JSON.stringify(reply)).not.toContain(folder);
    expect(given).toEqual([path]);
  });

  it('is a run that is taken into the history', async () => {
    const { of, importRun } = parts();
    const path = join(folder, 'other.ndrun');
    expect(await openDropped(of, path, 'other.ndrun')).toEqual(
      ok({ kind: 'run', run: 'r1', notes: [] }),
    );
    expect(importRun).toHaveBeenCalledWith(path);
  });

  it('is refused when it is neither, or no file at all', async () => {
    const { of, importRun } = parts();
    expect(await openDropped(of, join(folder, 'photo.png'), 'photo.png')).toMatchObject({
      ok: false,
      error: { code: 'invalid-option', params: { dropped: 'photo.png' } },
    });
    expect(await openDropped(of, '', 'mail.cl')).toMatchObject({
      ok: false,
      error: { code: 'invalid-option', params: { unsaved: 'mail.cl' } },
    });
    expect(importRun).not.toHaveBeenCalled();
  });

  it('is answered only when the top frame of our own page brings it', async () => {
    const handlers = new Map<string, (...words: unknown[]) => Promise<unknown>>();
    const { of } = parts();
    registerDrop(
      { handle: (name: string, handler: never) => void handlers.set(name, handler) },
      origin,
      of,
    );
    const drop = (url: string, parent: unknown, path: unknown) =>
      handlers.get(dropChannel)?.({ senderFrame: { url, parent } }, path, 'x.cl');
    await expect(drop('https://example.org/', null, '/x.cl')).rejects.toThrow('Refused');
    await expect(drop(`${origin}/`, {}, '/x.cl')).rejects.toThrow('Refused');
    await expect(drop(`${origin}/`, null, 7)).rejects.toThrow('Refused');
    expect(await drop(`${origin}/`, null, '')).toMatchObject({ ok: false });
  });
});
