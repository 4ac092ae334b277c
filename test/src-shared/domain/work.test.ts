import { expect, test } from 'vitest';
import { workPerItem } from '@shared/domain/work';
import type { SweepSpec } from '@shared/domain/sweep';
import { buildSpec } from '../../support/run-builder';

const spec = (flopsPerItem: string | null, bytesPerItem: string | null): SweepSpec =>
  buildSpec({
    global: [512, 256],
    args: [
      { kind: 'scalar', name: 'iter_count', type: 'int', value: '100' },
      { kind: 'scalar', name: 'n', type: 'uint', value: 'gx*gy' },
      { kind: 'scalar', name: 'share', type: 'float', value: '0.25' },
    ],
    flopsPerItem,
    bytesPerItem,
  });

test('the work of an item is worked out from the global size and the scalars', () => {
  expect(workPerItem(spec('2*iter_count', '8*n/(gx*gy) + share'))).toEqual({
    ok: true,
    value: { flops: 200, bytes: 8.25 },
  });
});

test('work that is not stated is null, not 0', () => {
  expect(workPerItem(spec(null, '12'))).toEqual({ ok: true, value: { flops: null, bytes: 12 } });
  expect(workPerItem(spec('0', null))).toEqual({ ok: true, value: { flops: 0, bytes: null } });
});

test.each([
  ['2*lx', '"lx", which is not known'],
  ['gx/0', 'divides by zero'],
  ['0 - 1', 'below 0'],
])('work of %s is refused by the name of its field', (text, sentence) => {
  for (const [field, value] of [
    ['flopsPerItem', workPerItem(spec(text, null))],
    ['bytesPerItem', workPerItem(spec('1', text))],
  ] as const) {
    expect(value.ok || value.error.message).toContain(field);
    expect(value.ok || value.error.message).toContain(sentence);
  }
});
