/**
 * Turns a compiler's log into diagnostics. Knows the forms of PoCL, of clang (Mesa, NVIDIA, Intel,
 * AMD) and of the older EDG front end; a failed build whose log has none of them gives one diagnostic
 * with the log's first line, so that a failure is never silent.
 */
import type { Diagnostic, Severity } from '@shared/domain/kernel';

interface Located {
  readonly severity: Severity;
  readonly line: number | null;
  /** In bytes, from 1. */
  readonly column: number | null;
  readonly message: string;
}

const severities: Readonly<Record<string, Severity>> = {
  error: 'error',
  'fatal error': 'error',
  warning: 'warning',
  note: 'note',
};

const count = (text: string | undefined): number | null => {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : null;
};

const located = (
  severity: string | undefined,
  line: string | undefined,
  column: string | undefined,
  message: string | undefined,
): Located => ({
  severity: severities[severity ?? ''] ?? 'error',
  line: count(line),
  column: count(column),
  message: (message ?? '').trim(),
});

/** Each form: how a line of it looks, and where its parts are. */
const forms: readonly {
  readonly pattern: RegExp;
  readonly read: (match: RegExpExecArray) => Located;
}[] = [
  {
    // clang: input.cl:3:27: error: expected ';'
    pattern: /^(?:[^:]|:(?!\d))*:(\d+):(\d+): (fatal error|error|warning|note): (.*)$/,
    read: (match) => located(match[3], match[1], match[2], match[4]),
  },
  {
    // PoCL: error: /path/file.cl:3:27 <Spelling=/path/file.cl:1:21>: expected ';'
    pattern:
      /^(fatal error|error|warning|note): (?:[^:]|:(?!\d))*:(\d+):(\d+)(?: <Spelling=[^>]*>)?: (.*)$/,
    read: (match) => located(match[1], match[2], match[3], match[4]),
  },
  {
    // EDG: "file.cl", line 3: error: expected a ";"
    pattern: /^"[^"]*", line (\d+): (error|warning): (.*)$/,
    read: (match) => located(match[2], match[1], undefined, match[3]),
  },
  {
    // Mesa's linker: (file=input,line=0,column=0,index=0): Unresolved external reference to "foo".
    pattern: /^\(file=[^,]*,line=(\d+),column=(\d+),index=\d+\): (.*)$/,
    read: (match) => located('error', match[1], match[2], match[3]),
  },
  {
    pattern: /^(?:clang: )?(fatal error|error|warning): (.*)$/,
    read: (match) => located(match[1], undefined, undefined, match[2]),
  },
  {
    pattern: /^(Invalid build option: .*)$/,
    read: (match) => located('error', undefined, undefined, match[1]),
  },
];

const encoder = new TextEncoder();

/** A byte column of a line → the UTF-16 column of the same character; beyond the line's end: one past it. */
export const utf16Column = (line: string, byteColumn: number): number => {
  let bytesBefore = byteColumn - 1;
  let units = 0;
  for (const character of line) {
    if (bytesBefore <= 0) break;
    bytesBefore -= encoder.encode(character).length;
    units += character.length;
  }
  return units + 1;
};

const readLine = (line: string): Located | null => {
  // No compiler writes such lines; a pattern should not be tried on them.
  if (line.length > 10_000) return null;
  for (const { pattern, read } of forms) {
    const match = pattern.exec(line);
    if (match !== null) return read(match);
  }
  return null;
};

const fallback = (log: string, status: string): Diagnostic => ({
  severity: 'error',
  line: null,
  column: null,
  message:
    log
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line !== '') ?? `The driver refused to build the program (${status}).`,
});

/**
 * Diagnostics in the order of the log, each once. `status` is the build's error name, null when it
 * succeeded. Lines count from 1; columns are converted from bytes to UTF-16 units of the source's line.
 */
export const parseDiagnostics = (
  log: string,
  source: string,
  status: string | null,
): readonly Diagnostic[] => {
  const lines = source.split(/\r\n|\n|\r/);
  const seen = new Set<string>();
  const found: Diagnostic[] = [];
  for (const text of log.split(/\r?\n/)) {
    const entry = readLine(text.trimEnd());
    if (entry === null) continue;
    const line = entry.line === null ? undefined : lines[entry.line - 1];
    const column =
      entry.column === null || line === undefined ? entry.column : utf16Column(line, entry.column);
    const diagnostic: Diagnostic = { ...entry, column };
    const identity = JSON.stringify(diagnostic);
    if (!seen.has(identity)) found.push(diagnostic);
    seen.add(identity);
  }
  if (status !== null && !found.some(({ severity }) => severity === 'error')) {
    return [...found, fallback(log, status)];
  }
  return found;
};
