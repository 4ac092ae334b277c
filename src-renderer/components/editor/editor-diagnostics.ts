/**
 * Compiler messages as CodeMirror marks. A place outside the text (the text changed since) is pulled to
 * the nearest one; a message without a line has no place and is shown in the list only.
 */
import type { Diagnostic as EditorDiagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { Diagnostic } from '@shared/domain/kernel';

/** Underlines the word at the message's place, or the line when it gives no column. */
export const placeDiagnostics = (
  document: Text,
  diagnostics: readonly Diagnostic[],
): EditorDiagnostic[] =>
  diagnostics.flatMap((entry) => {
    if (entry.line === null) return [];
    const line = document.line(Math.min(Math.max(entry.line, 1), document.lines));
    const from =
      entry.column === null
        ? line.from
        : Math.min(line.from + Math.max(entry.column - 1, 0), line.to);
    const word = /^\w+/.exec(line.text.slice(from - line.from))?.[0].length ?? 1;
    const to = entry.column === null ? line.to : Math.min(from + word, line.to);
    const severity = entry.severity === 'note' ? 'info' : entry.severity;
    return [{ from, to, severity, message: entry.message }];
  });
