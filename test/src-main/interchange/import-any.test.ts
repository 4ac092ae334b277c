import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importAny } from '@main/interchange/import-any';
import { createImports, importPaths } from '@main/ipc/imports';
import { createRunStore } from '@main/store/run-store';
import { configurationsCsv, launchesCsv } from '@shared/domain/csv';
import { foldEvents } from '@shared/domain/run';
import { buildRun } from '../../support/run-builder';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-any-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const store = () => createRunStore(join(dir, 'runs'), () => false);
const write = (name: string, text: string): string => {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
};
const importing = (...paths: readonly string[]) =>
  importAny(store(), { paths, global: null, localParameters: [], appVersion: '7' });

const run = buildRun('16: 200 201 199\n32: 100 101 99\n64: failed crashed');
const sizes = configurationsCsv([run]);
const launches = launchesCsv([run]);
const t4 = (shape: readonly number[]) =>
  JSON.stringify({
    schema_version: '1.0.0',
    results: [
      {
        configuration: Object.fromEntries(
          shape.map((size, at) => [`block_size_${'xyz'.charAt(at)}`, size]),
        ),
        times: { runtimes: [1, 2] },
        invalidity: 'correct',
        correctness: 1,
      },
    ],
  });

const timesIn = async (id: string): Promise<readonly (readonly number[])[]> => {
  const read = await store().read(id);
  const found = read.ok ? foldEvents(read.value) : null;
  return (found?.devices[0]?.configurations ?? []).map(({ visits }) =>
    visits.flatMap(({ samples }) => samples.runNs),
  );
};

describe('our two CSV files', () => {
  it('become a run in either order, whatever they are called', async () => {
    const [a, b] = [write('b.csv', sizes), write('a.csv', launches)];
    for (const paths of [
      [a, b],
      [b, a],
    ]) {
      const imported = await importing(...paths);
      if (!imported.ok) throw new Error(imported.error.message);
      expect((await timesIn(imported.value.run)).map((times) => times.length)).toEqual([3, 3, 0]);
    }
  });

  it('are found beside each other under the names of the export', async () => {
    const [a, b] = [write('x.csv', sizes), write('x-launches.csv', launches)];
    expect((await importing(a)).ok).toBe(true);
    expect((await importing(b)).ok).toBe(true);
  });

  it('are asked for when one is missing, and told apart', async () => {
    const alone = await importing(write('y.csv', sizes));
    expect(alone).toMatchObject({ ok: false, error: { params: { csvAlone: 'y.csv' } } });
    expect(alone.ok ? '' : alone.error.message).toContain('not its launches');
    const other = await importing(write('z.csv', launches));
    expect(other.ok ? '' : other.error.message).toContain('not its sizes');
  });
});

describe('several files at once', () => {
  it('are refused unless they are the two CSV files of a run', async () => {
    const json = write('a.json', t4([64]));
    for (const paths of [
      [json, write('b.csv', sizes)],
      [json, json, json],
    ]) {
      const refused = await importing(...paths);
      expect(refused.ok ? '' : refused.error.message).toContain('files were given at once');
    }
  });
});

describe('results that do not say their global size', () => {
  const parts = () => {
    const paths = new Map<string, string>();
    return {
      runs: store(),
      appVersion: '7',
      tokens: {
        give: (path: string) => {
          paths.set('token', path);
          return 'token';
        },
        pathOf: (token: string) => paths.get(token) ?? null,
      },
    };
  };

  it('ask for it, in as many dimensions as their local sizes, without telling the path', async () => {
    const asked = await importPaths(parts(), [write('r.json', t4([8, 16]))]);
    expect(asked).toEqual({
      ok: true,
      value: { kind: 'ask-global', token: 'token', name: 'r.json', dimensions: 2 },
    });
  });

  it('take the answer, and say what is wrong with one that does not fit', async () => {
    const path = write('r.json', t4([64]));
    const given = parts();
    const handlers = createImports(given, { openSeveral: () => Promise.resolve([path]) });
    expect(await handlers['runs.import'](null)).toMatchObject({
      value: { kind: 'ask-global', dimensions: 1 },
    });
    const as = (global: string) => handlers['runs.import-as']({ token: 'token', global });
    expect(await as('many')).toMatchObject({ ok: false, error: { code: 'invalid-option' } });
    expect(await as('64x64')).toMatchObject({ ok: false, error: { code: 'invalid-option' } });
    const done = await as('4096');
    expect(done).toMatchObject({ ok: true, value: { kind: 'run' } });
    expect(await handlers['runs.import-as']({ token: 'made-up', global: '64' })).toMatchObject({
      ok: false,
      error: { code: 'file-unreadable' },
    });
  });
});

describe('hostile files', () => {
  it.each([
    ['an empty file', 'a.json', ''],
    ['no JSON', 'a.json', '\u0000\u0001\u0002'],
    ['a JSON of something else', 'package.json', '{"name":"x"}'],
    ['a CSV of something else', 'a.csv', 'a,b\r\n1,2\r\n'],
    ['an empty run', 'a.ndrun', ''],
    ['a run that is none', 'a.ndrun', 'hello\n'],
    ['deep nesting', 'a.json', '['.repeat(200_000)],
  ])('%s is refused with a sentence, and nothing is left', async (_, name, text) => {
    const refused = await importing(write(name, text));
    expect(refused.ok ? '' : refused.error.message).toMatch(/\S.+\.$/);
    expect(readdirSync(dir)).toEqual([name]);
  });

  it('a folder, and what is not there, are refused too', async () => {
    mkdirSync(join(dir, 'x.csv'));
    for (const name of ['x.csv', 'none.json', 'none.csv', 'none.ndrun']) {
      expect((await importing(join(dir, name))).ok, name).toBe(false);
    }
  });
});
