/**
 * What the test runtime runs when it is started as `electron [-r module]… [--app=]PATH`: it gives Electron
 * the name, version and path of the application at PATH and loads its main module. It refuses a PATH
 * without package.json, with a sentence and exit code 1. The official runtime brings its own; the one
 * that electron-runtime.mjs takes from the registry has none.
 */
import { readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const require = createRequire(import.meta.url);

/** Splits the command line into modules to load first (`-r`) and the application's folder. */
const parse = (words) => {
  const preloads = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i];
    if (word === '-r' || word === '--require') {
      i += 1;
      preloads.push(words[i]);
    } else if (word.startsWith('--app=')) {
      return { preloads, folder: word.slice('--app='.length) };
    } else if (!word.startsWith('-')) {
      return { preloads, folder: word };
    }
  }
  return { preloads, folder: null };
};

const load = async () => {
  const { preloads, folder } = parse(process.argv.slice(1));
  for (const module of preloads) require(resolve(module));
  if (folder === null) throw new Error('No application named: electron PATH');

  const root = resolve(folder);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
  app.setName(manifest.productName ?? manifest.name);
  app.setVersion(manifest.version);
  app.setAppPath(root);
  await import(pathToFileURL(join(root, manifest.main ?? 'index.js')).href);
};

try {
  await load();
} catch (error) {
  // Written at once: the exit below does not wait for streams.
  writeSync(2, `The application could not be started: ${error.stack ?? error}\n`);
  app.exit(1);
}
