// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RunHeader } from '@shared/domain/run-event';
import { useDevices } from '@renderer/stores/devices';
import { useForm } from '@renderer/stores/form';
import { useKernel } from '@renderer/stores/kernel';
import { useSweep } from '@renderer/stores/sweep';
import { buildRun, buildSpec } from '../../support/run-builder';
import { copyExample, copySource, startStores } from '../../support/window-stores';

const earlier = (): RunHeader => {
  const { header } = buildRun('device D key=cpu\n32: 400 401\n512: 100 101');
  return {
    ...header,
    sourceText: `${copySource}\n// as it was`,
    spec: buildSpec({
      ...copyExample.spec,
      global: [4096],
      local: [[32], [512]],
      samples: null,
      buildOptions: '-DX=1',
      args: copyExample.spec.args.map((argument) =>
        argument.kind === 'buffer' && argument.write ? { ...argument, restore: false } : argument,
      ),
    }),
    options: { ...header.options, samples: 7, seed: 42, cold: true },
  };
};

const ready = async () => {
  startStores();
  const [form, sweep, kernel] = [useForm(), useSweep(), useKernel()];
  await useDevices().load();
  await kernel.loadExamples();
  await flushPromises();
  return { form, sweep, kernel };
};

describe('bringing a run back into the form', () => {
  beforeEach(() => localStorage.clear());

  it('brings source, arguments, sizes, options and devices, so that Run measures the same again', async () => {
    const { form, sweep } = await ready();
    const header = earlier();
    form.reopen(header);
    expect(form.offer).toBeNull();
    const { request } = sweep;
    if (!request.ok) throw new Error(request.error.message);
    expect(request.value.sourceText).toBe(header.sourceText);
    expect(request.value.spec.args).toEqual(header.spec.args);
    expect(request.value.spec.local).toEqual([[32], [512]]);
    expect(request.value.spec.global).toEqual([4096]);
    expect(request.value.spec.buildOptions).toBe('-DX=1');
    expect(request.value.options).toEqual(header.options);
    expect(request.value.deviceKeys).toEqual(['cpu']);
  });

  it('asks before it replaces what was typed, and leaves it alone when told so', async () => {
    const { form, kernel } = await ready();
    kernel.source = `${copySource}\n// mine`;
    form.reopen(earlier());
    expect(form.offer?.title).toContain('copy');
    expect(kernel.source).toContain('// mine');
    form.decline();
    expect(form.offer).toBeNull();
    expect(kernel.source).toContain('// mine');
  });

  it('replaces it when told so', async () => {
    const { form, kernel } = await ready();
    kernel.source = `${copySource}\n// mine`;
    form.reopen(earlier());
    form.accept();
    expect(kernel.source).toContain('// as it was');
    expect(form.offer).toBeNull();
  });

  it('asks about sizes that were changed by hand too', async () => {
    const { form, sweep } = await ready();
    sweep.toggle([64]);
    form.reopen(earlier());
    expect(form.offer).not.toBeNull();
  });

  it('does not ask about a form that was measured and so is stored', async () => {
    const { form, kernel } = await ready();
    kernel.source = `${copySource}\n// mine`;
    form.markSafe();
    form.reopen(earlier());
    expect(form.offer).toBeNull();
    expect(kernel.source).toContain('// as it was');
  });
});

describe('loading another kernel', () => {
  it('asks only about what was typed', async () => {
    const { form, sweep, kernel } = await ready();
    sweep.toggle([64]);
    let loaded = 0;
    form.replaceKernel('another', () => (loaded += 1));
    expect([loaded, form.offer]).toEqual([1, null]);
    kernel.setArgument('n', '17');
    form.replaceKernel('another', () => (loaded += 1));
    expect([loaded, form.offer?.title]).toEqual([1, 'another']);
  });
});

describe('restoring a buffer', () => {
  it('can be turned off for one argument that the kernel writes, and goes into the spec', async () => {
    const { sweep, kernel } = await ready();
    expect(kernel.rows.map(({ restored }) => restored)).toEqual([null, true, null]);
    kernel.setRestored('out', false);
    expect(kernel.rows[1]?.restored).toBe(false);
    expect(sweep.spec.ok && sweep.spec.value.args[1]).toMatchObject({
      name: 'out',
      restore: false,
    });
    // What the kernel only reads has nothing to restore.
    kernel.setRestored('in', false);
    expect(sweep.spec.ok && sweep.spec.value.args[0]).not.toHaveProperty('restore');
  });
});
