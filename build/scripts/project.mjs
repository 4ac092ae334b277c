/**
 * Where the project is, and how its scripts run a program: output goes straight through, and a failure is
 * told by name. Only node: modules: these scripts also run before `npm ci`.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const inRoot = (...parts) => join(root, ...parts);

/** On standard error, so that what a script prints can be piped on. */
export const say = (text) => process.stderr.write(`${text}\n`);

/** A program that the user has to read about rather than a stack trace. */
export class StepFailure extends Error {}

/**
 * Runs a program with this process's input and output and waits for it.
 * @returns its exit status; 1 when a signal ended it
 * @throws StepFailure when it could not be started
 */
export const runProgram = (command, args, env = process.env) => {
  // npm is a .cmd file on Windows, which only a shell can start.
  const shell = process.platform === 'win32' && command === 'npm';
  const result = spawnSync(command, args, { cwd: root, env, stdio: 'inherit', shell });
  if (result.error !== undefined) {
    throw new StepFailure(`${command} could not be started: ${result.error.message}`);
  }
  return result.status ?? 1;
};

/** Like runProgram, but a status other than 0 ends the script. */
export const mustRun = (what, command, args, env = process.env) => {
  const status = runProgram(command, args, env);
  if (status !== 0) throw new StepFailure(`${what} failed (exit status ${status}).`);
};

/** The JavaScript file behind a program of node_modules, so that no shell wrapper is needed. */
export const nodeModule = (path) => inRoot('node_modules', path);

/** Runs a script's main function; a StepFailure becomes one line and exit status 1. */
export const runScript = async (main) => {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
};
