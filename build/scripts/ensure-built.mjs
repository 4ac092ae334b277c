/**
 * Builds the app when it has to be: out/ is missing, or a source is newer than it. Comparing times is
 * enough here; whoever wants to be sure runs `npm run build`.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot, mustRun, nodeModule, say } from './project.mjs';

const outputs = [
  'main/index.js',
  'main/worker.js',
  'main/reader.js',
  'main/exporter.js',
  'main/cli.js',
  'preload/preload.cjs',
  'renderer/index.html',
];
const sources = [
  'src-main',
  'src-renderer',
  'src-shared',
  'docs',
  'build/first-load.mjs',
  'build/help-pages.mjs',
  'electron.vite.config.ts',
  'package-lock.json',
];

/** Time of the newest file under a path, ms. */
const newest = (path) => {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce(
    (time, name) => Math.max(time, newest(join(path, name))),
    stat.mtimeMs,
  );
};

export const isBuilt = () => {
  const files = outputs.map((name) => inRoot('out', name));
  if (!files.every((file) => existsSync(file))) return false;
  const oldestOutput = Math.min(...files.map((file) => statSync(file).mtimeMs));
  return sources.every((name) => newest(inRoot(name)) <= oldestOutput);
};

export const build = () => {
  say('Building the app …');
  mustRun('The build', process.execPath, [
    nodeModule('electron-vite/bin/electron-vite.js'),
    'build',
    '--logLevel',
    'warn',
  ]);
};

export const ensureBuilt = () => {
  if (!isBuilt()) build();
};
