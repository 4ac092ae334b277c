// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils';
import { beforeEach, describe, expect, it } from 'vitest';
import type { KernelInfo } from '@shared/domain/kernel';
import { bytes } from '@shared/domain/units';
import { useDevices } from '@renderer/stores/devices';
import { useKernel } from '@renderer/stores/kernel';
import { useSweep } from '@renderer/stores/sweep';
import { startStores } from '../../support/window-stores';

const ready = async () => {
  startStores();
  const [sweep, kernel, devices] = [useSweep(), useKernel(), useDevices()];
  await devices.load();
  await kernel.loadExamples();
  await flushPromises();
  return { sweep, kernel, devices };
};

const infoOf = (name: string, changes: Partial<KernelInfo>): KernelInfo => ({
  name,
  parameters: null,
  workGroupSize: null,
  requiredLocal: null,
  preferredMultiple: null,
  localMemory: bytes(0),
  privateMemory: bytes(0),
  ...changes,
});

const reasonsOf = (sweep: ReturnType<typeof useSweep>, deviceKey: string) =>
  sweep
    .plansOf([[64], [128]])
    .find((plan) => plan.deviceKey === deviceKey)
    ?.configurations.map((entry) => entry.rejected?.reason ?? null);

describe('what the built kernel rules out', () => {
  beforeEach(() => localStorage.clear());

  it('is known to the plan of that device, with its reason', async () => {
    const { sweep, kernel, devices } = await ready();
    const [first = '', second = ''] = devices.chosenKeys;
    const required = infoOf(kernel.kernelName ?? '', { requiredLocal: [64, 1, 1] });
    sweep.built = {
      source: kernel.source,
      options: kernel.buildOptions,
      kernels: new Map([[first, [required]]]),
    };
    expect(reasonsOf(sweep, first)).toEqual([null, 'required-size-mismatch']);
    expect(reasonsOf(sweep, second)).toEqual([null, null]);
  });

  it('counts no more once the source has changed', async () => {
    const { sweep, kernel, devices } = await ready();
    const [first = ''] = devices.chosenKeys;
    const required = infoOf(kernel.kernelName ?? '', { requiredLocal: [64, 1, 1] });
    sweep.built = {
      source: `${kernel.source}\n`,
      options: kernel.buildOptions,
      kernels: new Map([[first, [required]]]),
    };
    expect(reasonsOf(sweep, first)).toEqual([null, null]);
  });
});
