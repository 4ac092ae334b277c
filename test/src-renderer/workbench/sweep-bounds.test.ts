import { describe, expect, it } from 'vitest';
import { defaultMeasureOptions } from '@shared/domain/sweep';
import { boundFields, changedOptions, readBound } from '@renderer/views/workbench/sweep-bounds';

const shown = (name: string, options = defaultMeasureOptions) =>
  boundFields.find((field) => field.name === name)?.show(options);

describe('the bounds of a sweep', () => {
  it('are shown in the units that their names say', () => {
    expect(boundFields.map((field) => field.show(defaultMeasureOptions))).toEqual([
      '1',
      '200',
      '10',
      '',
      '1',
    ]);
    expect(shown('target', { ...defaultMeasureOptions, target: 0.015 })).toBe('1.5');
  });

  it('are read back to what they show', () => {
    expect(readBound('target', '1.5 %', defaultMeasureOptions)).toEqual({ target: 0.015 });
    expect(readBound('maxSeconds', '2.5', defaultMeasureOptions)).toEqual({ maxSeconds: 2.5 });
    expect(readBound('timeoutSeconds', '', defaultMeasureOptions)).toEqual({
      timeoutSeconds: null,
    });
    expect(readBound('seed', '-3', defaultMeasureOptions)).toEqual({ seed: -3 });
  });

  it('never contradict each other', () => {
    expect(readBound('maxSamples', '5', defaultMeasureOptions)).toEqual({
      maxSamples: 5,
      minSamples: 5,
    });
    expect(readBound('maxSamples', '50', { ...defaultMeasureOptions, minSamples: 5 })).toEqual({
      maxSamples: 50,
      minSamples: 10,
    });
  });

  it.each([
    ['target', '0'],
    ['target', '-1'],
    ['target', '100'],
    ['target', ''],
    ['maxSamples', '0'],
    ['maxSamples', '1.5'],
    ['maxSamples', 'many'],
    ['maxSeconds', '0'],
    ['maxSeconds', 'Infinity'],
    ['timeoutSeconds', '-5'],
    ['seed', '1e300'],
  ] as const)('refuse %s = %j', (name, text) => {
    expect(readBound(name, text, defaultMeasureOptions)).toBeNull();
  });

  it('count what is not as by default', () => {
    expect(changedOptions(defaultMeasureOptions)).toBe(0);
    expect(changedOptions({ ...defaultMeasureOptions, cold: true, seed: 7 })).toBe(2);
  });
});
