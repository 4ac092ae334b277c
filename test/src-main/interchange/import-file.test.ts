import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importForeignFile, type ImportOptions } from '@main/interchange/import-file';
import { readRunFile } from '@main/store/read-run';
import { foldEvents } from '@shared/domain/run';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-import-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const options: ImportOptions = {
  global: [4096],
  localParameters: [],
  samplesCsv: undefined,
  appVersion: '1',
};
const write = (name: string, text: string): string => {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
};
const t4 = JSON.stringify({
  schema_version: '1.0.0',
  results: [64, 128].map((size) => ({
    configuration: { block_size_x: size },
    times: { runtimes: [size / 64, 2] },
    invalidity: 'correct',
    correctness: 1,
  })),
});

describe('importing a file', () => {
  it('writes a run into the folder that opens like any other, with the file inside', async () => {
    const imported = await importForeignFile(write('a.json', t4), join(dir, 'runs'), options);
    if (!imported.ok) throw new Error(imported.error.message);
    const read = await readRunFile(join(dir, 'runs', `${imported.value.run}.ndrun`));
    if (!read.ok) throw new Error(read.error.message);
    const run = foldEvents(read.value.events);
    expect(run?.phase).toBe('finished');
    expect(run?.header.origin).toEqual({ format: 't4', file: 'a.json', text: t4 });
    expect(run?.devices[0]?.configurations.map(({ visits }) => visits[0]?.samples.runNs)).toEqual([
      [1_000_000, 2_000_000],
      [2_000_000, 2_000_000],
    ]);
  });

  it.each([
    ['something else', 'a.json', '{"a":1}', 'neither a cache of Kernel Tuner nor T4'],
    ['no JSON', 'a.json', 'hello', 'no JSON'],
    ['a CSV without its launches', 'a.csv', 'run,device\r\n', 'but not its launches'],
  ])('refuses %s with a sentence, and writes nothing', async (_, name, text, said) => {
    const refused = await importForeignFile(write(name, text), join(dir, 'runs'), options);
    expect(refused.ok ? '' : refused.error.message).toContain(said);
    expect(readdirSync(dir)).toEqual([name]);
  });

  it('refuses a folder, and a file that is not there', async () => {
    mkdirSync(join(dir, 'x.json'));
    for (const name of ['x.json', 'missing.json']) {
      expect((await importForeignFile(join(dir, name), dir, options)).ok).toBe(false);
    }
  });
});
