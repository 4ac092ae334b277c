/**
 * Occupancy against figures that NVIDIA's own cuda_occupancy.h gave: 40 random combinations for each compute
 * capability of the table. The driver's own figures are compared by test/advisor/cuda-occupancy.mjs.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { predictBlocks, type BlockCase } from '../../../advisor/predict-blocks';

const file = new URL('../../../fixtures/advisor/cuda-occupancy-header.txt', import.meta.url);
const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

const capabilities = [...new Set(lines.map((line) => line.split(' ')[0] ?? ''))];

const parse = (line: string): { readonly asked: BlockCase; readonly groups: number } => {
  const [capability = '', ...rest] = line.split(' ');
  const [major = 0, minor = 0] = capability.split('.').map(Number);
  const [registers = 0, localBytes = 0, barriers = 0, items = 0, groups = -1] = rest.map(Number);
  return { asked: { capability: [major, minor], registers, localBytes, barriers, items }, groups };
};

describe('occupancy on NVIDIA', () => {
  it.each(capabilities)('equals the header’s for compute capability %s', (capability) => {
    const cases = lines.filter((line) => line.startsWith(`${capability} `));
    expect(cases).toHaveLength(40);
    for (const line of cases) {
      const { asked, groups } = parse(line);
      expect({ line, groups: predictBlocks(asked)?.groups }).toEqual({ line, groups });
    }
  });
});
