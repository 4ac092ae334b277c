/** The exit codes of the command line (docs/cli.md) and which problem means which. */
import type { Problem } from '@shared/domain/problem';

export const exitCodes = {
  ok: 0,
  someFailed: 1,
  unusable: 2,
  noDevice: 3,
  cancelled: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeOf = (found: Problem): ExitCode => {
  switch (found.code) {
    case 'no-opencl':
    case 'no-device':
    case 'unknown-device':
    case 'ambiguous-device':
      return exitCodes.noDevice;
    default:
      return exitCodes.unusable;
  }
};
