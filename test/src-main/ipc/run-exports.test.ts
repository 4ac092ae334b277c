import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '@shared/domain/result';
import { noNotes } from '@shared/domain/run-notes';
import { createRunFiles } from '@main/export/run-files';
import { createRunExports } from '@main/ipc/run-exports';
import { requestSchemas } from '@main/ipc/requests';
import type { RunStore } from '@main/profiling/engine-types';
import { unbalanced } from '../../support/balanced-tags';
import { buildEvents } from '../../support/run-builder';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-exports-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const setUp = (text: string, isCancelled = false) => {
  const save = vi.fn((_title: string, name: string) =>
    Promise.resolve(isCancelled ? null : join(dir, name)),
  );
  const printPdf = vi.fn(() => Promise.resolve(ok(new Uint8Array([37, 80, 68, 70]))));
  const runs = {
    read: () => Promise.resolve(ok(buildEvents(text))),
    notes: () => Promise.resolve(noNotes),
  } as unknown as RunStore;
  const dialogs = {
    save,
    open: () => Promise.resolve(null),
    openSeveral: () => Promise.resolve([]),
  };
  return {
    save,
    printPdf,
    exports: createRunExports({
      files: createRunFiles(runs),
      dialogs,
      printPdf,
      appVersion: '1',
    }),
  };
};
const curve = '16: 200 201\n32: 100 101';

describe('exports of runs', () => {
  it('write JSON, reports and pictures under the name of the run', async () => {
    const { exports, printPdf } = setUp(curve);
    expect(await exports['runs.export-json']({ runs: ['r'] })).toEqual(ok({ name: 'r.json' }));
    const report = { run: 'r', locale: 'en' } as const;
    await exports['runs.export-report']({ ...report, form: 'html' });
    await exports['runs.export-report']({ ...report, form: 'pdf' });
    await exports['runs.save-picture']({ form: 'svg', suggestedName: 'r', svg: '<svg />' });
    expect(readdirSync(dir).toSorted()).toEqual(['r.html', 'r.json', 'r.pdf', 'r.svg']);
    expect(readFileSync(join(dir, 'r.html'), 'utf8')).toContain('<svg ');
    expect(readFileSync(join(dir, 'r.pdf'), 'utf8')).toBe('%PDF');
    expect(printPdf).toHaveBeenCalledWith(expect.stringContaining('<!doctype html>'));
  });

  it('write nothing, and print nothing, when the dialog is cancelled', async () => {
    const { exports, printPdf } = setUp(curve, true);
    expect(await exports['runs.export-report']({ run: 'r', form: 'pdf', locale: 'en' })).toEqual(
      ok(null),
    );
    expect(printPdf).not.toHaveBeenCalled();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('suggest a name, never a place', async () => {
    const { exports, save } = setUp(curve);
    await exports['runs.save-picture']({
      form: 'svg',
      suggestedName: '../../etc/x',
      svg: '<svg />',
    });
    expect(save.mock.calls[0]?.[1]).toBe('x.svg');
  });

  it('draw all devices in one picture, and say when there is nothing to draw', async () => {
    const shapes = setUp('device A\n8x8: 1 2\n16x4: 3 4\ndevice B\n8x8: 1 2\n16x4: 3 4');
    const reply = await shapes.exports['runs.picture']({ run: 'r', locale: 'en' });
    const svg = reply.ok ? reply.value.svg : '';
    expect(svg).toContain('local size on A');
    expect(svg).toContain('local size on B');
    expect(unbalanced(svg)).toBeNull();
    const none = await setUp('16: failed crashed').exports['runs.picture']({
      run: 'r',
      locale: 'en',
    });
    expect(none).toMatchObject({ ok: false, error: { code: 'nothing-to-measure' } });
  });
});

describe('a picture of the page', () => {
  const refuses = (request: unknown): boolean =>
    'issues' in requestSchemas['runs.save-picture']['~standard'].validate(request);

  it('must be what it says it is', () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
    expect(refuses({ form: 'png', suggestedName: 'a', png })).toBe(false);
    expect(refuses({ form: 'png', suggestedName: 'a', png: new Uint8Array([1, 2]) })).toBe(true);
    expect(refuses({ form: 'svg', suggestedName: 'a', svg: '<html>' })).toBe(true);
    expect(refuses({ form: 'exe', suggestedName: 'a', svg: '<svg >' })).toBe(true);
  });
});
