import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainVisit } from '@shared/domain/plain-visit';
import { parseRunEvent } from '@shared/domain/run-schema';

const visit = {
  seq: 4,
  at: 12,
  type: 'visit',
  deviceKey: 'd',
  configuration: '64',
  round: 0,
  samples: {
    timeSource: 'event',
    batchK: 1,
    queueNs: [1, null],
    submitNs: [null, 2],
    runNs: [3, 4],
    wallNs: [5, 6],
  },
};
const { samples } = visit;

/** The same by its schema: a field more than is known keeps the quick look from answering. */
const bySchema = (value: object) => parseRunEvent({ ...value, unknown: 1 });

const anything = fc.oneof(
  fc.constantFrom(
    null,
    -1,
    0,
    1.5,
    2e19,
    3e19,
    '',
    'event',
    'x'.repeat(200),
    [],
    [1],
    [1, 2],
    [null, 1],
    ['1', 2],
  ),
  fc.array(fc.oneof(fc.nat(), fc.constant(null), fc.double()), { maxLength: 3 }),
);

describe('the quick look at a visit', () => {
  it('takes one as it is measured, the first of a size with its first launch', () => {
    expect(isPlainVisit(visit)).toBe(true);
    expect(isPlainVisit({ ...visit, firstLaunchNs: 1000 })).toBe(true);
  });

  it.each([
    ['a field that is not known', { ...visit, extra: 1 }],
    ['a field of the samples that is not known', { ...visit, samples: { ...samples, extra: 1 } }],
    [
      '__proto__ for a field',
      JSON.parse(JSON.stringify(visit).replace('{', '{"__proto__":{"a":1},')),
    ],
    ['a list that is too short', { ...visit, samples: { ...samples, wallNs: [5] } }],
    [
      'a list that is none',
      { ...visit, samples: { ...samples, runNs: { length: 2, 0: 1, 1: 2 } } },
    ],
    ['no time where one must be', { ...visit, samples: { ...samples, runNs: [3, null] } }],
    ['another type', { ...visit, type: 'warning' }],
    ['no samples', { ...visit, samples: null }],
  ])('leaves %s to the schema', (_, value) => {
    expect(isPlainVisit(value)).toBe(false);
  });

  it('takes only what the schema takes, unchanged', () => {
    const field = fc.constantFrom(...Object.keys(visit), 'firstLaunchNs', 'chosen');
    const inner = fc.constantFrom(...Object.keys(samples), 'wallAt');
    fc.assert(
      fc.property(field, inner, anything, fc.boolean(), (outerName, innerName, value, isInner) => {
        const changed = isInner
          ? { ...visit, samples: { ...samples, [innerName]: value } }
          : { ...visit, [outerName]: value };
        if (isPlainVisit(changed)) expect(bySchema(changed)).toEqual({ ok: true, value: changed });
      }),
    );
  });
});
