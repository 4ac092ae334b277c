/** The advisor's sentences, in both languages. */
import { describe, expect, it } from 'vitest';
import { advise } from '@shared/domain/advisor/advise';
import type { Finding } from '@shared/domain/advisor/findings';
import type { Run } from '@shared/domain/run-types';
import {
  findingText,
  labText,
  noVerdictText,
  predictionsText,
  sourceGapsText,
} from '@shared/text/advice';
import { ruleLabels, ruleText } from '@shared/text/rules-of-thumb';
import { around, saxpyRun, transposeRun } from '../../support/advisor-runs';
import { buildRun } from '../../support/run-builder';

const plain = (text: string): string => text.replace(/\u2009/g, ' ');
const found = (run: Run, code: Finding['code'], size: string): Finding => {
  const finding = advise(run).devices[0]?.findings.find(
    (one) => one.code === code && one.configurations.includes(size),
  );
  if (finding === undefined) throw new Error(`no finding ${code} on ${size}`);
  return finding;
};

describe('the sentence of a finding', () => {
  it('says what the driver chose, what it touches, and by how much it is slower', () => {
    const text = plain(findingText(found(transposeRun(), 'driver-choice', 'auto')));
    expect(text).toContain(
      'The driver’s choice was 256×1 (reads “in” contiguous (128 B); writes “out” strided (4 B)), against 4×64',
    );
    expect(text).toContain('3.0× predicted, 3.5× measured');
    expect(text).toMatch(/: the prediction fails\.$/);
  });

  it('says the same in Chinese', () => {
    const text = plain(findingText(found(transposeRun(), 'driver-choice', 'auto'), 'zh-CN'));
    expect(text).toContain('驱动选择了 256×1');
    expect(text).toContain('预测 3.0×，实测 3.5×');
    expect(text).toMatch(/预测不成立。$/);
  });

  it('names the limiter of occupancy', () => {
    expect(plain(findingText(found(saxpyRun(), 'resident-items', '32')))).toContain(
      '32 holds 32 groups, 1 024 work-items, per compute unit, limited by the number of groups; 128 holds 2 048: 2.0× predicted',
    );
  });

  it('says idle lanes with their share', () => {
    const run = buildRun(`48: ${around(131)}\n64: ${around(100)}`);
    expect(plain(findingText(found(run, 'idle-lanes', '48')))).toMatch(
      /^48 leaves 25\.0 % of the lanes idle \(wavefront of 32\): 1\.33× predicted, 1\.31× measured .*: they agree\.$/,
    );
  });

  it('exists in both languages for every finding of the runs here, without gaps', () => {
    for (const run of [transposeRun(), saxpyRun()]) {
      for (const finding of advise(run).devices.flatMap((device) => device.findings)) {
        for (const locale of ['en', 'zh-CN'] as const) {
          const text = findingText(finding, locale);
          expect(text).not.toMatch(/undefined|NaN|null|\{|\}/);
          expect(text.length).toBeGreaterThan(10);
        }
      }
    }
  });
});

describe('the other sentences', () => {
  const advice = advise(transposeRun());
  const device = advice.devices[0];

  it('say whether a rule holds, with its figure', () => {
    const result = device?.rules.find(({ rule }) => rule === 'golden-shapes');
    if (result === undefined) throw new Error('no such rule');
    expect(ruleLabels.en[result.rule]).toBe('8×8 and 16×16 are the golden 2-D shapes');
    expect(plain(ruleText(result))).toMatch(/^does not hold: 16×16 ÷ 4×64 1\.76× measured \(/);
    expect(plain(ruleText(result, 'zh-CN'))).toMatch(/^不成立：16×16 ÷ 4×64 实测 1\.76×/);
  });

  it('say why a rule was not tested', () => {
    const result = device?.rules.find(({ rule }) => rule === 'rises-then-falls');
    if (result === undefined) throw new Error('no such rule');
    expect(ruleText(result)).toBe('not tested: the run has no 1-D sizes');
  });

  it('give the lab its size, or the reason why not', () => {
    expect(labText(advice.lab)).toBe('One size for the lab: only one device was measured.');
    const lab = advise(
      buildRun(
        `device A\n64: ${around(100)}\n128: ${around(110)}\ndevice B\n64: ${around(200)}\n128: ${around(100)}`,
      ),
    ).lab;
    expect(plain(labText(lab))).toContain('One size for the lab: 128, at worst 1.10×');
    expect(plain(labText(lab))).toContain('A 1.10× (64), B 1.00× (128)');
    expect(plain(labText(lab, 'zh-CN'))).toContain('实验室通用大小：128');
  });

  it('say what was not analysed, and nothing where all was', () => {
    expect(device && sourceGapsText(device.source)).toBe('');
    expect(
      sourceGapsText({
        found: true,
        unread: ['goto x ;'],
        accesses: 3,
        notAnalysed: 1,
        arguments: ['a'],
        branches: 2,
        branchesNotAnalysed: 0,
      }),
    ).toBe(
      'Not analysed: 1 of 3 accesses to global memory (a); 1 piece of the source, such as “goto x ;”.',
    );
    expect(noVerdictText('one-size')).toContain('one size');
    expect(predictionsText({ made: 4, agreed: 3 })).toMatch(/^3 of 4 predictions agree/);
  });
});
