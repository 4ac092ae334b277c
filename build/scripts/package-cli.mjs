/**
 * `npm run package:cli`: builds, and packs the command line for servers into release/ as an npm package: what
 * `npm pack` makes, from what is built now (`npm pack` by itself packs whatever lies in out/, because install
 * scripts are switched off here). It needs koffi and Node, and no Electron.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { ensureBuilt } from './ensure-built.mjs';
import { inRoot, root, runScript, say, StepFailure } from './project.mjs';

/**
 * Packs into `folder`.
 * @param {string} folder
 * @returns {{file: string, bytes: number, names: string[]}} the file and what is in it
 */
export const packCli = (folder) => {
  mkdirSync(folder, { recursive: true });
  const packed = spawnSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (packed.status !== 0) throw new StepFailure(`npm pack failed: ${packed.stderr.trim()}`);
  const [found] = Object.values(JSON.parse(packed.stdout));
  return {
    file: join(folder, found.filename),
    bytes: found.size,
    names: found.files.map(({ path }) => path),
  };
};

if (process.argv[1]?.endsWith('package-cli.mjs')) {
  await runScript(() => {
    ensureBuilt();
    const { file, bytes, names } = packCli(inRoot('release'));
    say(
      `${file}: ${(bytes / 1024).toFixed(0)} KiB, ${names.length} files. On a server: npm install FILE, then npx ndrange devices`,
    );
    return 0;
  });
}
