import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noNotes, parseRunNotes, runNotesText, tidyNotes } from '@shared/domain/run-notes';
import { lineOfEvent } from '@main/store/log-lines';
import { createRunStore } from '@main/store/run-store';
import { emptyTrash } from '@main/store/trash';
import { buildEvents } from '../../support/run-builder';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-notes-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const save = (run: string): void =>
  writeFileSync(
    join(dir, `${run}.ndrun`),
    buildEvents('16: 200 201\n32: 100 101')
      .map((event) => `${lineOfEvent(event)}\n`)
      .join(''),
  );
const store = () => createRunStore(dir, () => false);
const notes = { title: 'Night sweep', note: 'fans at 100 %\nsecond line', tags: ['lab', 'h200'] };
const metaFile = (run: string): string => join(dir, `${run}.meta.json`);

describe('notes on a run', () => {
  it('stand in the list, in a file beside the log, which stays as it is', async () => {
    save('a');
    const log = readFileSync(join(dir, 'a.ndrun'), 'utf8');
    const runs = store();
    expect(await runs.setNotes('a', notes)).toEqual({ ok: true, value: notes });
    expect((await runs.list())[0]?.notes).toEqual(notes);
    expect((await store().list())[0]?.notes).toEqual(notes);
    expect(readFileSync(join(dir, 'a.ndrun'), 'utf8')).toBe(log);
    expect(JSON.parse(readFileSync(metaFile('a'), 'utf8'))).toMatchObject({
      format: 'ndrange-meta',
      version: 1,
    });
    expect(readdirSync(dir).toSorted()).toEqual(['a.meta.json', 'a.ndrun']);
  });

  it('that say nothing leave no file', async () => {
    save('a');
    const runs = store();
    await runs.setNotes('a', notes);
    expect(await runs.setNotes('a', { title: ' ', note: '\n', tags: [''] })).toEqual({
      ok: true,
      value: noNotes,
    });
    expect(existsSync(metaFile('a'))).toBe(false);
    expect((await runs.list())[0]?.notes).toBeUndefined();
  });

  it.each([
    ['half a file', '{"format":"ndrange-meta","ver'],
    ['another version', runNotesText(notes).replace('"version": 1', '"version": 2')],
    ['numbers for texts', runNotesText(notes).replace('"Night sweep"', '7')],
    ['too long a title', runNotesText({ ...notes, title: 'x'.repeat(300) })],
    ['a megabyte', ' '.repeat(1024 * 1024)],
  ])('in %s count as none, and are set aside when new ones are written', async (_, content) => {
    save('a');
    writeFileSync(metaFile('a'), content);
    const runs = store();
    expect((await runs.list())[0]).toMatchObject({ run: 'a', problem: null });
    expect((await runs.list())[0]?.notes).toBeUndefined();
    await runs.setNotes('a', notes);
    expect((await runs.list())[0]?.notes).toEqual(notes);
    expect(readFileSync(`${metaFile('a')}.unreadable`, 'utf8')).toBe(content);
  });

  it('are neither read from a folder nor written for a run that is not there', async () => {
    save('a');
    mkdirSync(metaFile('a'));
    expect((await store().list())[0]?.notes).toBeUndefined();
    for (const run of ['b', '../a', '..', 'a/../a']) {
      expect(await store().setNotes(run, notes)).toMatchObject({
        ok: false,
        error: { code: 'unknown-run' },
      });
    }
    expect(readdirSync(dir).toSorted()).toEqual(['a.meta.json', 'a.ndrun']);
  });

  it('replace a link by a file, and leave alone what it points at', async () => {
    save('a');
    const victim = join(dir, 'victim.txt');
    writeFileSync(victim, runNotesText(noNotes));
    symlinkSync(victim, metaFile('a'));
    await store().setNotes('a', notes);
    expect(readFileSync(victim, 'utf8')).toBe(runNotesText(noNotes));
  });

  it('come back from their text as they are once tidy', () => {
    const text = fc.string({ maxLength: 39, unit: 'binary' });
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 20 }), (title, note, tags) => {
        const tidy = tidyNotes({ title, note, tags });
        expect(parseRunNotes(JSON.parse(runNotesText(tidy)))).toEqual(tidy);
        expect(tidyNotes(tidy)).toEqual(tidy);
      }),
    );
  });

  it('hold each tag once, whatever its case, and take commas apart', () => {
    expect(tidyNotes({ title: ' a\n b ', note: '', tags: ['Lab, h200', 'LAB', ' '] })).toEqual({
      title: 'a b',
      note: '',
      tags: ['Lab', 'h200'],
    });
  });
});

const undoOf = (reply: Awaited<ReturnType<ReturnType<typeof store>['delete']>>): string => {
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value.undo;
};

describe('a deleted run', () => {
  it('comes back with its notes', async () => {
    save('a');
    const runs = store();
    await runs.setNotes('a', notes);
    const before = await runs.list();
    const undo = undoOf(await runs.delete('a'));
    expect(await runs.list()).toEqual([]);
    expect(existsSync(metaFile('a'))).toBe(false);
    expect(await runs.restore(undo)).toEqual({ ok: true, value: { run: 'a' } });
    expect(await runs.list()).toEqual(before);
    expect(readdirSync(join(dir, '.trash'))).toEqual([]);
    expect(await runs.restore(undo)).toMatchObject({ ok: false, error: { code: 'unknown-run' } });
  });

  it('never takes the place of another run with its name', async () => {
    save('a');
    const runs = store();
    const undo = undoOf(await runs.delete('a'));
    save('a');
    expect(await runs.restore(undo)).toMatchObject({ ok: false, error: { params: { run: 'a' } } });
    expect(await runs.list()).toHaveLength(1);
    await runs.delete('a');
    expect(await runs.restore(undo)).toMatchObject({ ok: true });
  });

  it.each(['..', '../..', '', '.', 'x', '20261130-010203-0A1B2C3D', '20261130-010203-0a1b2c3d/..'])(
    'is not looked for at %j',
    async (undo) => {
      save('a');
      expect(await store().restore(undo)).toMatchObject({
        ok: false,
        error: { code: 'unknown-run' },
      });
    },
  );

  it('is gone for good after a week, and only that', async () => {
    const place = (name: string): void => {
      mkdirSync(join(dir, '.trash', name), { recursive: true });
      writeFileSync(join(dir, '.trash', name, 'r.ndrun'), 'x');
    };
    place('20261122-120000-00000001');
    place('20261123-130000-00000002');
    place('mine');
    await emptyTrash(dir, new Date('2026-11-30T12:30:00Z'));
    expect(readdirSync(join(dir, '.trash')).toSorted()).toEqual([
      '20261123-130000-00000002',
      'mine',
    ]);
  });

  it('that is there no more is said to be unknown, and leaves no empty place', async () => {
    expect(await store().delete('a')).toMatchObject({ ok: false, error: { code: 'unknown-run' } });
    expect(existsSync(join(dir, '.trash')) ? readdirSync(join(dir, '.trash')) : []).toEqual([]);
  });
});
