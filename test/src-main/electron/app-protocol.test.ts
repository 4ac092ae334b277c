import { describe, expect, it, vi } from 'vitest';
import { buildSpec } from '../../support/run-builder';

vi.mock('electron', () => ({ protocol: {} }));
const { contentSecurityPolicy, fileForUrl, withAtStart } =
  await import('@main/electron/app-protocol');

describe('the app origin', () => {
  it.each([
    ['app://workbench/', '/srv/out/index.html'],
    ['app://workbench/assets/index-1.js', '/srv/out/assets/index-1.js'],
    ['app://workbench/assets/a%20b.js?x#y', '/srv/out/assets/a b.js'],
  ])('serves %s as %s', (url, file) => {
    expect(fileForUrl('/srv/out', url)).toBe(file);
  });

  it.each([
    'app://other/index.html',
    'app://workbench/..%2f..%2fetc/passwd',
    'app://workbench/assets/..%2f..%2f..%2fout-of-it',
    'app://workbench/..%2fout2/index.html',
    'app://workbench/a%00.js',
    'app://workbench/%E0%A4%A',
  ])('serves nothing for %s', (url) => {
    expect(fileForUrl('/srv/out', url)).toBeNull();
  });

  it('keeps dot segments, which the URL parser resolves, inside its folder', () => {
    expect(fileForUrl('/srv/out', 'app://workbench/%2e%2e/../etc/passwd')).toBe(
      '/srv/out/etc/passwd',
    );
  });

  it('allows scripts from itself only, and nothing by default', () => {
    expect(contentSecurityPolicy).toContain("default-src 'none'");
    expect(contentSecurityPolicy).toMatch(/script-src 'self'(;|$)/);
    expect(contentSecurityPolicy).not.toContain('unsafe-eval');
  });
});

describe('what the page is given with its document', () => {
  it('is found again as it was, whatever stands in a kernel, and ends no element early', () => {
    const sourceText =
      '// </script><script>alert(1)</script> <!-- $& \u2028 "quoted"\nkernel void k() {}';
    const given = { examples: [{ id: 'k', spec: buildSpec(), sourceText }] };
    const page = withAtStart('<html><head><title>x</title></head><body></body></html>', given);
    expect(page.match(/<script/g)).toHaveLength(1);
    const [, text = ''] =
      /<script type="application\/json" id="at-start">(.*?)<\/script><\/head>/s.exec(page) ?? [];
    expect(JSON.parse(text)).toEqual(given);
  });
});
