/** Types every command of the guide into a shell, in an empty folder with the examples, on PoCL. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, shellLines, typeLine } from './commands';

/** The newest run whose name is a run's: what the guide calls RUN. */
const newestRun = (runs: string): string =>
  readdirSync(runs)
    .filter((name) => name.endsWith('.ndrun'))
    .toSorted()
    .at(-1)
    ?.slice(0, -'.ndrun'.length) ?? '';

describe.each(['docs/guide.md', 'docs/guide.zh-CN.md'])('the commands of %s', (document) => {
  let folder: string;
  let runs: string;
  const run = (line: string) => typeLine(folder, runs, line);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ndrange-guide-'));
    runs = join(folder, 'runs');
    cpSync(join(root, 'kernels'), join(folder, 'kernels'), { recursive: true });
    const program = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'build/scripts/ndrange.mjs')}' "$@"\n`;
    run('mkdir bin');
    writeFileSync(join(folder, 'bin/ndrange'), program, { mode: 0o755 });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('each do what they are there for', { timeout: 420_000 }, () => {
    for (const line of shellLines(document)) {
      const newest = existsSync(runs) ? newestRun(runs) : '';
      const typed = line
        .replace('RUN.ndrun', `runs/${newest}.ndrun`)
        .replaceAll(/\bRUN\b/g, newest);
      const { status, stderr } = run(typed);
      expect(status, `${typed}\n${stderr}`).toBe(0);
    }
    for (const name of ['saxpy.csv', 'sizes.csv', 'launches.csv', 'results.json', 'report.html']) {
      expect(statSync(join(folder, name)).size, name).toBeGreaterThan(200);
    }
  });
});
