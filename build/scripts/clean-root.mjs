/**
 * A clean Debian to install into: made once with debootstrap and kept under .runtime/, used through an overlay
 * that is thrown away, so that every test begins with an untouched system. Needs root. It never touches the
 * machine's own system: all is done inside the folder, with chroot.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasProgram } from './display.mjs';
import { inRoot, say, StepFailure } from './project.mjs';

const release = 'bookworm';
const mirror = process.env.NDRANGE_DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';
const kept = inRoot('.runtime', `debian-${release}`);

const must = (what, command, args, options = {}) => {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28, ...options });
  if (result.status === 0) return result.stdout;
  const said = `${result.error?.message ?? ''}${result.stdout ?? ''}${result.stderr ?? ''}`;
  throw new StepFailure(`${what} failed:\n${said.trim().split('\n').slice(-15).join('\n')}`);
};

/** What every test installs before the package: its dependencies, a screen, an OpenCL device. */
const prepareSystem = (packages) => {
  if (process.getuid?.() !== 0) throw new StepFailure('A clean system can only be made by root.');
  if (!hasProgram('debootstrap'))
    throw new StepFailure('debootstrap is missing: apt-get install debootstrap');
  const stamp = join(kept, '.ndrange-packages');
  if (existsSync(stamp)) return;
  const incoming = `${kept}.incoming`;
  rmSync(incoming, { recursive: true, force: true });
  mkdirSync(incoming, { recursive: true });
  say(`Making a clean Debian ${release} (once, a few minutes) …`);
  must('debootstrap', 'debootstrap', ['--variant=minbase', release, incoming, mirror]);
  const inside = (...words) =>
    must(words.slice(0, 2).join(' '), 'chroot', [
      incoming,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      ...words,
    ]);
  // No service may be started inside.
  writeFileSync(join(incoming, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  inside('apt-get', 'update', '-q');
  inside('apt-get', 'install', '-qy', '--no-install-recommends', ...packages);
  inside('useradd', '--create-home', 'tester');
  inside('apt-get', 'clean');
  writeFileSync(join(incoming, '.ndrange-packages'), packages.join('\n'));
  rmSync(kept, { recursive: true, force: true });
  renameSync(incoming, kept);
};

/** An overlay over the kept system, or a copy where the kernel has no overlays. */
const makeLayer = (work) => {
  const root = join(work, 'root');
  for (const name of ['root', 'upper', 'scratch']) mkdirSync(join(work, name));
  const options = `lowerdir=${kept},upperdir=${join(work, 'upper')},workdir=${join(work, 'scratch')}`;
  const mounted = spawnSync('mount', ['-t', 'overlay', 'overlay', '-o', options, root]);
  if (mounted.status === 0) return { root, mounts: [root] };
  cpSync(kept, root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return { root, mounts: [] };
};

/** Devices of its own, so that nothing of the machine's /dev can be reached. */
const devices = [
  ['null', 1, 3],
  ['zero', 1, 5],
  ['full', 1, 7],
  ['random', 1, 8],
  ['urandom', 1, 9],
  ['tty', 5, 0],
];

/** Without /sys PoCL finds no device; without /dev/shm Chromium has no shared memory. */
const mountSystem = (root, mounts) => {
  const mount = (args, at) => {
    mkdirSync(join(root, at), { recursive: true });
    must(`mount ${at}`, 'mount', [...args, join(root, at)]);
    mounts.push(join(root, at));
  };
  mount(['-t', 'proc', 'proc'], 'proc');
  mount(['-o', 'ro', '--bind', '/sys'], 'sys');
  mount(['-t', 'tmpfs', '-o', 'mode=755', 'tmpfs'], 'dev');
  for (const [name, major, minor] of devices) {
    must(`mknod ${name}`, 'mknod', [
      '-m',
      '666',
      join(root, 'dev', name),
      'c',
      String(major),
      String(minor),
    ]);
  }
  symlinkSync('/proc/self/fd', join(root, 'dev/fd'));
  mount(['-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs'], 'dev/shm');
  mount(['-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs'], 'tmp');
};

/**
 * Gives `use` a clean system and takes it away again, whatever happens.
 * @param {readonly string[]} packages what the system needs beside the package that is tested
 */
export const withCleanRoot = async (packages, use) => {
  prepareSystem(packages);
  const work = mkdtempSync(join(tmpdir(), 'ndrange-root-'));
  const { root, mounts } = makeLayer(work);
  const started = [];
  let isClean = false;
  const clean = () => {
    if (isClean) return;
    isClean = true;
    for (const child of started) {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has already gone.
      }
    }
    killInside(root);
    for (const at of mounts.toReversed()) spawnSync('umount', ['--lazy', at]);
    // Nothing is deleted while something of the machine may still hang below it.
    if (readFileSync('/proc/mounts', 'utf8').includes(`${work}/`))
      say(`Still mounted: see ${work}`);
    else rmSync(work, { recursive: true, force: true });
  };
  // Whoever stops the test must not find its mounts afterwards.
  const stop = (signal) => {
    clean();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    mountSystem(root, mounts);
    return await use({
      root,
      /** As root, to its end; throws with what it said. */
      asRoot: (...words) =>
        must(words.slice(0, 2).join(' '), 'chroot', [
          root,
          'env',
          'DEBIAN_FRONTEND=noninteractive',
          ...words,
        ]),
      /** As the ordinary user, to its end: status and both streams. */
      asUser: (words, env = {}) =>
        spawnSync(
          'chroot',
          [root, 'runuser', '-u', 'tester', '--', 'env', '-i', ...userEnvironment(env), ...words],
          { encoding: 'utf8', maxBuffer: 2 ** 28 },
        ),
      /** As the ordinary user, going on beside us; ended with the system. */
      start: (words, env = {}) => {
        const child = spawn(
          'chroot',
          [root, 'runuser', '-u', 'tester', '--', 'env', '-i', ...userEnvironment(env), ...words],
          { stdio: ['ignore', 'pipe', 'pipe'], detached: true },
        );
        started.push(child);
        return child;
      },
    });
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    clean();
  }
};

const userEnvironment = (env) =>
  Object.entries({
    HOME: '/home/tester',
    USER: 'tester',
    LANG: 'C.UTF-8',
    PATH: '/usr/local/bin:/usr/bin:/bin',
    ...env,
  }).map(([name, value]) => `${name}=${value}`);

/** Ends what was started inside and outlived its parent, found by the root folder of the process. */
const killInside = (root) => {
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (readlinkSync(`/proc/${name}/root`) === root) process.kill(Number(name), 'SIGKILL');
    } catch {
      // It has already gone.
    }
  }
};
