/** What every group of figures gets, and how two programs take turns. Decides who goes first in a round. */
import type { DeviceInfo } from '@shared/domain/device';
import type { Product } from './product';
import type { Group } from './run-groups';

export interface BenchContext {
  readonly product: Product;
  /** PoCL; null: not on this machine. */
  readonly cpu: DeviceInfo | null;
  /** GPUs, in the listing's order. */
  readonly gpus: readonly DeviceInfo[];
  /** Path of the built C++ host, or why there is none. */
  readonly cppHost:
    { readonly ok: true; readonly path: string } | { readonly ok: false; readonly why: string };
  /** Alternated rounds; 5 unless the bench is asked for fewer while it is worked on. */
  readonly rounds: number;
  /** For the person who waits. */
  readonly say: (text: string) => void;
}

export type FigureGroup = Group<BenchContext>;

/** A part of the device's or platform's name by which all programs find the same device. */
export const partOf = (device: DeviceInfo): string =>
  device.types.includes('gpu') ? device.name : device.platform.name;

export const noCpu = 'PoCL is not installed: apt-get install pocl-opencl-icd.';
export const noGpu = 'There is no GPU with an OpenCL driver on this machine.';

/** Ours and theirs in turns, and in turns who is first. */
export const alternate = async <A, B>(
  rounds: number,
  ours: () => Promise<A>,
  theirs: () => Promise<B>,
): Promise<readonly { readonly ours: A; readonly theirs: B }[]> => {
  const found: { ours: A; theirs: B }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await ours();
      found.push({ ours: first, theirs: await theirs() });
    } else {
      const first = await theirs();
      found.push({ ours: await ours(), theirs: first });
    }
  }
  return found;
};
