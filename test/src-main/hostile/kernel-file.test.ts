import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadKernelFile } from '@main/kernels/examples';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-kernel-'));
  mkdirSync(join(dir, 'lab/sub'), { recursive: true });
  writeFileSync(join(dir, 'secret.h'), 'password');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const put = (name: string, text: string): string => {
  const path = join(dir, 'lab', name);
  writeFileSync(path, text);
  return path;
};
const kernel = '__kernel void k(__global float *x) { x[get_global_id(0)] = ONE; }\n';

describe('a kernel file with includes', () => {
  it('gets the files of its own folder put in, theirs too, and is not saved over', async () => {
    put('sub/one.h', '#include "../two.h"\n');
    put('two.h', '#define ONE 1\n');
    const path = put('k.cl', `#include "sub/one.h" // the constant\n${kernel}`);
    const loaded = await loadKernelFile(path);
    if (!loaded.ok) throw new Error(loaded.error.message);
    expect(loaded.value.sourceText).toContain('#define ONE 1');
    expect(loaded.value.sourceText).not.toContain('#include');
    expect(loaded.value.name).toBe('k.whole.cl');
    expect(loaded.value.sourcePath).not.toBe(path);
  });

  it.each(['../secret.h', '/etc/passwd', 'sub/../../secret.h', 'link.h', 'way/secret.h'])(
    'is refused when it includes %s, which lies outside',
    async (name) => {
      symlinkSync(join(dir, 'secret.h'), join(dir, 'lab/link.h'));
      symlinkSync(dir, join(dir, 'lab/way'));
      const loaded = await loadKernelFile(put('k.cl', `#include "${name}"\n${kernel}`));
      expect(loaded).toMatchObject({ ok: false, error: { code: 'invalid-source' } });
      expect(loaded.ok ? '' : loaded.error.message).toContain(name);
    },
  );

  it('is refused when its files include each other without end, or without bound', async () => {
    put('a.h', '#include "b.h"\n');
    put('b.h', '#include "a.h"\n');
    expect(await loadKernelFile(put('k.cl', `#include "a.h"\n${kernel}`))).toMatchObject({
      ok: false,
      error: { code: 'invalid-source' },
    });
    put('big.h', `${'x'.repeat(1_000_000)}\n`);
    const many = '#include "big.h"\n'.repeat(1000);
    expect(await loadKernelFile(put('m.cl', many + kernel))).toMatchObject({ ok: false });
  });

  it('is refused when the file is missing, and names it', async () => {
    const loaded = await loadKernelFile(put('k.cl', `#include "gone.h"\n${kernel}`));
    expect(loaded.ok ? '' : loaded.error.message).toContain('gone.h');
  });

  it.each(['/dev/zero', '/dev/null', '/proc/self/mem'])('that is %s is no file', async (path) => {
    expect(await loadKernelFile(path)).toMatchObject({ ok: false });
  });

  it.each(['../secret.h', '/etc/passwd', 'way/secret.h'])(
    'is not looked for outside the folder of its spec: %s',
    async (source) => {
      symlinkSync(dir, join(dir, 'lab/way'));
      const spec = { format: 'ndrange-sweep', version: 1, source, kernel: 'k', global: [64] };
      const loaded = await loadKernelFile(put('k.sweep.json', JSON.stringify(spec)));
      expect(loaded).toMatchObject({ ok: false, error: { code: 'invalid-spec' } });
    },
  );
});
