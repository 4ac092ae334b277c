import { describe, expect, it } from 'vitest';
import { packageFindings } from '../../build/scripts/package-contents.mjs';
import { sizeFindings } from '../../build/scripts/empty-app.mjs';
import { changelogFinding, versionFindings } from '../../build/scripts/release-check.mjs';

const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n- A thing.\n\n## [1.0.0] - 2026-11-30\n- First.\n';
const sound = {
  manifest: {
    version: '1.0.0',
    homepage: 'https://ndrange.org/',
    author: { email: 'a@ndrange.org' },
    dependencies: { koffi: '3.3.4' },
    devDependencies: {},
  },
  lock: { version: '1.0.0', packages: { '': { version: '1.0.0' } } },
  changelog,
  tag: 'v1.0.0',
};

describe('the release check', () => {
  it('passes a sound release', () => {
    expect(versionFindings(sound, true)).toEqual([]);
  });

  it.each([
    [{ tag: null }, 'not tagged'],
    [{ tag: 'v0.9.0' }, 'v0.9.0'],
    [{ lock: { version: '0.9.0', packages: { '': { version: '0.9.0' } } } }, 'package-lock'],
    [{ manifest: { ...sound.manifest, homepage: 'https://x.example/' } }, 'placeholders'],
    [{ manifest: { ...sound.manifest, dependencies: { koffi: '^3.3.4' } } }, 'koffi'],
    [{ changelog: changelog.replace('[1.0.0]', '[0.9.0]') }, 'no section for 1.0.0'],
  ])('finds %o', (change, said) => {
    expect(versionFindings({ ...sound, ...change }, true).join(' ')).toContain(said);
  });

  it('between releases asks for nothing that only a release has', () => {
    const open = {
      ...sound,
      tag: null,
      manifest: { ...sound.manifest, homepage: 'https://x.example/' },
    };
    expect(versionFindings(open, false)).toEqual([]);
  });

  it('wants a section of the changelog to say something', () => {
    expect(changelogFinding('## [Unreleased]\n\n## [1.0.0]\n- First.\n', '1.0.0', false)).toContain(
      'says nothing',
    );
  });

  it('names what is wrong inside a package', () => {
    const findings = packageFindings({
      fuses: { RunAsNode: true },
      manifest: { devDependencies: { vue: '1' } },
      entries: ['node_modules/vue/index.js', 'src-main/index.ts'],
      files: ['resources/default_app.asar'],
      isTestBuild: false,
      licences: '',
      totalBytes: 1,
      fontBytes: 26 * 2 ** 20,
      addedBytes: 26 * 2 ** 20,
    }).join(' ');
    for (const said of [
      'RunAsNode',
      'vue',
      'sources',
      'koffi.node',
      'stand-in',
      'fonts',
      '25 MiB',
      'licences.md',
    ]) {
      expect(findings).toContain(said);
    }
  });
});

describe('the size of a package', () => {
  const mib = 2 ** 20;
  const judged = (size: number) =>
    sizeFindings({ kind: 'deb', size, empty: 80 * mib, fontBytes: 10 * mib }).findings;

  it('is at most 25 MiB over an empty Electron app, fonts apart', () => {
    expect(judged(115 * mib)).toEqual([]);
    expect(judged(116 * mib).join()).toContain('over 25 MiB');
  });

  it('that is below the empty app was compared with something else', () => {
    expect(judged(70 * mib).join()).toContain('packed in another way');
  });
});
