import { describe, expect, it } from 'vitest';
import { updateFeed, updateKind } from '@main/electron/update-feed';

const config = (url: string) => `provider: generic\nurl: ${url}\nupdaterCacheDirName: x\n`;

describe('the address of newer versions', () => {
  it('is what the packages say, by https only', () => {
    expect(updateFeed(config('https://ndrange.org/updates'), true)).toBe(
      'https://ndrange.org/updates',
    );
    expect(updateFeed(config("'https://ndrange.org/updates'"), true)).toBe(
      'https://ndrange.org/updates',
    );
    expect(updateFeed(config('http://ndrange.org/updates'), true)).toBeNull();
    expect(updateFeed(config('file:///etc/passwd'), true)).toBeNull();
    expect(updateFeed('provider: generic\n', true)).toBeNull();
    expect(updateFeed(config('nonsense'), true)).toBeNull();
  });

  it('is none as long as it is a placeholder', () => {
    expect(updateFeed(config('https://ndrange-workbench.example/updates'), true)).toBeNull();
  });

  it('may be this machine in a test, and never in a package', () => {
    const local = config('http://127.0.0.1:4000/feed');
    expect(updateFeed(local, false)).toBe('http://127.0.0.1:4000/feed');
    expect(updateFeed(local, true)).toBeNull();
  });
});

describe('how a newer version gets in', () => {
  it.each([
    ['linux', {}, 'page'],
    ['linux', { APPIMAGE: '/home/x/NDRange.AppImage' }, 'install'],
    ['win32', {}, 'install'],
    ['win32', { PORTABLE_EXECUTABLE_DIR: 'C:\\' }, 'page'],
    ['darwin', {}, 'install'],
    ['freebsd', {}, 'page'],
  ] as const)('on %s with %j: %s', (platform, env, kind) => {
    expect(updateKind(platform, env)).toBe(kind);
  });
});
