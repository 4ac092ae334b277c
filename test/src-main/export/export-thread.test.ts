import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createExportThreads } from '@main/export/export-thread';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-export-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const threads = (text: string) => {
  const path = join(dir, 'thread.mjs');
  writeFileSync(
    path,
    `import { parentPort, threadId, workerData } from 'node:worker_threads';\n${text}`,
  );
  return createExportThreads(path, { runsDir: 'here', recordedDir: '' });
};

describe('threads that write files', () => {
  it('are one for each file, told where the runs are', async () => {
    const files = threads(`parentPort.on('message', ({ id, name, args }) =>
      parentPort.postMessage({ id, value: [threadId, workerData.runsDir, name, ...args] }));`);
    const [first, second] = (await Promise.all([
      files.json('/x.json', ['r']),
      files.csv('/x.csv', ['r'], 'launches'),
    ])) as unknown as readonly (readonly unknown[])[];
    expect(first?.slice(1)).toEqual(['here', 'json', '/x.json', ['r']]);
    expect(second?.slice(1)).toEqual(['here', 'csv', '/x.csv', ['r'], 'launches']);
    expect(first?.[0]).not.toBe(second?.[0]);
    await files.close();
  });

  it('keep nobody waiting when the program ends', async () => {
    const files = threads(`parentPort.on('message', () => undefined);`);
    const asked = expect(files.picture('r', 'en')).rejects.toThrow('about to close');
    await files.close();
    await asked;
  });
});
