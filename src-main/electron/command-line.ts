/**
 * `ndrange` inside the packaged app, for machines that have the app and no Node: the same commands as
 * src-main/cli/cli.ts, with the app's worker processes. The launcher (build/linux/ndrange) starts the program
 * as `… --ndrange-command-line -- ARGUMENTS` (command-line-switch.ts); no page is ever made, so no display is needed. It refuses
 * nothing by itself: what the arguments mean is run-cli's business.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { runCli } from '../cli/run-cli';
import { createTerminal } from '../cli/terminal';
import { recordedRunsDir } from '../kernels/examples';
import { createEngine } from '../profiling/engine';
import { defaultRunsDir } from '../store/runs-dir';
import { createUtilityHost } from './utility-host';

/** Runs one command and ends the app with its exit code. @param workerScript the built worker, absolute */
export const runCommandLine = async (
  args: readonly string[],
  workerScript: string,
): Promise<void> => {
  // Chromium keeps caches per process: beside a running window they would be its own.
  const scratch = mkdtempSync(join(tmpdir(), 'ndrange-'));
  app.setPath('sessionData', scratch);
  app.disableHardwareAcceleration();
  const exit = (code: number): void => {
    rmSync(scratch, { recursive: true, force: true });
    app.exit(code);
  };
  const terminal = createTerminal(exit);
  try {
    await app.whenReady();
    // Electron listens for signals itself once it is ready; ours come first.
    const code = await runCli(
      args,
      terminal,
      (runsDir) =>
        createEngine({
          host: createUtilityHost(workerScript),
          runsDir: runsDir ?? defaultRunsDir(),
          recordedDir: recordedRunsDir(),
          appVersion: app.getVersion(),
        }),
      app.getVersion(),
    );
    exit(code);
  } catch (error) {
    terminal.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    exit(70);
  }
};
