import { expect, test } from 'vitest';
import { centralProbability, studentQuantile } from '@shared/domain/student-t';

test.each([
  // Printed tables: probability, degrees of freedom, t.
  [0.975, 1, 12.706],
  [0.975, 2, 4.303],
  [0.975, 3, 3.182],
  [0.95, 4, 2.132],
  [0.975, 10, 2.228],
  [0.999, 2, 22.327],
  [0.9995, 5, 6.869],
  [0.975, 30, 2.042],
  [0.975, 120, 1.98],
])('the %d quantile with %i degrees of freedom is %d', (probability, degrees, t) => {
  expect(studentQuantile(probability, degrees)).toBeCloseTo(t, 2);
});

test('the quantile is where the probability is reached', () => {
  for (const degrees of [1, 2, 7, 8, 51]) {
    const t = studentQuantile(0.99, degrees);
    expect(centralProbability(t, degrees)).toBeCloseTo(0.98, 9);
  }
});

test('half of the distribution lies below zero', () => {
  expect(studentQuantile(0.5, 5)).toBeLessThan(1e-6);
});

test('asking for what does not exist is a bug', () => {
  expect(() => studentQuantile(1, 5)).toThrow(RangeError);
  expect(() => studentQuantile(0.9, 0)).toThrow(RangeError);
});
