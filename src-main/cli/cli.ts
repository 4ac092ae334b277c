/** The entry of the command line under Node: its version, its worker processes, its exit code. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recordedRunsDir } from '@main/kernels/examples';
import { createEngine } from '@main/profiling/engine';
import { createForkHost } from '@main/profiling/fork-host';
import { defaultRunsDir } from '@main/store/runs-dir';
import { runCli } from './run-cli';
import { createTerminal } from './terminal';

const here = import.meta.dirname;

/** The version in the nearest package.json above this file. */
const readVersion = (): string => {
  for (let dir = here; ; dir = dirname(dir)) {
    const path = join(dir, 'package.json');
    if (existsSync(path)) {
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { readonly version?: string };
      return version ?? 'unknown';
    }
    if (dirname(dir) === dir) return 'unknown';
  }
};

const version = readVersion();
const code = await runCli(
  process.argv.slice(2),
  createTerminal((code) => process.exit(code)),
  (runsDir) =>
    createEngine({
      host: createForkHost(join(here, 'worker.js')),
      runsDir: runsDir ?? defaultRunsDir(),
      recordedDir: recordedRunsDir(),
      appVersion: version,
    }),
  version,
);
process.exit(code);
