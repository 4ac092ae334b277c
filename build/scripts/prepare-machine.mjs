/**
 * Looks which system packages are missing, and installs them with apt where that is allowed (root, or sudo
 * without a password), after saying which. Where it is not allowed it prints the exact line for the user
 * and stops. It changes nothing on a system without apt, and nothing that is already there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { hasDisplay, hasProgram } from './display.mjs';
import { mustRun, runScript, say, StepFailure } from './project.mjs';
import { otherSystems, packagesFor } from './system-packages.mjs';

const vendorsDir = '/etc/OpenCL/vendors';

const hasDriver = () =>
  existsSync(vendorsDir) && readdirSync(vendorsDir).some((name) => name.endsWith('.icd'));

/** Names out of `names` that are installed. */
const installedOf = (names) => {
  const query = spawnSync(
    'dpkg-query',
    ['--show', '--showformat', '${Package} ${db:Status-Status}\n', ...names],
    { encoding: 'utf8' },
  );
  return new Set(
    query.stdout
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
};

/** Whether apt could install a package of this name. */
const isOffered = (name) => {
  const policy = spawnSync('apt-cache', ['policy', name], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return /Candidate: (?!\(none\))/.test(policy.stdout);
};

/** The entries of `wanted` of which no name is installed. */
export const missingOf = (wanted, installed) =>
  wanted.filter((names) => !names.some((name) => installed.has(name)));

/** How apt may be called: null when only the user can. */
const aptPrefix = () => {
  if (process.getuid?.() === 0) return [];
  const sudo = hasProgram('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return sudo !== false && sudo.status === 0 ? ['sudo', '-n'] : null;
};

const installLine = (names) =>
  `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`;

const apt = (prefix, args) => {
  const [command, ...words] = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    ...args,
  ];
  mustRun(`apt-get ${args[0]}`, command, words);
};

/**
 * Makes sure that the machine has what is needed.
 * @param {boolean} tests also what only the tests need
 */
export const prepareMachine = (tests) => {
  if (process.platform !== 'linux') return;
  const wanted = packagesFor({ tests, display: hasDisplay(), hasDriver: hasDriver() });
  if (!hasProgram('apt-get') || !hasProgram('dpkg-query')) {
    say('This system has no apt. If something is missing below, install by your own means:');
    for (const line of otherSystems) say(`  - ${line}`);
    return;
  }
  const missing = missingOf(wanted, installedOf(wanted.flat()));
  if (missing.length === 0) return;

  const prefix = aptPrefix();
  if (prefix === null) {
    throw new StepFailure(
      'Some system packages are missing, and only you can install them. Run this, then start again:\n\n  ' +
        `${installLine(missing.map((names) => names.find(isOffered) ?? names[0]))}\n`,
    );
  }
  say(`Installing ${missing.length} system packages with apt-get:`);
  say(`  ${missing.map((names) => names[0]).join(' ')}`);
  apt(prefix, ['update', '-q']);
  const names = missing.map((candidates) => candidates.find(isOffered) ?? candidates[0]);
  apt(prefix, ['install', '-y', '-q', '--no-install-recommends', ...names]);
};

if (process.argv[1]?.endsWith('prepare-machine.mjs')) {
  await runScript(() => prepareMachine(process.argv.includes('--tests')));
}
