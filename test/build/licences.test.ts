import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importedPackages, licencesDocument } from '../../build/scripts/licences.mjs';

const root = join(import.meta.dirname, '../..');
const written = readFileSync(join(root, 'docs/licences.md'), 'utf8');
const shipped = written.slice(
  written.indexOf('## Shipped'),
  written.indexOf('## Used to build and test only'),
);

describe('docs/licences.md', () => {
  it('is what the lock file and the installed packages say now', () => {
    expect(licencesDocument() === written, 'run `node build/scripts/licences.mjs`').toBe(true);
  });

  it('names everything that the sources import as shipped', () => {
    for (const name of importedPackages()) expect(shipped).toContain(`| ${name} |`);
    expect(importedPackages()).toContain('koffi');
    expect(importedPackages()).toContain('vue');
  });

  it('ships nothing under a licence that is unknown or asks for more than its notice', () => {
    const licences = [...shipped.matchAll(/^\| \S+ \| \S+ \| (.+) \|$/gm)]
      .map(([, licence]) => licence)
      .filter((licence) => licence !== '---' && licence !== 'licence');
    expect(licences.length).toBeGreaterThan(30);
    const permissive = [
      'MIT',
      'ISC',
      '0BSD',
      'Apache-2.0',
      'OFL-1.1',
      'BSD-2-Clause',
      'BSD-3-Clause',
      // Both ask for their notice and no more; they come with the updater (argparse, sax).
      'Python-2.0',
      'BlueOak-1.0.0',
    ];
    expect(licences.filter((licence) => !permissive.includes(licence ?? ''))).toEqual([]);
  });
});
