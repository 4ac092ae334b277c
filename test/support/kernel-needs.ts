/** Facts of a made-up kernel, for tests that start from what a group takes. */
import { fromBuild, unknown, type Fact } from '@shared/domain/advisor/fact';
import type { KernelFacts } from '@shared/domain/advisor/kernel-facts';
import { bytes } from '@shared/domain/units';

export interface Needs {
  readonly width: number;
  readonly registers?: number;
  readonly scalarRegisters?: number;
  readonly localBytes?: number;
  readonly barriers?: number;
  readonly workGroupProcessorMode?: boolean;
}

const given = <T>(value: T | undefined, name: string): Fact<T> =>
  value === undefined ? unknown(`no ${name}`) : fromBuild(value, 'test');

/** What is left out is unknown. */
export const kernelNeeding = (needs: Needs): KernelFacts => ({
  wavefrontWidth: given(needs.width, 'width'),
  registers: given(needs.registers, 'registers'),
  scalarRegisters: given(needs.scalarRegisters, 'scalar registers'),
  localMemory: given(
    needs.localBytes === undefined ? undefined : bytes(needs.localBytes),
    'local memory',
  ),
  barriers: given(needs.barriers, 'barriers'),
  workGroupProcessorMode: given(needs.workGroupProcessorMode, 'mode'),
  spilled: unknown('not in the test'),
  privateMemory: unknown('not in the test'),
});
