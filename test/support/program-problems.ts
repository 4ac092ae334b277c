/** Problems of files, runs, requests and sweeps, each by the function of the main process that finds it. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '@shared/domain/problem';
import type { Result } from '@shared/domain/result';
import { noNotes } from '@shared/domain/run-notes';
import { checkAdvicePlace } from '@main/export/advice-file';
import { checkWritable, writeWholeFile } from '@main/export/write-file';
import { importAny } from '@main/interchange/import-any';
import { importForeignFile } from '@main/interchange/import-file';
import { answerCall } from '@main/ipc/bridge';
import { openDropped } from '@main/ipc/drop';
import { createImports } from '@main/ipc/imports';
import { createRunFiles } from '@main/export/run-files';
import type { CommandHandlers } from '@shared/ipc/contract';
import { loadKernelFile } from '@main/kernels/examples';
import { fileProblem } from '@main/store/file-problem';
import { readRunFile } from '@main/store/read-run';
import { runDeleted, runUnwritable } from '@main/store/run-log-problem';
import { createRunStore } from '@main/store/run-store';
import { withRecordedRuns } from '@main/store/recorded-runs';
import { buildDevice, buildSpec } from './run-builder';
import { createBench } from './engine-run';
import { createSimulatedHost } from './simulated-worker-host';

type Tried = Problem | Result<unknown, Problem>;

const problemsOf = (tried: readonly Tried[]): readonly Problem[] =>
  tried.flatMap((one) => ('code' in one ? [one] : one.ok ? [] : [one.error]));

const kernel = '__kernel void a(__global float *x) {}\n';
const specText = (changes: object): string =>
  JSON.stringify({ ...buildSpec({ local: [[64]] }), source: 'a.cl', ...changes });

/** Files of every kind that cannot be opened, in a folder of their own. */
const files = async (folder: string): Promise<readonly Tried[]> => {
  const write = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const open = async (name: string, content: string | Uint8Array): Promise<Tried> =>
    loadKernelFile(write(name, content));
  mkdirSync(join(folder, 'folder.cl'));
  write('a.cl', kernel);
  write('self.h', '#include "self.h"\n');
  const many = `${'#include "large.h"\n'.repeat(3)}${kernel}`;
  write('large.h', `// ${'x'.repeat(2 * 2 ** 20)}\n`);
  symlinkSync('/dev/null', join(folder, 'null.cl'));
  return [
    await loadKernelFile(join(folder, 'nowhere.cl')),
    await loadKernelFile(join(folder, 'folder.cl')),
    await loadKernelFile(join(folder, 'null.cl')),
    await open('huge.cl', new Uint8Array(5 * 2 ** 20)),
    await open('binary.cl', new Uint8Array([1, 0, 2])),
    await open('empty.cl', ''),
    await open('self.cl', '#include "self.h"\n'),
    await open('out.cl', '#include "../other.h"\n'),
    await open('many.cl', many),
    await open('bad.sweep.json', '{"format": '),
    await open('field.sweep.json', specText({ samples: 'a few' })),
    await open('outside.sweep.json', specText({ source: '../a.cl' })),
    await open('gone.sweep.json', specText({ source: 'not there.cl' })),
    ...[
      'EACCES',
      'EROFS',
      'ENOSPC',
      'EDQUOT',
      'ENOTDIR',
      'EMFILE',
      'ENAMETOOLONG',
      'EIO',
      'EBUSY',
    ].map((code) => fileProblem('file-unwritable', 'CSV file', '/d/x.csv', { code })),
    fileProblem('file-unwritable', 'CSV file', '/d/x.csv', { code: 'ENOENT' }),
    await checkWritable(folder),
    await checkWritable(join(folder, 'a.cl')),
    await writeWholeFile(join(folder, 'no/such/place.csv'), ''),
    await checkAdvicePlace(join(write('t.advice.json', 'mine'), '../t.csv')),
  ];
};

const header = '{"format":"ndrange-run","version":1}';

const runs = async (folder: string): Promise<readonly Tried[]> => {
  const dir = join(folder, 'runs');
  mkdirSync(dir);
  const log = async (name: string, text: string): Promise<Tried> => {
    writeFileSync(join(dir, name), text);
    return readRunFile(join(dir, name));
  };
  const store = createRunStore(dir, (run) => run === 'busy');
  const recorded = withRecordedRuns(store, join(import.meta.dirname, '../../kernels/recorded'));
  const [example] = await recorded.list();
  return [
    await log('empty.ndrun', ''),
    await log('text.ndrun', 'not a run at all\n'),
    await log('new.ndrun', '{"format":"ndrange-run","version":9}\n'),
    await log('odd.ndrun', `${header}\n`),
    await readRunFile(join(dir, 'nowhere.ndrun')),
    await readRunFile(dir),
    await store.read('nowhere'),
    await store.delete('nowhere'),
    await store.delete('busy'),
    await store.restore('0-0'),
    await store.setNotes('nowhere', noNotes),
    ...(example === undefined ? [] : [await recorded.delete(example.run)]),
    runDeleted(join(dir, 'r.ndrun')),
    runUnwritable(join(dir, 'r.ndrun'), { code: 'ENOSPC' }),
    runUnwritable(join(dir, 'r.ndrun'), { code: 'EIO' }),
    await createRunFiles({
      ...store,
      read: () => Promise.resolve({ ok: true, value: [] }),
    }).json(join(dir, 'r.json'), ['r1']),
    ...(await store.list()).flatMap(({ failure }) => failure ?? []),
  ];
};

const imports = async (folder: string): Promise<readonly Tried[]> => {
  const tokens = { give: () => 't', pathOf: () => null };
  const store = createRunStore(join(folder, 'imported'), () => false);
  const parts = { runs: store, tokens, appVersion: '1' };
  const request = { global: null, localParameters: [], appVersion: '1' };
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const dropped = { engine: { runs: store }, tokens, appVersion: '1' };
  const [one, other] = [write('sizes.csv', 'run,median_ns\n'), write('odd.json', '{"a":1}')];
  const alone = { ...request, samplesCsv: undefined };
  return [
    await importAny(store, { ...request, paths: [one, other] }),
    await importAny(store, { ...request, paths: [one] }),
    await importAny(store, { ...request, paths: [one, one] }),
    await importAny(store, { ...request, paths: [other] }),
    await importAny(store, { ...request, paths: [join(folder, 'nowhere.json')] }),
    await importForeignFile(one, folder, alone),
    await createImports(parts, { openSeveral: () => Promise.resolve([]) })['runs.import-as']({
      token: 'gone',
      global: '64',
    }),
    await openDropped(dropped, '', 'an attachment.cl'),
    await openDropped(dropped, join(folder, 'a photo.png'), 'a photo.png'),
  ];
};

const requests = async (): Promise<readonly Tried[]> => {
  const failing = { 'runs.delete': () => Promise.reject(new Error('it broke')) };
  const parts = { handlers: failing as unknown as CommandHandlers, onBug: () => undefined };
  const answer = (name: string, request: unknown): Promise<Tried> =>
    answerCall(parts, name, request) as Promise<Tried>;
  return [
    await answer('runs.delete', { run: 'r1' }),
    await answer('runs.delete', { run: '../up and away' }),
    await answer('kernel.save', { token: null, suggestedName: 'x'.repeat(256), sourceText: '' }),
    await answer('sweep.start', { spec: 'not a spec', sourceText: '', deviceKeys: [] }),
    await answer('runs.export-json', null),
  ];
};

const sweeps = async (): Promise<readonly Tried[]> => {
  const device = buildDevice({ name: 'Device One' });
  const bench = createBench(
    createSimulatedHost([
      { device },
      { device: buildDevice({ name: 'Device Two', index: 1 }), build: 'crashes' },
    ]),
  );
  const { engine } = bench;
  const start = async (...wanted: Parameters<typeof bench.request>): Promise<Tried> =>
    engine.start(await bench.request(...wanted));
  const options = [
    { samples: 0 },
    { samples: 5, search: { add: [], forbid: [] } },
    { maxSamples: 0 },
    { minSamples: 20, maxSamples: 10 },
    { target: 1 },
    { plateau: 0 },
    { maxSeconds: 0 },
    { timeoutSeconds: -1 },
    { noRestore: ['an output'] },
  ];
  try {
    const tried = [
      ...(await Promise.all(options.map((changed) => start({}, changed)))),
      await start({}, {}, []),
      await start({}, {}, ['gone away']),
      await start({ local: [] }),
      await start({ buildOptions: '-include secret.h' }),
      await start({ flopsPerItem: 'gx gx' }),
      await start({ reference: { file: 'not here.bin', argument: 'x' } }),
      engine.cancel('nowhere'),
      await engine.resume('nowhere'),
    ];
    const built = await engine.compile({
      sourceText: kernel,
      buildOptions: '',
      deviceKeys: (await engine.listDevices(false)).devices.map(({ key }) => key),
    });
    const { header: measured } = await bench.sweep({ local: [[64]] }, { samples: 3 }, [device.key]);
    const complete = await engine.resume(measured.run);
    await engine.close();
    return [...tried, ...built.map(({ result }) => result), complete, await start({})];
  } finally {
    await bench.dispose();
  }
};

/** A run of which nothing was measured has no picture. */
const exports = async (): Promise<readonly Tried[]> => {
  const read = await readRunFile(
    join(import.meta.dirname, '../fixtures/h200/examples/20261129-231844-saxpy-7731.ndrun'),
  );
  const head = read.ok ? read.value.events.slice(0, 1) : [];
  const store = {
    ...createRunStore('/nowhere', () => false),
    read: () => Promise.resolve({ ok: true as const, value: head }),
  };
  return [await createRunFiles(store).picture('r1', 'zh-CN')];
};

/** By what they are about. Makes and removes a folder of its own. */
export const programProblems = async (): Promise<Readonly<Record<string, readonly Problem[]>>> => {
  const folder = mkdtempSync(join(tmpdir(), 'ndrange-problems-'));
  try {
    return {
      files: problemsOf(await files(folder)),
      runs: problemsOf([...(await runs(folder)), ...(await exports())]),
      imports: problemsOf(await imports(folder)),
      requests: problemsOf(await requests()),
      sweeps: problemsOf(await sweeps()),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
