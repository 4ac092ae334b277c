/**
 * How much a package has grown over an Electron app that does nothing: makes that app from the very Electron that lies in
 * the unpacked one, packs it in the same two ways, and compares. Fonts are counted apart: they are compressed already, so a package
 * grows by what they are. Nothing is left behind; the judgement is `sizeFindings`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { filesUnder, isElectrons } from './package-contents.mjs';
import { encodeAsar } from './pack-asar.mjs';
import { StepFailure } from './project.mjs';

const mostAddedBytes = 25 * 2 ** 20;

const run = (command, args) => {
  const done = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (done.error !== undefined || done.status !== 0)
    throw new StepFailure(`${command} could not pack the empty app.`);
};

const layOut = (app, folder) => {
  for (const file of filesUnder(app)) {
    const name = relative(app, file);
    if (!isElectrons(name)) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(file, join(folder, name));
  }
  const manifest = Buffer.from('{"name":"empty","version":"0.0.0","main":"main.js"}');
  const main = Buffer.from("require('electron').app.whenReady();\n");
  mkdirSync(join(folder, 'resources'), { recursive: true });
  writeFileSync(
    join(folder, 'resources/app.asar'),
    encodeAsar([
      { name: 'package.json', bytes: manifest },
      { name: 'main.js', bytes: main },
    ]),
  );
};

/**
 * Sizes of the empty app's packages, bytes. Takes as long as packing does.
 * @param {string} app the unpacked app
 * @param {boolean} isTestBuild packed as quickly as make-deb.mjs packs those
 * @returns {{deb: number, tarGz: number}}
 */
export const packEmptyApp = (app, isTestBuild) => {
  const folder = mkdtempSync(join(tmpdir(), 'ndrange-empty-'));
  try {
    const name = 'ndrange-workbench';
    layOut(app, join(folder, 'stage/opt', name));
    const tarGz = join(folder, 'empty.tar.gz');
    run('tar', [
      '--create',
      '--gzip',
      `--file=${tarGz}`,
      '--sort=name',
      '-C',
      join(folder, 'stage/opt'),
      name,
    ]);
    mkdirSync(join(folder, 'stage/DEBIAN'));
    writeFileSync(
      join(folder, 'stage/DEBIAN/control'),
      `Package: ${name}\nVersion: 0\nArchitecture: amd64\nMaintainer: none <none@invalid>\nDescription: empty\n`,
    );
    const deb = join(folder, 'empty.deb');
    run('dpkg-deb', [
      '--root-owner-group',
      '-Zxz',
      isTestBuild ? '-z0' : '-z6',
      '--build',
      join(folder, 'stage'),
      deb,
    ]);
    return { deb: statSync(deb).size, tarGz: statSync(tarGz).size };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const mib = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/**
 * What is wrong with the size of one package, and what it is: pure. All in bytes.
 * @returns {{findings: string[], note: string}}
 */
export const sizeFindings = ({ kind, size, empty, fontBytes }) => {
  const added = size - empty - fontBytes;
  const findings =
    added > mostAddedBytes
      ? [
          `The ${kind} is ${mib(added)} larger than an empty Electron app with its fonts, over 25 MiB.`,
        ]
      : [];
  if (size <= empty)
    findings.push(
      `The ${kind} is not larger than an empty Electron app: it was packed in another way.`,
    );
  return {
    findings,
    note: `${mib(size)}; an empty Electron app ${mib(empty)}, fonts ${mib(fontBytes)}, ours ${mib(added)}`,
  };
};
