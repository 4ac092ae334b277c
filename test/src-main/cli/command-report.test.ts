/** `ndrange report`, without OpenCL: a run from a store, a file on the disk. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandReport } from '@main/cli/command-report';
import type { MakeEngine } from '@main/cli/command-sweep';
import { problem } from '@shared/domain/problem';
import { err, ok } from '@shared/domain/result';
import { buildEvents } from '../../support/run-builder';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-report-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const ask = async (...argv: string[]) => {
  const said = { out: '', err: '' };
  const runs = {
    read: (run: string) =>
      Promise.resolve(
        run === 'known'
          ? ok(buildEvents('16: 400 401 402 400 401\n64: 100 101 100 102 101'))
          : err(problem('unknown-run', `There is no run ${run}.`)),
      ),
    notes: () => Promise.resolve({ title: 'Mine', note: '', tags: [] }),
  };
  const io = {
    out: (text: string) => (said.out += text),
    err: (text: string) => (said.err += text),
    isTerminal: false,
    onInterrupt: () => () => undefined,
  };
  const code = await commandReport(argv, io, (() => ({ runs })) as unknown as MakeEngine, '9.9.9');
  return { code, ...said };
};

describe('ndrange report', () => {
  it('writes the document, with the title that somebody gave the run', async () => {
    const file = join(dir, 'x.html');
    expect(await ask('known', '--html', file)).toEqual({
      code: 0,
      out: '',
      err: `wrote ${file}\n`,
    });
    const html = readFileSync(file, 'utf8');
    expect(html).toContain('<h1>Mine</h1>');
    expect(html).toContain('Use 64.');
    expect(html).toContain('9.9.9');
  });

  it('writes it in Chinese when asked', async () => {
    const file = join(dir, 'x.html');
    expect((await ask('known', '--html', file, '--lang', 'zh-CN')).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('用 64。');
  });

  it.each([
    [['known'], 'Give --html FILE'],
    [['known', '--html', '/nowhere/at/all/x.html'], 'its folder does not exist'],
    [['known', '--html', 'x.html', '--lang', 'fr'], '--lang en or --lang zh-CN'],
    [['--html', 'x.html'], 'run'],
    [['known', '--pdf', 'x.pdf'], 'pdf'],
  ])('refuses %j before anything is read', async (argv, why) => {
    const { code, err: said } = await ask(...argv);
    expect(code).toBe(2);
    expect(said).toContain(why);
  });

  it('leaves no file for a run that is not there', async () => {
    const file = join(dir, 'x.html');
    expect((await ask('other', '--html', file)).code).toBe(2);
    expect(existsSync(file)).toBe(false);
  });
});
