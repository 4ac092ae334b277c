/** What the page for a machine without OpenCL says was looked for. */
import { describe, expect, it } from 'vitest';
import { describeSearch } from '@main/opencl/loader-search';

describe('what was looked for', () => {
  const attempts = [
    { name: 'OpenCL.dll', error: null },
    { name: 'other.dll', error: 'cannot be opened' },
  ];

  it('is there or not, whatever the words beside it', () => {
    expect(describeSearch(attempts, {}, 'win32')).toEqual([
      { what: 'OpenCL.dll', found: 'loaded', there: true },
      { what: 'other.dll', found: 'cannot be opened', there: false },
    ]);
  });

  it('is not judged where a variable only redirects the search', () => {
    const variables = describeSearch(attempts, { OCL_ICD_VENDORS: '/elsewhere' }, 'linux').filter(
      ({ what }) => what.startsWith('OCL_') || what.startsWith('OPENCL_'),
    );
    expect(variables.find(({ what }) => what === 'OCL_ICD_VENDORS')?.found).toBe('/elsewhere');
    expect(variables.every(({ there }) => there === undefined)).toBe(true);
  });
});
