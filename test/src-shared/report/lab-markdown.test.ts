import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { labMarkdown } from '@shared/report/lab-markdown';
import { markdownTable, plainMarkdown } from '@shared/report/markdown-table';
import { runPicture } from '@shared/report/report-charts';
import type { DevicePeak } from '@shared/domain/peak';
import { parseClpeak } from '../../../build/scripts/lab-report.mjs';
import { recordedRuns } from '../../support/recorded-runs';
import { buildRun } from '../../support/run-builder';

const root = resolve(import.meta.dirname, '../../..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the lab report', () => {
  it(
    'is what the recorded runs say today (npm run lab-report makes it anew)',
    { timeout: 30_000 },
    async () => {
      const runs = await recordedRuns('recorded', join(root, 'kernels'));
      const { peaks } = JSON.parse(text('docs/lab/peaks.json')) as { peaks: readonly DevicePeak[] };
      const pictureOf = (run: string): string => `lab/${run}.svg`;
      expect(text('docs/lab-report.md')).toContain(
        labMarkdown({ runs, peaks, pictureOf }).trimEnd(),
      );
      for (const run of runs) {
        expect(text(`docs/lab/${run.header.run}.svg`), run.header.run).toBe(
          runPicture(run, 'en')?.text,
        );
      }
    },
  );

  it('tells what NULL costs, where it ties, and what is not decided', () => {
    const steady = (median: number): string =>
      Array.from({ length: 12 }, (_, at) => median + (at % 3)).join(' ');
    const run = buildRun(`64: ${steady(1000)}\n128: ${steady(2000)}\nauto: ${steady(3000)}`);
    const report = labMarkdown({ runs: [run], peaks: [], pictureOf: () => null });
    expect(report).toContain('| **64** | 64 | 64 |');
    expect(report).toMatch(/\| 3\.0× \(/);
    const short = buildRun('64: 100\n128: 200');
    expect(labMarkdown({ runs: [short], peaks: [], pictureOf: () => null })).toContain(
      'not certain yet (64)',
    );
  });

  it('makes no markup of names, and no cell of a bar', () => {
    expect(plainMarkdown('<b>|x|</b>\n# `y`')).toBe('\\<b\\>\\|x\\|\\</b\\> \\# \\`y\\`');
    expect(markdownTable(['a'], [['b']])).toBe('| a |\n| --- |\n| b |');
  });
});

describe('the output of clpeak', () => {
  it('gives the best figure of each kind per device', () => {
    const found = parseClpeak(text('docs/lab/clpeak.txt'));
    expect(found.map(({ device }) => device)).toHaveLength(3);
    expect(found.at(-1)).toEqual({ device: 'NVIDIA H200', bandwidth: 4376.01, compute: 64482.15 });
  });
});
