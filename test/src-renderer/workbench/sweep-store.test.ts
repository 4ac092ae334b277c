// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { useDevices } from '@renderer/stores/devices';
import { useKernel } from '@renderer/stores/kernel';
import { presetsFor } from '@renderer/stores/size-presets';
import { useSweep } from '@renderer/stores/sweep';
import { fakeDevices } from '../../support/fake-bridge';
import { copySource, startStores } from '../../support/window-stores';

const ready = async () => {
  const sweep = useSweep();
  await useDevices().load();
  await useKernel().loadExamples();
  return sweep;
};
const keys = (sizes: readonly (readonly number[] | null)[]) =>
  sizes.map((size) => size?.join('x') ?? 'auto');

describe('the sweep form', () => {
  beforeEach(() => void startStores());

  it('starts with the sizes of the loaded example', async () => {
    const sweep = await ready();
    expect(sweep.mode).toBe('1d');
    expect(keys(sweep.chosenSizes)).toEqual(['auto', '64', '256']);
    expect(sweep.request).toMatchObject({
      ok: true,
      value: { deviceKeys: ['gpu-0', 'gpu-1', 'cpu', 'pipe'], sourceText: copySource },
    });
  });

  it('adds and chooses what was typed, once, in order of size', async () => {
    const sweep = await ready();
    expect(sweep.add('96, 64').ok).toBe(true);
    expect(keys(sweep.chosenSizes)).toEqual(['auto', '64', '96', '256']);
    sweep.toggle([96]);
    expect(keys(sweep.chosenSizes)).toEqual(['auto', '64', '256']);
    expect(keys(sweep.current.sizes)).toContain('96');
  });

  it.each(['0', '-4', 'NaN', '', '1e99', '8x8'])('refuses %j as a 1-D size', async (text) => {
    const sweep = await ready();
    expect(sweep.add(text).ok).toBe(false);
    expect(keys(sweep.chosenSizes)).toEqual(['auto', '64', '256']);
  });

  it('refuses a global size of another number of dimensions or out of bounds', async () => {
    const sweep = await ready();
    expect(sweep.setGlobal('2048x2048')).toMatchObject({ ok: false });
    expect(sweep.setGlobal('0').ok).toBe(false);
    expect(sweep.current.global).toEqual([1_048_576]);
    expect(sweep.setGlobal('4096').ok).toBe(true);
    expect(sweep.current.global).toEqual([4096]);
  });

  it('keeps the sizes of both modes apart', async () => {
    const sweep = await ready();
    sweep.mode = '2d';
    sweep.applyPreset({ sizes: [[8, 8]] });
    expect(keys(sweep.chosenSizes)).toEqual(['8x8']);
    sweep.mode = '1d';
    expect(keys(sweep.chosenSizes)).toEqual(['auto', '64', '256']);
  });

  it('keeps the chosen sizes while the source is edited', async () => {
    const sweep = await ready();
    sweep.add('96');
    useKernel().source = `${copySource}\n// changed`;
    expect(keys(sweep.chosenSizes)).toContain('96');
  });

  it('rejects per device what that device cannot do', async () => {
    const sweep = await ready();
    sweep.add('2048');
    const can = sweep.plans
      .filter((plan) => plan.configurations.some((e) => e.id === '2048' && e.rejected === null))
      .map((plan) => plan.deviceKey);
    expect(can).toEqual(['cpu']);
  });

  it('still shows what is possible while an argument is wrong, but asks for no run', async () => {
    const sweep = await ready();
    useKernel().setArgument('n', 'nonsense');
    expect(sweep.request.ok).toBe(false);
    expect(sweep.plans).toHaveLength(4);
  });

  it('leaves a size out, and chooses one alone, also one that was not offered', async () => {
    const sweep = await ready();
    sweep.leaveOut('64');
    expect(keys(sweep.chosenSizes)).toEqual(['auto', '256']);
    sweep.chooseOnly('96');
    expect(keys(sweep.chosenSizes)).toEqual(['96']);
    expect(keys(sweep.current.sizes)).toContain('64');
    sweep.chooseOnly('auto');
    expect(keys(sweep.chosenSizes)).toEqual(['auto']);
    sweep.chooseOnly('8x8');
    expect(keys(sweep.chosenSizes)).toEqual(['auto']);
  });

  it('has presets without duplicates, in the dimensions of their mode', () => {
    for (const mode of ['1d', '2d'] as const) {
      for (const { id, sizes } of presetsFor(mode, fakeDevices())) {
        expect(new Set(keys(sizes)).size, id).toBe(sizes.length);
        for (const size of sizes) {
          if (size !== null) expect(size, id).toHaveLength(mode === '1d' ? 1 : 2);
        }
      }
    }
  });

  it('offers multiples of each wavefront that the chosen devices report, and of no other', async () => {
    const sweep = await ready();
    const devices = useDevices();
    const widths = () =>
      sweep.presets.filter(({ name }) => name === 'wavefront').map(({ width }) => width);
    expect(widths()).toEqual([8, 32]);
    devices.choose(['cpu']);
    expect(widths()).toEqual([8]);
    const [preset] = sweep.presets.filter(({ name }) => name === 'wavefront');
    expect(preset?.sizes[0]).toEqual([8]);
    // One that reports nothing has no wavefront to follow.
    devices.choose(['pipe']);
    expect(widths()).toEqual([]);
  });
});
