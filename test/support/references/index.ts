/** The reference of each example, by the name of its files in kernels/. */
import { boxBlur } from './box-blur';
import { divergence } from './divergence';
import { matmul } from './matmul';
import { reduction } from './reduction';
import type { Reference } from './reference';
import { saxpy } from './saxpy';
import { transpose } from './transpose';
import { vectorAdd } from './vector-add';

export const references: Readonly<Record<string, Reference>> = {
  saxpy,
  'vector-add': vectorAdd,
  reduction,
  'transpose-naive': transpose,
  'transpose-tiled': transpose,
  'box-blur': boxBlur,
  'matmul-tiled': matmul,
  divergence,
};
