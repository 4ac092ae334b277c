import { describe, expect, it } from 'vitest';
import { parseDiagnostics, utf16Column } from '@main/opencl/diagnostics';

const failed = 'CL_BUILD_PROGRAM_FAILURE';

describe('parseDiagnostics', () => {
  it('reads the form of PoCL, also through a macro', () => {
    const log = [
      "error: /home/u/.cache/pocl/kcache/tempfile_AbCdEf.cl:3:27: expected ';' at end of declaration",
      'warning: /c/t.cl:3:8 <Spelling=/c/t.cl:1:21>: use of a macro',
      'Device pthread failed to build the program',
    ].join('\n');
    expect(parseDiagnostics(log, '', failed)).toEqual([
      { severity: 'error', line: 3, column: 27, message: "expected ';' at end of declaration" },
      { severity: 'warning', line: 3, column: 8, message: 'use of a macro' },
    ]);
  });

  it('reads the form of clang with notes, excerpts and a flag', () => {
    const log = [
      "input.cl:3:27: error: expected ';' at end of declaration",
      '  float x = 1',
      '             ^',
      "input.cl:1:21: note: expanded from macro 'SQ'",
      '<kernel>:5:1: warning: odd [-Wparentheses]',
      'Error executing LLVM compilation action.',
    ].join('\n');
    expect(parseDiagnostics(log, '', failed).map(({ severity, line }) => [severity, line])).toEqual(
      [
        ['error', 3],
        ['note', 1],
        ['warning', 5],
      ],
    );
  });

  it('reads a Windows path, the EDG form and a linker line', () => {
    const log = [
      'C:\\Temp\\a.cl:2:4: error: bad',
      '"/tmp/x.cl", line 7: error: expected a ";"',
      '(file=input,line=0,column=0,index=0): Unresolved external reference to "foo".',
    ].join('\r\n');
    expect(parseDiagnostics(log, '', failed)).toEqual([
      { severity: 'error', line: 2, column: 4, message: 'bad' },
      { severity: 'error', line: 7, column: null, message: 'expected a ";"' },
      {
        severity: 'error',
        line: null,
        column: null,
        message: 'Unresolved external reference to "foo".',
      },
    ]);
  });

  it('lists a message once that the driver repeats', () => {
    const line = 'warning: /c/t.cl:1:2: twice';
    expect(parseDiagnostics(`${line}\n${line}`, '', null)).toHaveLength(1);
  });

  it('turns byte columns into columns of the text', () => {
    const source = 'float x; /* größe 😀 */ y = 1;';
    const bytesBefore = new TextEncoder().encode(source.slice(0, source.indexOf('y'))).length;
    const [found] = parseDiagnostics(`input.cl:1:${bytesBefore + 1}: error: z`, source, failed);
    expect(found?.column).toBe(source.indexOf('y') + 1);
  });

  it('never leaves a failed build without an error', () => {
    expect(parseDiagnostics("\nCouldn't create Clang invocation.\n", '', failed)).toEqual([
      { severity: 'error', line: null, column: null, message: "Couldn't create Clang invocation." },
    ]);
    expect(parseDiagnostics('', '', failed)[0]?.message).toContain(failed);
    expect(parseDiagnostics('', '', null)).toEqual([]);
  });

  it('stays quick on a hostile line', () => {
    const begun = performance.now();
    parseDiagnostics(`${':1'.repeat(4900)}\n${'a'.repeat(1_000_000)}`, '', failed);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});

describe('utf16Column', () => {
  it('points one past the end when the line is shorter', () => {
    expect(utf16Column('ab', 99)).toBe(3);
  });
});
