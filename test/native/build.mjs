/**
 * Builds the plain C++ OpenCL hosts with Debian's g++ and OpenCL headers. Decides whether they can be
 * built here and says what is missing; refuses nothing else: a compiler error is a bug and is thrown
 * with the compiler's text.
 *
 *   node test/native/build.mjs [NAME]     prints the path of the program, or what is missing (exit status 3)
 *
 * NAME is saxpy_host (the default) or bench_host.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = import.meta.dirname;
const root = join(here, '..', '..');

const found = (command, args, input) =>
  spawnSync(command, args, { input, encoding: 'utf8' }).status === 0;

/** What keeps the host from being built here, as one sentence; null when nothing does. */
function missing() {
  if (process.platform !== 'linux') return 'The C++ host is only built on Linux.';
  if (!found('g++', ['--version'])) return 'g++ is missing: apt-get install g++.';
  if (!found('g++', ['-E', '-x', 'c++', '-'], '#include <CL/cl.h>\n'))
    return 'The OpenCL headers are missing: apt-get install opencl-headers.';
  // The loader is linked by its run-time name, so that no -dev package is needed.
  if (!found('g++', ['-shared', '-x', 'c++', '-', '-o', '/dev/null', '-l:libOpenCL.so.1'], '\n'))
    return 'The OpenCL loader is missing: apt-get install ocl-icd-libopencl1.';
  return null;
}

/**
 * Builds a host unless the program is newer than its source. Where nothing can be built, one that was
 * brought along is used as it is.
 * @returns {{ ok: true, path: string } | { ok: false, why: string }}
 */
export function buildHost(name = 'saxpy_host') {
  const source = join(here, `${name}.cpp`);
  const output = join(root, 'out', 'native', name);
  const there = existsSync(output);
  if (there && statSync(output).mtimeMs > statSync(source).mtimeMs)
    return { ok: true, path: output };
  const why = missing();
  if (why !== null) return there ? { ok: true, path: output } : { ok: false, why };
  mkdirSync(join(root, 'out', 'native'), { recursive: true });
  const args = [
    '-std=c++17',
    '-O2',
    '-Wall',
    '-Wextra',
    '-static-libstdc++',
    '-static-libgcc',
    source,
    '-o',
    output,
    '-l:libOpenCL.so.1',
  ];
  const result = spawnSync('g++', args, { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`g++ could not build ${source}:\n${result.stderr}`);
  return { ok: true, path: output };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const result = buildHost(process.argv[2]);
  process.stdout.write(`${result.ok ? result.path : result.why}\n`);
  process.exitCode = result.ok ? 0 : 3;
}
