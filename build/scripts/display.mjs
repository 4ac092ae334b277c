/**
 * Whether a window can be shown here, and what to put before a command when it cannot: a virtual screen.
 */
import { spawnSync } from 'node:child_process';

/** true where a window appears in front of a person. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);

/** Command and arguments with a virtual screen where there is no other. */
export const withScreen = (command, args) =>
  hasDisplay()
    ? [command, args]
    : ['xvfb-run', ['-a', '-s', '-screen 0 1920x1200x24', command, ...args]];

/** Chromium refuses its sandbox to root; nothing else may turn it off. */
export const sandboxArguments = () =>
  process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Whether a program can be found on the PATH. */
export const hasProgram = (name) =>
  spawnSync(process.platform === 'win32' ? 'where' : 'which', [name], { stdio: 'ignore' })
    .status === 0;
