import { expect, it } from 'vitest';
import { zoomAfter } from '@main/electron/zoom';

it('zooms in steps from 80 % to 200 % and stays there', () => {
  expect(zoomAfter(1, 'in')).toBe(1.1);
  expect(zoomAfter(1.1000000000000003, 'in')).toBe(1.25);
  expect(zoomAfter(2, 'in')).toBe(2);
  expect(zoomAfter(1, 'out')).toBe(0.9);
  expect(zoomAfter(0.8, 'out')).toBe(0.8);
  expect(zoomAfter(1.75, 'reset')).toBe(1);
});
