import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { helpDocuments, helpLink, helpPage } from '../../build/help-pages.mjs';
import { mainHelp } from '@main/cli/help';
import {
  documents,
  mentionedCommands,
  mentionedScripts,
  root,
  shellLines,
  typedCommands,
} from './commands';
import { elsewhere, howRun } from './how-run';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

describe.each(documents)('%s', (document) => {
  it('names only npm scripts that exist', () => {
    expect(mentionedScripts(document).filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names only commands of ndrange that exist', () => {
    const known = [...mainHelp.matchAll(/^ {2}ndrange ([a-z]+)/gm)].map(([, name]) => name);
    expect(mentionedCommands(document).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('tells no command of which nobody knows how it is tested', () => {
    expect(typedCommands(document).filter((command) => howRun(command) === null)).toEqual([]);
  });

  it('links only to files that are there', () => {
    const text = readFileSync(join(root, document), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link]) => link ?? '');
    const folder = dirname(join(root, document));
    expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
  });
});

describe('the commands that are tested elsewhere, or on another system', () => {
  it('stand in some document each: none is left over', () => {
    const typed = documents.flatMap(typedCommands);
    expect(Object.keys(elsewhere).filter((command) => !typed.includes(command))).toEqual([]);
  });

  it('name tests that exist', () => {
    const files = Object.values(elsewhere).flatMap((where) => where.match(/\S+\.(ts|mjs)/g) ?? []);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

describe('the guide', () => {
  it('tells the same commands in both languages', () => {
    const plain = (document: string): readonly string[] =>
      shellLines(document).map((line) => line.replace(' --lang zh-CN', ''));
    expect(plain('docs/guide.zh-CN.md')).toEqual(plain('docs/guide.md'));
    expect(plain('docs/guide.md').length).toBeGreaterThanOrEqual(10);
  });
});

describe('the pages of the help', () => {
  it('link among each other only, and turn other links into text', () => {
    expect(helpLink('cli.md')).toBe('cli.html');
    expect(helpLink('guide.md#6-one-size')).toBe('guide.html#6-one-size');
    expect(helpLink('../LICENSE')).toBeNull();
    expect(helpLink('https://example.org/a.md')).toBeNull();
    const page = helpPage('guide', '# A\n[x](https://example.org) [y](cli.md)');
    expect(page).toContain('<a href="cli.html">y</a>');
    expect(page).not.toContain('example.org');
  });

  it.each(helpDocuments)('are there for %s, without a script', (name) => {
    const page = helpPage(name, readFileSync(join(root, 'docs', `${name}.md`), 'utf8'));
    expect(page).toMatch(/<h1>/);
    expect(page).not.toMatch(/<script|javascript:|onerror=/i);
  });
});
