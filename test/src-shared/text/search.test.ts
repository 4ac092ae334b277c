import { expect, it } from 'vitest';
import { reportSearch } from '@shared/domain/search/search-report';
import { searchCostText, searchStepText, standingText } from '@shared/text';
import { buildRun } from '../../support/run-builder';

const run = buildRun(
  `64:  200 201 202 203 204 !far-from-best
   128: 100 101 102 101 100 !decided
   256: 150 151 152 151 150 !decided
   512: skipped forbidden
   1024: skipped not-needed
   96: failed crashed`,
  { options: { search: { add: [], forbid: [[512]] } } },
);
const [device] = run.devices;
const report = device === undefined ? null : reportSearch(run, device);

it('says how each candidate stands, in both languages', () => {
  const texts = (locale: 'en' | 'zh-CN') =>
    report?.candidates.map((candidate) => standingText(candidate, locale));
  expect(texts('en')).toEqual([
    'beaten: 2.0× the best',
    'use this',
    'slower: 1.50× the best',
    'skipped: forbidden by the user',
    'skipped: not needed for the search',
    'failed: crashed',
  ]);
  expect(texts('zh-CN')?.slice(0, 4)).toEqual([
    '已淘汰：最佳值的 2.0×',
    '推荐使用',
    '较慢：最佳值的 1.50×',
    '已跳过：用户禁止',
  ]);
});

it('says what the search spared, counting what could have been measured', () => {
  if (report === null) throw new Error('no search');
  expect(report).toMatchObject({ launches: 15, exhaustive: 4 * 5 });
  expect(searchCostText(report)).toMatch(
    /^15 launches on 3 of 6 candidates: 75\.0\s% of the 20 that all of them alike would have taken\.$/,
  );
  expect(searchCostText(report, 'zh-CN')).toMatch(
    /^6 个候选中测量了 3 个，共启动 15 次：.*75\.0\s%。$/,
  );
});

it('says in which step a size was taken up', () => {
  expect(searchStepText({ stage: 'first', around: null, configurations: [] })).toBe('tried first');
  expect(searchStepText({ stage: 'wider', around: '512', configurations: [] })).toBe(
    'smaller and larger ones',
  );
  expect(searchStepText({ stage: 'refine', around: '8x8', configurations: [] }, 'zh-CN')).toBe(
    '在 8×8 附近',
  );
});

it('is nothing where the run is no search', () => {
  const plain = buildRun('64: 1 2 3');
  const [only] = plain.devices;
  expect(only === undefined ? undefined : reportSearch(plain, only)).toBeNull();
});
