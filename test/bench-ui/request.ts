/** The sweep that the window's figures are measured with: many sizes, a fixed number of samples each. */
import type { SweepRequest } from '../../src-shared/domain/sweep';
import { defaultMeasureOptions } from '../../src-shared/domain/sweep';
import { buildSpec } from '../support/run-builder';

/** @param from the smallest local size; the others follow one by one */
export const streamRequest = (
  devices: number,
  sizes: number,
  samples: number,
  from = 1,
): SweepRequest => ({
  spec: buildSpec({
    title: { en: 'Simulated' },
    local: Array.from({ length: sizes }, (_, at) => [from + at]),
  }),
  sourceText: '__kernel void a(__global float *x) { x[get_global_id(0)] = 1.0f; }\n',
  deviceKeys: Array.from({ length: devices }, (_, index) => `simulated-${index}`),
  options: { ...defaultMeasureOptions, samples, seed: 1 },
});
