import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kernelsDir, loadExamples, loadKernelFile } from '@main/kernels/examples';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-kernels-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const source = '__kernel void a(__global float *x) { x[get_global_id(0)] = 1; }\n';
const spec = (changes: object = {}): string =>
  JSON.stringify({
    format: 'ndrange-sweep',
    version: 1,
    title: { en: 'A' },
    source: 'a.cl',
    kernel: 'a',
    global: [1024],
    local: [[16], null],
    args: [
      { name: 'x', kind: 'buffer', type: 'float', count: 'gx', init: { constant: 0 }, write: true },
    ],
    ...changes,
  });
const put = (name: string, text: string): string => {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
};

describe('the examples', () => {
  it('all load, each with its source and its kernel in it', async () => {
    const examples = await loadExamples(kernelsDir());
    expect(examples.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['saxpy', 'reduction', 'transpose-naive', 'transpose-tiled']),
    );
    for (const { spec: loaded, sourceText } of examples) {
      expect(sourceText).toContain(loaded.kernel);
    }
  });

  it('that cannot be read are left out and hide no other', async () => {
    put('a.cl', source);
    put('a.sweep.json', spec());
    put('b.sweep.json', '{');
    expect((await loadExamples(dir)).map(({ id }) => id)).toEqual(['a']);
  });
});

describe('a kernel file', () => {
  it('is read with the spec beside it', async () => {
    const path = put('a.cl', source);
    expect(await loadKernelFile(path)).toMatchObject({
      ok: true,
      value: { name: 'a.cl', spec: null },
    });
    put('a.sweep.json', spec());
    expect(await loadKernelFile(path)).toMatchObject({
      ok: true,
      value: { spec: { kernel: 'a' } },
    });
  });

  it('loses a byte order mark', async () => {
    const loaded = await loadKernelFile(put('a.cl', `\uFEFF${source}`));
    expect(loaded.ok && loaded.value.sourceText).toBe(source);
  });

  it.each([
    ['an empty source', '', 'invalid-source'],
    ['a binary', 'a\0b', 'invalid-source'],
    ['a source without a kernel', 'float f() { return 1; }', 'no-kernel'],
  ])('%s is refused by name', async (_, text, code) => {
    const loaded = await loadKernelFile(put('bad.cl', text));
    expect(loaded).toMatchObject({ ok: false, error: { code } });
    expect(loaded.ok ? '' : loaded.error.message).toContain('bad.cl');
  });

  it('that is missing or a folder is named', async () => {
    for (const path of [join(dir, 'none.cl'), dir]) {
      const loaded = await loadKernelFile(path);
      expect(loaded).toMatchObject({ ok: false, error: { code: 'file-unreadable' } });
      expect(loaded.ok ? '' : loaded.error.message).toContain(path);
    }
  });
});

describe('a spec whose source lies outside its folder', () => {
  it.each(['../a.cl', '/etc/hostname', 'sub/../../a.cl'])('is refused: %s', async (outside) => {
    const inner = join(dir, 'inner');
    mkdirSync(inner);
    put('a.cl', source);
    writeFileSync(join(inner, 'a.sweep.json'), spec({ source: outside }));
    const loaded = await loadKernelFile(join(inner, 'a.sweep.json'));
    expect(loaded).toMatchObject({ ok: false, error: { code: 'invalid-spec' } });
  });

  it('is refused through a link too', async () => {
    const inner = join(dir, 'inner');
    mkdirSync(inner);
    put('secret.cl', source);
    symlinkSync(join(dir, 'secret.cl'), join(inner, 'a.cl'));
    writeFileSync(join(inner, 'a.sweep.json'), spec());
    expect((await loadKernelFile(join(inner, 'a.sweep.json'))).ok).toBe(false);
  });
});
