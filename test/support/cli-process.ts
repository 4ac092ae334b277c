/**
 * The real command line as a process of its own: `build/scripts/ndrange.mjs`, which builds first when
 * `out/` is missing or stale. Both CPU devices of the machine are shown to it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCli {
  readonly process: ChildProcess;
  /** To the whole process group: what Ctrl-C in a terminal does. */
  signalGroup(signal: NodeJS.Signals): void;
  /** Resolves when stderr or stdout holds the text; rejects when the process ends first. */
  saw(text: string): Promise<void>;
  readonly result: Promise<CliResult>;
}

export const startCli = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningCli => {
  const child = spawn(process.execPath, [resolve(root, 'build/scripts/ndrange.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, RUSTICL_ENABLE: 'llvmpipe', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that a test can interrupt it as a terminal does.
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  let ended = false;
  let watchers: (() => void)[] = [];
  const look = (): void => {
    for (const watcher of watchers) watcher();
  };
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString('utf8');
    look();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
    look();
  });
  const result = new Promise<CliResult>((done) => {
    child.on('close', (code) => {
      ended = true;
      look();
      done({ code, stdout, stderr });
    });
  });
  return {
    process: child,
    signalGroup: (signal) => {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    },
    result,
    saw: (text) =>
      new Promise((found, lost) => {
        const watch = (): void => {
          const isThere = stderr.includes(text) || stdout.includes(text);
          if (!isThere && !ended) return;
          watchers = watchers.filter((watcher) => watcher !== watch);
          if (isThere) found();
          else lost(new Error(`ended without "${text}":\n${stderr}`));
        };
        watchers.push(watch);
        watch();
      }),
  };
};

export const runCli = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliResult> => startCli(args, env).result;
