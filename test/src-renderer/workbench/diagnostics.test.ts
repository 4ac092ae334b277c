import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { problem } from '@shared/domain/problem';
import { err, ok } from '@shared/domain/result';
import { nanoseconds } from '@shared/domain/units';
import type { CompileReply } from '@shared/ipc/contract';
import { placeDiagnostics } from '@renderer/components/editor/editor-diagnostics';
import { mergeDiagnostics } from '@renderer/stores/compile';

const reply = (
  deviceKey: string,
  report: Partial<Extract<CompileReply['result'], { ok: true }>['value']>,
): CompileReply => ({
  deviceKey,
  result: ok({
    ok: true,
    buildTime: nanoseconds(1),
    log: '',
    diagnostics: [],
    kernels: [],
    status: null,
    ...report,
  }),
});

describe('what several compilers say', () => {
  const unused = { severity: 'warning', line: 4, column: 9, message: 'unused' } as const;
  const wrong = { severity: 'error', line: 7, column: 1, message: 'wrong' } as const;

  it('merges the same message at the same place and keeps who said it, errors first', () => {
    const merged = mergeDiagnostics([
      reply('a', { diagnostics: [unused] }),
      reply('b', { ok: false, diagnostics: [unused, wrong] }),
    ]);
    expect(merged).toEqual([
      { ...wrong, deviceKeys: ['b'] },
      { ...unused, deviceKeys: ['a', 'b'] },
    ]);
  });

  it('shows the log when a build failed without a message of its own', () => {
    const merged = mergeDiagnostics([reply('a', { ok: false, log: ' linker gave up \n' })]);
    expect(merged[0]).toMatchObject({ severity: 'error', line: null, message: 'linker gave up' });
  });

  it('shows the status when there is no log either', () => {
    const merged = mergeDiagnostics([reply('a', { ok: false, status: 'CL_LINK_PROGRAM_FAILURE' })]);
    expect(merged[0]?.message).toBe('CL_LINK_PROGRAM_FAILURE');
  });

  it('names a compiler process that died', () => {
    const died = problem('worker-died', 'The compiler on A ended unexpectedly.');
    expect(mergeDiagnostics([{ deviceKey: 'a', result: err(died) }])[0]?.message).toBe(
      died.message,
    );
  });
});

describe('where a message is drawn', () => {
  const text = Text.of(['int first;', '  int second;']);

  it('underlines the word at line and column', () => {
    const [mark] = placeDiagnostics(text, [
      { severity: 'error', line: 2, column: 7, message: 'second' },
    ]);
    expect(text.sliceString(mark?.from ?? 0, mark?.to)).toBe('second');
  });

  it('underlines the line when there is no column', () => {
    const [mark] = placeDiagnostics(text, [
      { severity: 'note', line: 1, column: null, message: 'm' },
    ]);
    expect(mark).toMatchObject({ from: 0, to: 10, severity: 'info' });
  });

  it('pulls a place beyond the text to its end and draws nothing without a line', () => {
    const marks = placeDiagnostics(text, [
      { severity: 'error', line: 99, column: 99, message: 'm' },
      { severity: 'error', line: null, column: null, message: 'm' },
    ]);
    expect(marks).toHaveLength(1);
    expect(marks[0]?.to).toBe(text.length);
  });
});
