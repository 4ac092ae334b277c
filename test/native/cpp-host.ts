/** The plain C++ host as a process that answers one local size at a time. Decides nothing. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** One line of the host: durations in whole nanoseconds. */
export interface HostFigures {
  readonly local: number | null;
  readonly min_ns: number;
  readonly median_ns: number;
  /** Median of wall time minus device time: what a launch costs around the kernel. */
  readonly outside_ns: number;
}

export interface CppHost {
  /** Warm-ups and samples of one size; `auto` is NULL. Rejects with what the host said if it died. */
  measure(size: string): Promise<HostFigures>;
  close(): void;
}

/** The path of the built program, or what is missing to build it (build.mjs says which). */
export function buildHost():
  { readonly ok: true; readonly path: string } | { readonly ok: false; readonly why: string } {
  const script = join(import.meta.dirname, 'build.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (status === 0) return { ok: true, path: stdout.trim() };
  if (status === 3) return { ok: false, why: stdout.trim() };
  throw new Error(stderr);
}

export function startHost(program: string, args: readonly string[]): CppHost {
  const child = spawn(program, [...args, '--interactive'], { stdio: 'pipe' });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    measure: async (size) => {
      child.stdin.write(`${size}\n`);
      const line = await lines.next();
      if (line.done === true) throw new Error(`The C++ host ended: ${complaint}`);
      return JSON.parse(line.value) as HostFigures;
    },
    close: () => {
      // It may be in the middle of a size that nobody waits for any more.
      child.kill();
    },
  };
}
