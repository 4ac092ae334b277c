/**
 * Types the commands of all documents into a shell, but for those of how-run.ts: every `ndrange …` with its placeholders filled in
 * does what it is there for, and every synopsis names only flags that the command's help knows. The guide's blocks have a test of
 * their own.
 */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents, root, typedCommands, typeLine } from './commands';
import { howRun } from './how-run';

const cut = '20261129-231844-saxpy-7731';
let folder: string;

const run = (line: string) => typeLine(folder, join(folder, 'runs'), line);

/** A small sweep, a run that can be resumed, and its tables: what the placeholders stand for. */
let small = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ndrange-docs-'));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'runs'));
  cpSync(join(root, 'kernels'), join(folder, 'kernels'), { recursive: true });
  copyFileSync(
    join(root, `test/fixtures/h200/examples/${cut}.ndrun`),
    join(folder, 'runs', `${cut}.ndrun`),
  );
  const cli = `'${process.execPath}' '${join(root, 'build/scripts/ndrange.mjs')}'`;
  writeFileSync(join(folder, 'bin/ndrange'), `#!/bin/sh\nexec ${cli} "$@"\n`, { mode: 0o755 });
  writeFileSync(join(folder, 'bin/npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  const sweep = 'kernels/saxpy.sweep.json --device portable --global 65536 --samples 5';
  run(`ndrange sweep ${sweep} --csv sizes.csv --samples-csv launches.csv`);
  const listed = JSON.parse(run('ndrange runs --json').stdout) as readonly { run: string }[];
  small = listed.find((row) => row.run !== cut)?.run ?? '';
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const commands = [...new Set(documents.flatMap(typedCommands))];

/** The command with something in the place of each placeholder; sweeps are made short. */
const filled = (command: string): string => {
  const base = command
    .replace('RUN…', cut)
    .replaceAll(/\bRUN\b/g, cut)
    .replaceAll(/ [AB]\b/g, ` ${cut}`)
    .replace('--html FILE', '--html report.html')
    .replace('--markdown FILE', '--markdown lab.md');
  return /\bsweep\b/.test(base) ? `${base} --device portable --global 65536 --samples 3` : base;
};

describe('a command of the documents', () => {
  it.each(commands.filter((command) => howRun(command) === 'typed'))('%s works', (command) => {
    const { status, stderr } = run(filled(command));
    // A complete run has nothing left to resume, and says so.
    const isResume = /^ndrange resume/.test(command);
    expect(status, `${filled(command)}\n${stderr}`).toBe(isResume ? 2 : 0);
    if (isResume) expect(stderr).toMatch(/complete|not there/);
  });

  it.each(commands.filter((command) => howRun(command) === 'synopsis'))(
    '%s is what its help says',
    (command) => {
      const name = /ndrange (?:COMMAND|([a-z]+))/.exec(command)?.[1] ?? 'sweep';
      const { status, stdout } = run(`ndrange ${name} --help`);
      expect(status).toBe(0);
      for (const [flag] of command.matchAll(/--[a-z][a-z0-9-]+/g)) {
        if (flag !== '--help') expect(stdout, command).toContain(flag);
      }
    },
  );

  it('was measured for: the placeholders stand for something', () => {
    expect(small).not.toBe('');
  });
});
