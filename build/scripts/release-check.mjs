/**
 * `npm run release:check`: holds what would be released against docs/release.md: versions, changelog, licences,
 * what is in the packages and how large they are. With `--release` it also refuses what only a release must not
 * have: packages with a test runtime, placeholders for address and author. It changes nothing and publishes
 * nothing; each line says what holds or what to do.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { licencesDocument } from './licences.mjs';
import { output, unpackedApp } from './package.mjs';
import { packEmptyApp, sizeFindings } from './empty-app.mjs';
import { packageFindings, readPackage } from './package-contents.mjs';
import { inRoot, root, runScript } from './project.mjs';

const json = (path) => JSON.parse(readFileSync(inRoot(path), 'utf8'));

/** Reserved names (RFC 2606) stand for what the maintainers have to fill in. */
const isPlaceholder = (text) => /\.(example|invalid|test)\b/.test(text);

/** Whether the changelog has a section for the version; for work under way `Unreleased` must say something. */
export const changelogFinding = (text, version, isRelease) => {
  const section = (title) =>
    new RegExp(
      `^## \\[${title.replaceAll('.', '\\.')}\\][^\\n]*\\n([\\s\\S]*?)(?=^## \\[|(?![\\s\\S]))`,
      'm',
    ).exec(text)?.[1];
  const wanted = isRelease ? version : 'Unreleased';
  const found = section(wanted) ?? (isRelease ? undefined : section(version));
  if (found === undefined) return `CHANGELOG.md has no section for ${wanted}.`;
  return /^- /m.test(found) ? null : `The section ${wanted} of CHANGELOG.md says nothing.`;
};

/**
 * What is wrong with names and numbers; pure. `found`: manifest, lock, changelog, tag (of the commit, or null).
 * @returns {string[]}
 */
export const versionFindings = ({ manifest, lock, changelog, tag }, isRelease) => {
  const findings = [];
  const { version } = manifest;
  if (!/^\d+\.\d+\.\d+$/.test(version))
    findings.push(`The version ${version} is not MAJOR.MINOR.PATCH.`);
  if (lock.version !== version || lock.packages?.['']?.version !== version) {
    findings.push(
      `package-lock.json has another version than package.json (${version}): npm install --package-lock-only.`,
    );
  }
  const log = changelogFinding(changelog, version, isRelease);
  if (log !== null) findings.push(log);
  if (isRelease && tag !== `v${version}`)
    findings.push(`The commit is not tagged v${version}${tag === null ? '' : ` but ${tag}`}.`);
  if (isRelease && isPlaceholder(`${manifest.homepage} ${manifest.author.email}`)) {
    findings.push('package.json: homepage and author.email are placeholders.');
  }
  const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([, wanted]) => /^[\^~*]/.test(wanted),
  );
  if (loose.length > 0)
    findings.push(`Versions that are not exact: ${loose.map(([name]) => name).join(', ')}.`);
  return findings;
};

const mib = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

const tagOfHead = () => {
  const found = spawnSync('git', ['tag', '--points-at', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return found.stdout.split('\n').find((name) => name.startsWith('v')) ?? null;
};

const packages = () =>
  existsSync(output)
    ? readdirSync(output).filter((name) => /\.(deb|tar\.gz|AppImage|exe|dmg|tgz)$/.test(name))
    : [];

const lines = async (isRelease) => {
  const manifest = json('package.json');
  const checks = [];
  const add = (name, findings, note = '') => checks.push({ name, findings, note });
  add(
    'versions and changelog',
    versionFindings(
      {
        manifest,
        lock: json('package-lock.json'),
        changelog: readFileSync(inRoot('CHANGELOG.md'), 'utf8'),
        tag: tagOfHead(),
      },
      isRelease,
    ),
    manifest.version,
  );
  add(
    'licences',
    licencesDocument() === readFileSync(inRoot('docs/licences.md'), 'utf8')
      ? []
      : ['docs/licences.md is not current: node build/scripts/licences.mjs'],
  );
  add(
    'documents',
    [
      'README.md',
      'docs/guide.md',
      'docs/guide.zh-CN.md',
      'docs/cli.md',
      'docs/release.md',
      'LICENSE',
    ]
      .filter((file) => !existsSync(inRoot(file)))
      .map((file) => `${file} is missing.`),
  );

  const names = packages();
  let found = null;
  const unpacked = process.platform === 'linux' && existsSync(unpackedApp);
  if (!unpacked) add('packages', ['There is no unpacked app: run `npm run package`.']);
  else {
    found = await readPackage(unpackedApp);
    const findings = packageFindings(found);
    if (found.isTestBuild !== found.manifest.version.includes('-test.'))
      findings.push('The mark of a test build and its version contradict each other.');
    if (isRelease && found.isTestBuild)
      findings.push('The packages are test builds: npm run package -- --release.');
    if (isRelease && found.manifest.version !== manifest.version)
      findings.push(`The packages have the version ${found.manifest.version}.`);
    for (const kind of ['.deb', '.tar.gz'])
      if (!names.some((name) => name.endsWith(kind))) findings.push(`release/ has no ${kind}.`);
    add(
      'packages',
      findings,
      `${names.length} files, Electron ${mib(found.totalBytes)} unpacked with ${mib(found.addedBytes)} packed of our own and ${mib(found.fontBytes)} fonts${found.isTestBuild ? '; test build' : ''}`,
    );
  }
  const sizeOf = (name) => statSync(join(output, name)).size;
  const kinds = [
    ['deb', '.deb'],
    ['tarGz', '.tar.gz'],
  ];
  const compared = found === null ? null : packEmptyApp(unpackedApp, found.isTestBuild);
  for (const name of names) {
    const [kind] = kinds.find(([, end]) => name.endsWith(end)) ?? [];
    if (kind === undefined || compared === null) add(name, [], mib(sizeOf(name)));
    else {
      const judged = sizeFindings({
        kind: name,
        size: sizeOf(name),
        empty: compared[kind],
        fontBytes: found.fontBytes,
      });
      add(name, judged.findings, judged.note);
    }
  }
  return checks;
};

if (process.argv[1]?.endsWith('release-check.mjs')) {
  await runScript(async () => {
    const checks = await lines(process.argv.includes('--release'));
    for (const { name, findings, note } of checks) {
      console.log(
        `${findings.length === 0 ? 'ok  ' : 'FAIL'}  ${name}${note === '' ? '' : `: ${note}`}`,
      );
      for (const finding of findings) console.log(`        ${finding}`);
    }
    return checks.every(({ findings }) => findings.length === 0) ? 0 : 1;
  });
}
