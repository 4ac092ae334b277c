/** How much JavaScript the window loads before it can show itself, compressed as a download would be. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { figure, reportOf } from '../../bench/figure';
import type { UiGroup } from '../context';

const kb = 1000;

/** Files that a page or module needs before it runs: scripts, preloads, static imports. */
const namedIn = (text: string): readonly string[] =>
  [
    ...text.matchAll(/(?:src|href)="\.?\/?(?:assets\/)?([^"/]+\.js)"/g),
    ...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g),
  ].flatMap(([, name]) => (name === undefined ? [] : [name]));

export const size: UiGroup = {
  name: 'size',
  figures: ['size-first-load'],
  run: ({ root }) => {
    const page = join(root, 'out/renderer');
    const assets = join(page, 'assets');
    const first = new Set<string>();
    const follow = (names: readonly string[]): void => {
      for (const name of names) {
        if (first.has(name)) continue;
        first.add(name);
        follow(namedIn(readFileSync(join(assets, name), 'utf8')));
      }
    };
    follow(namedIn(readFileSync(join(page, 'index.html'), 'utf8')));
    const compressed = (name: string): number =>
      gzipSync(readFileSync(join(assets, name)), { level: 9 }).length / kb;
    const total = (names: Iterable<string>): number =>
      [...names].reduce((sum, name) => sum + compressed(name), 0);
    const all = readdirSync(assets).filter((name) => name.endsWith('.js'));
    return Promise.resolve(
      reportOf(
        figure(
          'size-first-load',
          first.size === 0 ? null : total(first),
          'kB',
          { atMost: 600 },
          `${first.size} of ${all.length} files; all JavaScript of the window: ${total(all).toFixed(0)} kB`,
        ),
      ),
    );
  },
};
