/**
 * Tells a living process from one that had the same number before it: numbers are given out again, after a
 * restart of the machine at the latest. Where the system does not say when a process began, its number
 * alone has to do.
 */
import { readFile } from 'node:fs/promises';

/** Of a process without a known beginning. */
const unknown = '-';

/** A word that no other process has; null when there is no such process. */
export const identityOf = async (pid: number): Promise<string | null> => {
  if (process.platform === 'linux') {
    try {
      const [stat, boot] = await Promise.all([
        readFile(`/proc/${pid}/stat`, 'utf8'),
        readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      ]);
      // The name in brackets may hold anything; state is the first field after it, the beginning the 20th.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return null;
      return `${boot.trim()}/${fields[19] ?? ''}`;
    } catch (error) {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH') return null;
    }
  }
  try {
    process.kill(pid, 0);
    return unknown;
  } catch (error) {
    // A process of another user exists although we may not signal it.
    return codeOf(error) === 'EPERM' ? unknown : null;
  }
};

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
