import { expect, it } from 'vitest';
import { stepsTo } from '@main/opencl/loop-limit';

it('tells from the value how far a loop came', () => {
  let value = 1;
  for (let step = 0; step < 65_535; step += 1) {
    value = (Math.imul(value, 1664525) + 1013904223) >>> 0;
  }
  expect(stepsTo(value, 100_000)).toBe(65_535);
  expect(stepsTo(1, 10)).toBe(0);
  expect(stepsTo(value, 1000)).toBeNull();
});
