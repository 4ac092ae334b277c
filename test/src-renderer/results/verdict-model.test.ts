import { describe, expect, it } from 'vitest';
import { judge } from '@shared/domain/ranking';
import type { Run } from '@shared/domain/run-types';
import {
  verdictModel,
  sizesText,
  type VerdictOf,
} from '@renderer/components/results/verdict-model';
import { buildRun } from '../../support/run-builder';
import { english } from './results-fixture';

const text = english.text;

const repeat = (ns: number, rounds = 12): string =>
  Array.from({ length: rounds }, (_, round) =>
    Math.round(ns * (1 + ((round % 3) - 1) * 0.002)),
  ).join(' ');

const verdicts = (run: Run): readonly VerdictOf[] =>
  run.devices.map((state, slot) => ({
    slot,
    label: state.device.name,
    verdict: judge(run, state.device.key),
    live: run.phase === 'running' && !state.ended,
  }));

const h200 = (name: string) => `device ${name} key=${name}
16: ${repeat(47100)}
64: ${repeat(17600)}
128: ${repeat(12800)}
256: ${repeat(12800)}
512: ${repeat(12800)}
1024: ${repeat(12800)}
auto: ${repeat(12800)}`;

describe('the verdict card', () => {
  it('leads with the action and says what ties, once for all devices that agree', () => {
    const model = verdictModel(verdicts(buildRun(`${h200('A')}\n${h200('B')}`)), text);
    expect(model.headline).toBe('Use 256');
    expect(model.detail).toBe('128 … 1024 tie: any of them is as good.');
    expect(model.badge).toEqual({ tone: 'ok', text: 'Settled · 12 rounds' });
    expect(model.lines).toHaveLength(1);
    expect(model.lines[0]?.slots).toEqual([0, 1]);
    expect(model.lines[0]?.detail).toMatch(/^NULL ties too: 12\.80\u2009µs, as 256\./);
    expect(model.lines[0]?.detail).toContain('16 is 3.7× slower.');
  });

  it('gives each group its own line when devices disagree', () => {
    const cpu = `device C key=C\n16: ${repeat(19.9e6)}\n64: ${repeat(34e6)}\n256: ${repeat(34e6)}`;
    const model = verdictModel(verdicts(buildRun(`${h200('A')}\n${cpu}`)), text);
    expect(model.headline).toBe('Each device wants its own size');
    expect(model.badge).toBeNull();
    expect(model.lines.map((line) => line.lead)).toEqual(['Use 256', 'Use 16']);
    expect(model.lines[1]?.detail).toContain('16 is the smallest size tried: add 4, 8.');
  });

  it('calls what can still change provisional and names no winner', () => {
    const run = buildRun(
      '16: running 400 401 400 401 400 402\n64: running 100 101 100 101 100 102',
      {
        open: true,
      },
    );
    const model = verdictModel(verdicts(run), text);
    expect(model.headline).toBe('64 leads so far');
    expect(model.badge?.tone).toBe('warn');
    expect(model.badge?.text).toBe('Provisional · 6 rounds');
  });

  it('asks for more samples after too few rounds', () => {
    const model = verdictModel(verdicts(buildRun('16: 400\n64: 100')), text);
    expect(model.headline).toBe('More samples are needed');
    expect(model.badge?.tone).toBe('warn');
  });

  it('never calls a size slower that it cannot tell from the best', () => {
    const noisy = (base: number): string => [1, 1.5, 0.8, 1.4].map((f) => base * f).join(' ');
    const run = buildRun(`16: ${noisy(1000)}\n64: 1700 1000 1100 1200\n128: 1900 1000 1400 1500`);
    const model = verdictModel(verdicts(run), text);
    expect(model.detail).toBe('16 … 128 cannot be told apart yet.');
    expect(model.lines[0]?.detail).not.toContain('slower');
  });

  it('says that the size does not matter where all sizes lie together', () => {
    const flat = [16, 64, 256].map((size) => `${size}: ${repeat(1000)}`).join('\n');
    const model = verdictModel(verdicts(buildRun(flat)), text);
    expect(model.headline).toBe('The size does not matter here');
    expect(model.detail).toContain('5\u2009%');
  });

  it('names the devices that need more samples, and says how they get them', () => {
    const short = `device C key=C\n16: 400 402 401\n64: 100 101 102`;
    const run = buildRun(`${h200('A')}\n${short}`);
    const all = verdicts(run).map((one) => ({
      ...one,
      more: one.slot === 1 ? { kind: 'fixed' as const, value: 20 } : undefined,
    }));
    const model = verdictModel(all, text);
    expect(model.headline).toBe('More samples are needed on C');
    expect(model.detail).toBe('Set Samples to 20 or more, or leave it empty, and run again.');
    expect(model.lines.map((line) => line.lead)).toEqual(['Use 256', 'More samples are needed']);
    expect(model.lines[1]?.detail).toContain('Lowest so far 64: 101\u2009ns.');
  });

  it('puts different ways to more samples beside the devices that they are for', () => {
    const short = (name: string) => `device ${name} key=${name}\n16: 400 402\n64: 100 101`;
    const all = verdicts(
      buildRun(`${short('A')}\n${short('B').replace('100 101', '90 91')}\n${h200('C')}`),
    );
    const more = [
      { kind: 'limit' as const, value: 800 },
      { kind: 'time' as const, value: 4 },
    ];
    const with2 = all.map((one) => ({ ...one, more: more[one.slot] }));
    // A and B end alike but for the way on: they stay one group only where that is the same.
    const model = verdictModel(with2, text);
    expect(model.detail).toBe('');
    expect(model.lines.map((line) => /raise it to (800|4)/.exec(line.detail)?.[1])).toEqual([
      '800',
      '4',
      undefined,
    ]);
    const running = with2.map((one) => (one.slot === 2 ? { ...one, live: true } : one));
    expect(verdictModel(running, text).detail).toBe('');
    expect(verdictModel(running, text).lines.some(({ detail }) => detail.includes('raise'))).toBe(
      false,
    );
  });

  it('says that more samples are needed when no device has a verdict, whatever leads', () => {
    const short = (name: string, ns: number) =>
      `device ${name} key=${name}\n16: 400 402\n64: ${ns} ${ns}`;
    const model = verdictModel(verdicts(buildRun(`${short('A', 100)}\n${short('B', 900)}`)), text);
    expect(model.headline).toBe('More samples are needed');
    // The headline says it once; the lines say what is known so far.
    expect(model.lines.map((line) => line.lead)).toEqual(['', '']);
    expect(model.lines.every(({ detail }) => detail.includes('Lowest so far'))).toBe(true);
  });

  it('uses one size for all where the others do not care', () => {
    const flat = `device C key=C\n${[16, 64, 128, 256, 512, 1024]
      .map((size) => `${size}: ${repeat(1000)}`)
      .join('\n')}`;
    const model = verdictModel(verdicts(buildRun(`${h200('A')}\n${flat}`)), text);
    expect(model.headline).toBe('Use 256');
    expect(model.lines.map((line) => line.lead)).toEqual([
      'Use 256',
      'The size does not matter here',
    ]);
  });

  it('never says that a size is slower which has the lower median', () => {
    const [of] = verdicts(buildRun(h200('A')));
    if (of === undefined) throw new Error('no device');
    // The plateau is judged by paired rounds: a size outside it can still have the lower median.
    const ranked = of.verdict.ranked.map((entry) =>
      entry.configuration === '16' || entry.local === null
        ? { ...entry, medianNs: 12_400, inPlateau: false, inTieSet: false }
        : entry,
    );
    const model = verdictModel([{ ...of, verdict: { ...of.verdict, ranked } }], text);
    expect(model.lines[0]?.detail).not.toContain('slower than');
    expect(model.lines[0]?.detail).not.toContain('16 is');
  });

  it('has words before anything was measured', () => {
    expect(verdictModel([], text).headline).toBe('No verdict yet');
    const failed = verdictModel(verdicts(buildRun('16: failed crashed')), text);
    expect(failed.headline).toBe('Nothing was measured');
  });
});

describe('a list of sizes', () => {
  it('is a stretch only when the sizes are neighbours', () => {
    const among = [[16], [32], [64], [128], null];
    expect(sizesText([[128], [32], [64]], among, text)).toBe('32 … 128');
    expect(sizesText([[16], [64], [128], null], among, text)).toBe('16, 64, 128, NULL');
    const odd = Array.from({ length: 20 }, (_, at) => [2 * at + 1]);
    const every = Array.from({ length: 40 }, (_, at) => [at + 1]);
    expect(sizesText(odd, every, text)).toBe('1 … 39 (20 sizes)');
    expect(
      sizesText(
        [
          [8, 8],
          [16, 16],
        ],
        [
          [8, 8],
          [16, 16],
        ],
        text,
      ),
    ).toBe('8×8, 16×16');
  });
});
