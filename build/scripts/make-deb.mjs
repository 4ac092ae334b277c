#!/usr/bin/env node
/**
 * Stands in for fpm, which electron-builder downloads to make a .deb: takes the arguments that electron-builder
 * gives to fpm (`-s dir -t deb …`) and makes the package with dpkg-deb, so that a machine without that download
 * can build it too. It refuses other kinds of package and arguments that it does not know.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const withValue = [
  '-s',
  '-t',
  '-d',
  '--architecture',
  '--after-install',
  '--after-remove',
  '--description',
  '--version',
  '--package',
  '--name',
  '--maintainer',
  '--vendor',
  '--url',
  '--category',
  '--deb-priority',
  '--license',
  '--deb-recommends',
  '--deb-compression',
  '--iteration',
  '--log',
];

/**
 * fpm's arguments as lists per flag, and the `from=to` pairs.
 * @param {readonly string[]} argv
 * @returns {{one: (flag: string) => string | undefined, all: (flag: string) => string[], files: {from: string, to: string}[]}}
 * @throws Error that names an unknown flag
 */
export const parseFpmArguments = (argv) => {
  const flags = new Map(withValue.map((flag) => [flag, []]));
  const files = [];
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at];
    if (word === '--force' || word === '--debug') continue;
    if (withValue.includes(word)) {
      at += 1;
      flags.get(word).push(argv[at]);
    } else if (word.startsWith('-')) throw new Error(`make-deb does not know ${word}`);
    else {
      const cut = word.lastIndexOf('=');
      files.push({ from: word.slice(0, cut), to: word.slice(cut + 1) });
    }
  }
  return { one: (flag) => flags.get(flag)?.at(-1), all: (flag) => flags.get(flag) ?? [], files };
};

/** The control file. A description's later lines are indented; an empty one is a dot. */
export const controlFile = ({ one, all }, installedKib) => {
  const [short = '', ...long] = (one('--description') ?? '').split('\n').map((line) => line.trim());
  const lines = [
    ['Package', one('--name')],
    ['Version', one('--version')],
    ['Architecture', one('--architecture')],
    ['Maintainer', one('--maintainer')],
    ['Installed-Size', String(installedKib)],
    ['Depends', all('-d').join(', ')],
    ['Recommends', all('--deb-recommends').join(', ')],
    ['Section', one('--category')],
    ['Priority', one('--deb-priority')],
    ['Homepage', one('--url')],
    ['Description', [short, ...long.map((line) => ` ${line === '' ? '.' : line}`)].join('\n')],
  ];
  return `${lines
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n`;
};

const filesUnder = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });

const foldersUnder = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [join(folder, name), ...foldersUnder(join(folder, name))]);

const make = (argv) => {
  const given = parseFpmArguments(argv);
  if (given.one('-t') !== 'deb')
    throw new Error(`make-deb makes .deb only, not ${given.one('-t')}`);
  const stage = mkdtempSync(join(tmpdir(), 'ndrange-deb-'));
  try {
    for (const { from, to } of given.files) {
      const target = join(stage, to);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(from, target, { recursive: true, verbatimSymlinks: true });
    }
    for (const folder of [stage, ...foldersUnder(stage)]) chmodSync(folder, 0o755);
    const files = filesUnder(stage);
    for (const file of files) {
      // Whatever mask the builder's account has: readable by all, and executable for all or for none.
      if (lstatSync(file).isFile()) chmodSync(file, statSync(file).mode & 0o100 ? 0o755 : 0o644);
    }
    const kib = Math.ceil(files.reduce((sum, file) => sum + lstatSync(file).size, 0) / 1024);
    const control = join(stage, 'DEBIAN');
    mkdirSync(control);
    chmodSync(control, 0o755);
    writeFileSync(join(control, 'control'), controlFile(given, kib));
    writeFileSync(
      join(control, 'md5sums'),
      files
        .filter((file) => lstatSync(file).isFile())
        .map(
          (file) =>
            `${createHash('md5').update(readFileSync(file)).digest('hex')}  ${relative(stage, file)}\n`,
        )
        .join(''),
    );
    for (const [flag, name] of [
      ['--after-install', 'postinst'],
      ['--after-remove', 'postrm'],
    ]) {
      const script = given.one(flag);
      if (script === undefined) continue;
      cpSync(script, join(control, name));
      chmodSync(join(control, name), 0o755);
    }
    // A test build is thrown away: minutes of packing would buy nothing.
    const level = process.env.NDRANGE_TEST_RUNTIME === '1' ? '-z0' : '-z6';
    const built = spawnSync(
      'dpkg-deb',
      [
        '--root-owner-group',
        `-Z${given.one('--deb-compression') ?? 'xz'}`,
        level,
        '--build',
        stage,
        given.one('--package'),
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    if (built.error !== undefined)
      throw new Error(`dpkg-deb could not be started: ${built.error.message}`);
    return built.status ?? 1;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
};

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    process.exitCode = make(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
