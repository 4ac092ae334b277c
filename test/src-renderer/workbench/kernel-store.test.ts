// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { atStartMarkup } from '@shared/ipc/at-start';
import { useKernel } from '@renderer/stores/kernel';
import { copyExample, copySource, startStores } from '../../support/window-stores';

const loaded = async () => {
  const kernel = useKernel();
  await kernel.loadExamples();
  return kernel;
};

describe('the kernel at hand', () => {
  beforeEach(() => void startStores());

  it('loads an example at the first start and shows its arguments with the automatic choice', async () => {
    const kernel = await loaded();
    expect(kernel.kernelName).toBe('copy');
    expect(kernel.dirty).toBe(false);
    expect(kernel.rows.map(({ text, automatic }) => [text, automatic])).toEqual([
      ['gx:random(-1,1,5)', true],
      ['gx:constant(0)', true],
      ['gx', true],
    ]);
  });

  it('has the kernel at once when the document brought it, and asks for nothing', () => {
    const saxpy = { ...copyExample, id: 'saxpy', sourceText: `${copySource}// </script>` };
    document.head.innerHTML = atStartMarkup({ examples: [copyExample, saxpy] });
    const { calls } = startStores();
    const kernel = useKernel();
    kernel.begin();
    document.head.innerHTML = '';
    expect(kernel.exampleId).toBe('saxpy');
    expect(kernel.source).toContain('// </script>');
    expect(calls).toEqual([]);
  });

  it('asks for the kernel when the document brought none', async () => {
    const kernel = useKernel();
    kernel.begin();
    await vi.waitFor(() => expect(kernel.kernelName).toBe('copy'));
  });

  it('keeps the arguments that still fit when the source changes, and takes defaults for new ones', async () => {
    const kernel = await loaded();
    kernel.source = copySource.replace('uint n', 'uint n, float scale');
    expect(kernel.dirty).toBe(true);
    expect(kernel.rows.map((row) => [row.argument.name, row.text])).toEqual([
      ['in', 'gx:random(-1,1,5)'],
      ['out', 'gx:constant(0)'],
      ['n', 'gx'],
      ['scale', '1'],
    ]);
  });

  it('names the argument whose value cannot be passed, and recovers when it is taken back', async () => {
    const kernel = await loaded();
    kernel.setArgument('n', 'gx +');
    const row = kernel.rows.find((candidate) => candidate.argument.name === 'n');
    expect(row?.error?.message).toContain('n');
    expect(kernel.rows.filter((candidate) => candidate.error !== null)).toHaveLength(1);
    expect(kernel.spec.ok).toBe(false);
    kernel.setArgument('n', null);
    expect(kernel.spec.ok).toBe(true);
  });

  it('puts values and build options into the spec', async () => {
    const kernel = await loaded();
    kernel.setArgument('n', '1000');
    kernel.buildOptions = '-cl-mad-enable';
    expect(kernel.spec).toMatchObject({
      ok: true,
      value: { buildOptions: '-cl-mad-enable' },
    });
    const spec = kernel.spec.ok ? kernel.spec.value : null;
    expect(spec?.args.find((arg) => arg.name === 'n')).toMatchObject({ value: '1000' });
  });

  it('says that there is no kernel in a source without one', async () => {
    const kernel = await loaded();
    kernel.source = 'int twice(int a) { return 2 * a; }';
    expect(kernel.baseSpec).toMatchObject({ ok: false, error: { code: 'no-kernel' } });
    expect(kernel.rows).toEqual([]);
  });

  it('offers every kernel of a file and switches between them', async () => {
    const kernel = await loaded();
    kernel.takeOpened({
      token: 't1',
      name: 'two.cl',
      sourceText: '__kernel void a(int p) {}\n__kernel void b(float q) {}',
      spec: null,
    });
    expect(kernel.kernelNames).toEqual(['a', 'b']);
    kernel.wantedKernel = 'b';
    expect(kernel.rows.map((row) => row.argument.name)).toEqual(['q']);
  });

  it('remembers what was saved', async () => {
    const kernel = await loaded();
    kernel.source = `${copySource}\n`;
    await kernel.save();
    expect(kernel.dirty).toBe(false);
    expect(kernel.fileName).toBe('copy.cl');
  });
});
