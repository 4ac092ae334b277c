import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unwritable } from '@main/cli/run-sweep';
import {
  adviceFileOf,
  adviceJson,
  checkAdvicePlace,
  writeAdviceFile,
} from '@main/export/advice-file';
import { saxpyRun, transposeRun } from '../../support/advisor-runs';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ndrange-advice-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

interface Document {
  readonly format: string;
  readonly runs: readonly {
    readonly run: string;
    readonly lab: { readonly reason: string };
    readonly devices: readonly {
      readonly verdict: { readonly recommended: string; readonly text: string };
      readonly findings: readonly { readonly code: string; readonly text: string }[];
      readonly facts: { readonly wavefrontWidth: { readonly source: { readonly kind: string } } };
      readonly unit: { readonly maxWavefronts: { readonly source: { readonly kind: string } } };
      readonly rules: readonly { readonly claim: string; readonly status: string }[];
      readonly sizes: readonly unknown[];
    }[];
  }[];
}

describe('the companion of a CSV', () => {
  it('has the name of the CSV with another ending', () => {
    expect(adviceFileOf('a/x.csv')).toBe('a/x.advice.json');
    expect(adviceFileOf('x.CSV')).toBe('x.advice.json');
    expect(adviceFileOf('x.txt')).toBe('x.txt.advice.json');
    expect(adviceFileOf('x.csv.csv')).toBe('x.csv.advice.json');
  });

  it('holds verdict, findings, facts with sources, rules and lab size of each run', () => {
    const document = JSON.parse(adviceJson([transposeRun(), saxpyRun()])) as Document;
    expect(document.format).toBe('ndrange-advice');
    expect(document.runs).toHaveLength(2);
    const [transpose] = document.runs;
    const device = transpose?.devices[0];
    expect(transpose?.lab.reason).toBe('one-device');
    expect(device?.verdict.text).toContain('4×64');
    expect(device?.findings.map(({ code }) => code)).toContain('driver-choice');
    expect(device?.findings[0]?.text).toMatch(/measured/);
    expect(device?.facts.wavefrontWidth.source.kind).toBe('queried');
    expect(device?.unit.maxWavefronts.source.kind).toBe('table');
    expect(device?.rules).toHaveLength(6);
    expect(device?.sizes).toHaveLength(11);
  });

  it('survives names that mean something to JSON or a terminal', () => {
    const run = saxpyRun();
    const name = 'evil"},\u0000\u001b[2J\u2028</script>';
    const hostile = {
      ...run,
      devices: run.devices.map((state) => ({ ...state, device: { ...state.device, name } })),
    };
    const text = adviceJson([hostile]);
    const [device] =
      (JSON.parse(text) as { runs: { devices: { device: string }[] }[] }).runs[0]?.devices ?? [];
    expect(device?.device).toBe(name);
    expect(text).not.toMatch(/[\u0000\u001b]/);
  });

  it('is written beside the CSV and replaces an earlier one', async () => {
    const csv = join(dir, 'x.csv');
    for (const run of [transposeRun(), saxpyRun()]) {
      expect(await writeAdviceFile(csv, [run])).toMatchObject({
        ok: true,
        value: { name: 'x.advice.json' },
      });
    }
    expect(readdirSync(dir)).toEqual(['x.advice.json']);
    expect(readFileSync(join(dir, 'x.advice.json'), 'utf8')).toContain('saxpy');
  });

  it('replaces nothing else', async () => {
    const csv = join(dir, 'x.csv');
    writeFileSync(join(dir, 'x.advice.json'), '{"my": "notes"}');
    expect(await checkAdvicePlace(csv)).toMatchObject({
      ok: false,
      error: { code: 'file-unwritable' },
    });
    expect(await writeAdviceFile(csv, [saxpyRun()])).toMatchObject({ ok: false });
    expect(readFileSync(join(dir, 'x.advice.json'), 'utf8')).toBe('{"my": "notes"}');
    mkdirSync(join(dir, 'y.advice.json'));
    expect(await checkAdvicePlace(join(dir, 'y.csv'))).toMatchObject({ ok: false });
  });

  it('is found in the way before anything is measured', async () => {
    const csv = join(dir, 'x.csv');
    const samplesCsv = join(dir, 'x.advice.json');
    expect(await unwritable({ csv, samplesCsv })).toMatchObject({ code: 'invalid-option' });
    writeFileSync(samplesCsv, 'mine');
    const found = await unwritable({ csv, samplesCsv: undefined });
    expect(found?.message).toContain('x.advice.json');
    expect(readdirSync(dir)).toEqual(['x.advice.json']);
  });

  it('does not follow a CSV into a device', async () => {
    expect(await writeAdviceFile('/dev/null', [saxpyRun()])).toEqual({ ok: true, value: null });
    expect(await checkAdvicePlace('/dev/null')).toEqual({ ok: true, value: null });
  });
});
