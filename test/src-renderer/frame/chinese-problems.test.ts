/**
 * What a user of the Chinese window can meet, made by the functions that find it: no problem falls back to its
 * English sentence, and none to the bare words for its code.
 */
import { describe, expect, it } from 'vitest';
import { problem, type Problem } from '@shared/domain/problem';
import { problemReasons, type ProblemReason } from '@shared/domain/problem-reasons';
import { adviceText, problemText } from '@renderer/views/problem-text';
import { chineseCodes } from '@renderer/views/problems/by-code';
import { chineseReasons } from '@renderer/views/problems/reasons';
import { domainProblems } from '../../support/domain-problems';
import { latinWords, latinWordsOf } from '../../support/latin-words';
import { programProblems } from '../../support/program-problems';

/** Said in full by the code alone. */
const complete = ['no-opencl', 'no-device', 'no-kernel', 'nothing-to-measure', 'recorded-run'];

const fault = (found: Problem): string | null => {
  const text = problemText(found, 'zh-CN');
  const advice = adviceText(found, 'zh-CN');
  if (!/[\u4e00-\u9fff].*[。）]$/.test(text)) return `no sentence: ${text}`;
  if (text.includes(found.message)) return `the English sentence: ${text}`;
  const words = latinWordsOf(found, text) ?? latinWordsOf(found, advice ?? '');
  if (words !== null) return `English words: ${words}`;
  return text.endsWith(chineseCodes[found.code].lead) && !complete.includes(found.code)
    ? `the code alone: ${text} (${found.message})`
    : null;
};

/** Met only where a disk, a driver or the network fails, or the files are larger than a test should make them. */
const elsewhere: readonly ProblemReason[] = [
  'run-too-large',
  'run-too-many-lines',
  'run-exists',
  'run-names-used-up',
  'device-elsewhere',
  'driver-changed',
  'compile-stopped',
  'compile-timed-out',
  'compile-memory',
  'compile-refused',
  'csv-long',
  'csv-rows',
  'csv-no-launches',
  'csv-runs',
  'print-failed',
  'update-not-asked',
  'update-not-got',
];

describe('problems of what a user opens, types and asks for', async () => {
  const all = { ...domainProblems(), ...(await programProblems()) };

  it.each(Object.entries(all))('%s: whole Chinese sentences', (_, found) => {
    expect(found.length).toBeGreaterThan(4);
    expect(found.map(fault).filter((wrong) => wrong !== null)).toEqual([]);
  });

  it('are all that there are, but for what no test can make happen', () => {
    const reasons = (found: Problem): readonly (string | undefined)[] => [
      found.reason,
      ...(found.cause === undefined ? [] : reasons(found.cause)),
    ];
    const met = new Set(Object.values(all).flat().flatMap(reasons));
    expect(problemReasons.filter((reason) => !met.has(reason)).toSorted()).toEqual(
      elsewhere.toSorted(),
    );
  });

  it('say as much where no test can make them happen', () => {
    for (const reason of elsewhere) {
      const { text, advice } = chineseReasons[reason];
      expect(text, reason).toMatch(/[\u4e00-\u9fff].*。$/);
      expect(latinWords(text.replace(/\{\w+\}/g, '·')), reason).toBeNull();
      expect(advice, reason).toMatch(/。$/);
    }
  });

  it('would be seen if a sentence were English, or said no more than its code', () => {
    expect(fault(problem('invalid-spec', 'It is odd.'))).toMatch(/code alone/);
    const named = problem('busy', 'x', 'y', { run: 'one two' });
    expect(latinWordsOf(named, '运行 one two 仍在测量中。')).toBeNull();
    expect(latinWords('扫描文件中 a 是 1，而它 must be a name。')).toBe('must be');
    expect(latinWords('参数 {argument} 无效。')).toBe('{argument}');
    expect(latinWords('请写成 ceil(gx/lx) 或 64,256,auto。')).toBeNull();
  });
});
