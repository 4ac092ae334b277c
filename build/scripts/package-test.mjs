/**
 * `npm run test:package`: looks into the packages that `npm run package` left in release/, installs the .deb
 * into a clean Debian as a user would, starts it as an ordinary user, does the main job, lets a kernel crash,
 * uses the command line without a display, and uninstalls. It needs root, debootstrap and a Debian mirror, and
 * a few minutes, so it is no part of `npm test`. The last line says how many steps passed and failed.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { withCleanRoot } from './clean-root.mjs';
import { installedAppSteps } from './installed-app.mjs';
import { output, unpackedApp } from './package.mjs';
import { packageFindings, readPackage } from './package-contents.mjs';
import { inRoot, runScript, say, StepFailure } from './project.mjs';

/** Beside what the package asks for: a screen, a CPU device, fonts. `.deb` dependencies are read from it. */
const around = ['xvfb', 'xauth', 'pocl-opencl-icd', 'procps', 'fonts-dejavu-core'];

const counts = { passed: 0, failed: 0 };

/** A step passes when it returns; what it threw is told, and the others go on. */
const step = async (name, run) => {
  try {
    const note = await run();
    counts.passed += 1;
    say(`  ok    ${name}${typeof note === 'string' ? `: ${note}` : ''}`);
    return true;
  } catch (error) {
    counts.failed += 1;
    say(`  FAIL  ${name}: ${error.message}`);
    return false;
  }
};

export const check = (holds, sentence) => {
  if (!holds) throw new StepFailure(sentence);
};

/** Every path of the system but those that a running system writes by itself. */
const pathsOf = (root) => {
  const left =
    /^\/(proc|sys|dev|tmp|home|run|var\/(log|cache|lib\/(dpkg|apt))|usr\/share\/mime\/|usr\/share\/applications\/mimeinfo\.cache|etc\/\.pwd\.lock)/;
  const under = (path) =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
      const at = `${path}/${entry.name}`;
      if (left.test(at)) return [];
      return entry.isDirectory() ? [at, ...under(at)] : [at];
    });
  return new Set(under(''));
};

const dpkgField = (deb, field) =>
  spawnSync('dpkg-deb', ['--field', deb, field], { encoding: 'utf8' }).stdout.trim();

/** The first name of each alternative: those of Debian. */
const dependencies = (deb) =>
  dpkgField(deb, 'Depends')
    .split(',')
    .map((entry) => entry.split('|')[0].trim());

const run = async () => {
  const name = existsSync(output)
    ? readdirSync(output).find((file) => file.endsWith('.deb'))
    : undefined;
  if (name === undefined)
    throw new StepFailure('There is no package: run `npm run package` first.');
  const deb = join(output, name);
  say(`Package: ${name}`);

  await step('fuses, archive, licences and sizes are as they should be', async () => {
    const findings = packageFindings(await readPackage(unpackedApp));
    check(findings.length === 0, findings.join(' '));
  });

  await withCleanRoot([...around, ...dependencies(deb)], async (system) => {
    const before = pathsOf(system.root);
    cpSync(deb, join(system.root, 'tmp', name));
    const installed = await step('dpkg -i installs it', () => {
      system.asRoot('dpkg', '-i', `/tmp/${name}`);
      const added = [...pathsOf(system.root)].filter((path) => !before.has(path)).length;
      return `${added} files and folders`;
    });
    if (!installed) return;
    mkdirSync(inRoot('artifacts/package'), { recursive: true });
    await installedAppSteps(system, step, check);
    await step('uninstalls without a trace, and keeps the user’s runs', () => {
      system.asRoot('dpkg', '--purge', 'ndrange-workbench');
      const left = [...pathsOf(system.root)].filter((path) => !before.has(path));
      check(left.length === 0, `it left ${left.slice(0, 10).join(', ')}`);
      const runs = join(system.root, 'home/tester/.config/NDRange Workbench/runs');
      check(
        existsSync(runs) && statSync(runs).isDirectory() && readdirSync(runs).length > 0,
        'the runs are gone',
      );
    });
  });
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
  return counts.failed === 0 ? 0 : 1;
};

if (process.argv[1]?.endsWith('package-test.mjs')) await runScript(run);
