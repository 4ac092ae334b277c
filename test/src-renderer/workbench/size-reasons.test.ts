import { describe, expect, it } from 'vitest';
import { planSweep } from '@shared/domain/plan';
import { devicesThatCan, reasonLines } from '@renderer/views/workbench/size-reasons';
import { buildDevice, buildSpec } from '../../support/run-builder';

const small = buildDevice({ key: 'small', limit: 256 });
const alike = buildDevice({ key: 'alike', limit: 256, index: 1 });
const large = buildDevice({ key: 'large', limit: 4096, index: 2 });

describe('why chosen sizes are not possible', () => {
  const spec = buildSpec({ local: [[128], [512], [1024], null] });
  const plans = [small, alike, large].map((device) => planSweep(spec, device));

  it('puts sizes with the same reason on the same devices into one line with its limit', () => {
    const lines = reasonLines(plans, 'en');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      reason: 'exceeds-device-limit',
      sizes: ['512', '1024'],
      deviceKeys: ['small', 'alike'],
      limit: 256,
    });
    expect(lines[0]?.messages).toHaveLength(4);
  });

  it('keeps devices with different limits apart', () => {
    const middle = buildDevice({ key: 'middle', limit: 512, index: 1 });
    const lines = reasonLines(
      [small, middle].map((device) => planSweep(spec, device)),
      'en',
    );
    expect(lines.map(({ limit, sizes, deviceKeys }) => ({ limit, sizes, deviceKeys }))).toEqual([
      { limit: 256, sizes: ['512', '1024'], deviceKeys: ['small'] },
      { limit: 512, sizes: ['1024'], deviceKeys: ['middle'] },
    ]);
  });

  it('says nothing when everything is possible', () => {
    expect(reasonLines([planSweep(spec, large)], 'en')).toEqual([]);
  });

  it('knows which devices can', () => {
    const able = devicesThatCan(plans);
    expect(able.get('512')).toEqual(['large']);
    expect(able.get('auto')).toEqual(['small', 'alike', 'large']);
    expect(able.has('2048')).toBe(false);
  });
});
