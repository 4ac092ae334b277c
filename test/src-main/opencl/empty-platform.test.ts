import { describe, expect, it } from 'vitest';
import { emptyPlatform } from '@main/opencl/empty-platform';
import { listingAdvice, listingText } from '@renderer/views/listing-text';

describe('a platform without devices', () => {
  it.each([
    ['Portable Computing Language', /POCL_DEVICES/],
    ['rusticl', /RUSTICL_ENABLE/],
    ['Somebody', /driver/],
  ])('%s is said, with what to do about it', (name, advice) => {
    const said = emptyPlatform(name, true);
    expect(said?.message).toBe(
      `The platform "${name}" is installed but offers no device on this machine.`,
    );
    expect(said?.advice).toMatch(advice);
    if (said === null) return;
    expect(listingText(said, 'zh-CN')).toContain(name);
    expect(listingAdvice(said, 'zh-CN')).toMatch(/[\u4e00-\u9fff].*。$/);
  });

  it('that another of its package replaces is said only when there is nothing else', () => {
    expect(emptyPlatform('Clover', true)).toBeNull();
    expect(emptyPlatform('Clover', false)?.subject).toBe('Clover');
  });
});
