import { describe, expect, it } from 'vitest';
import type { ListingProblem } from '@shared/domain/device';
import { inFile, problem, problemCodes } from '@shared/domain/problem';
import { problemReasons } from '@shared/domain/problem-reasons';
import { parseSweepSpecText } from '@shared/domain/sweep-schema';
import { chineseReasons } from '@renderer/views/problems/reasons';
import { foundText, listingAdvice, listingText } from '@renderer/views/listing-text';
import { parseGlobalSize, parseLocalList } from '@shared/domain/local-list';
import { adviceText, problemText } from '@renderer/views/problem-text';

describe('a problem in Chinese', () => {
  it('is made of the code and the values, without the English sentence', () => {
    const gone = problem('unknown-run', 'There is no run r1.', 'List them.', { run: 'r1' });
    expect(problemText(gone, 'zh-CN')).toBe('没有运行记录 r1，或它不在测量中。');
    const line = problem('run-unreadable', 'Line 7 of a.ndrun is damaged.', undefined, {
      file: 'a.ndrun',
      line: 7,
    });
    expect(problemText(line, 'zh-CN')).toBe('a.ndrun 的第 7 行已损坏。');
  });

  it('never falls back to the English sentence', () => {
    const odd = problem('invalid-expression', 'The expression "gx +" ends too early.', 'Mend it.');
    expect(problemText(odd, 'zh-CN')).toBe('表达式无效。');
    expect(adviceText(odd, 'zh-CN')).toMatch(/^请用整数/);
    // The values of another problem of the same code do not fit this sentence.
    const other = problem('run-unreadable', 'r holds no run.', 'Look.', { run: 'r' });
    expect(problemText(other, 'zh-CN')).toBe('无法读取运行记录。');
  });

  it('says what is wrong in a part within the sentence about the whole, and how to mend the part', () => {
    const text = '{"format":"ndrange-sweep","version":1,"source":"a.cl","kernel":"a","global":[64]';
    const spec = `${text},"args":[{"kind":"buffer","name":"x","type":"float","count":"gx*nope"}]}`;
    const parsed = parseSweepSpecText(spec);
    const found = inFile(parsed.ok ? problem('internal', '') : parsed.error, 'a.sweep.json');
    expect(problemText(found, 'zh-CN')).toBe(
      'a.sweep.json：扫描文件中 args[0].count 无效：表达式“gx*nope”使用了此处未知的名称“nope”。',
    );
    expect(adviceText(found, 'zh-CN')).toMatch(/^已知的名称：gx, /);
  });

  it.each([
    ['"samples":"many"', '扫描文件中 samples 是“many”，而它须是整数或 null。'],
    ['"samples":2000000', '扫描文件中 samples 是 2000000，而它不得大于 1000000。'],
    ['"args":{}', '扫描文件中 args 是对象，而它须是参数的列表。'],
    ['"local":[[1,2,3,4]]', '扫描文件中 local[0] 是有 4 项的列表，而它须有 1 到 3 维。'],
  ])('makes the sentence about a field of a spec of its parts: %s', (field, sentence) => {
    const base = '"format":"ndrange-sweep","version":1,"source":"a.cl","kernel":"a","global":[64]';
    const parsed = parseSweepSpecText(`{${base},${field}}`);
    expect(parsed.ok ? '' : problemText(parsed.error, 'zh-CN')).toBe(sentence);
  });

  it('takes no text of a value for a name in braces', () => {
    const named = problem('unknown-run', 'x', undefined, { run: '{run} $& {file}' });
    expect(problemText(named, 'zh-CN')).toContain('{run} $& {file}');
  });

  it('says exactly what happened, and what to do, without a word of English but names', () => {
    const params = { file: '/d/r.ndrun', run: 'r' };
    for (const reason of problemReasons) {
      const { text: sentence } = chineseReasons[reason];
      if (/\{(?!file|run)\w+\}/.test(sentence)) continue;
      const said = problem('file-unwritable', 'English.', 'Do it.', params, reason);
      for (const text of [problemText(said, 'zh-CN'), adviceText(said, 'zh-CN') ?? '']) {
        expect(text, reason).toMatch(/[\u4e00-\u9fff].*。$/);
        expect(text, reason).not.toMatch(/[{}]|English|Do it/);
      }
    }
  });

  it('begins in Chinese for every code, and gives advice only where some was given', () => {
    for (const code of problemCodes) {
      expect(problemText(problem(code, 'Message.'), 'zh-CN'), code).toMatch(/^[\u4e00-\u9fff]/);
      expect(adviceText(problem(code, 'Message.'), 'zh-CN'), code).toBeUndefined();
      expect(adviceText(problem(code, 'Message.', 'Do it.'), 'en')).toBe('Do it.');
    }
    expect(adviceText(problem('busy', 'Busy.', 'Wait.'), 'zh-CN')).toMatch(/^请等/);
  });
});

describe('what went wrong while devices were listed', () => {
  const failed: ListingProblem = {
    code: 'platform-failed',
    subject: 'Portable $& Language',
    message: 'The platform could not list its devices: CL_OUT_OF_HOST_MEMORY.',
    advice: 'Reinstall it.',
  };

  it('names the subject and the OpenCL error in Chinese', () => {
    expect(listingText(failed, 'en')).toBe(failed.message);
    expect(listingText(failed, 'zh-CN')).toBe(
      'Portable $& Language 无法列出其设备（CL_OUT_OF_HOST_MEMORY）；其他驱动不受影响。',
    );
    expect(listingAdvice(failed, 'zh-CN')).not.toMatch(/Reinstall/);
  });

  it('translates what became of a place, and leaves what the system said', () => {
    expect(foundText('no such folder', 'zh-CN')).toBe('没有此文件夹');
    expect(foundText('/usr/lib/libpocl.so', 'zh-CN')).toBe('/usr/lib/libpocl.so');
    expect(foundText('constructor', 'zh-CN')).toBe('constructor');
  });
});

describe('what a user types as a size', () => {
  it.each([
    ['12a', 1, '12a'],
    ['0', 1, '0'],
    ['', 1, '大小列表为空'],
    ['64,,32', 1, '大小列表为空'],
    ['8x8', 1, '2 维'],
  ] as const)('%j is refused in Chinese without a word of English', (typed, dimensions, named) => {
    const parsed = parseLocalList(typed, dimensions);
    const refused = parsed.ok ? null : parsed.error;
    const said = refused === null ? '' : problemText(refused, 'zh-CN');
    expect(said).toContain(named);
    expect(said).not.toMatch(/size|local|dimension|[{}]/);
    expect(refused === null ? '' : adviceText(refused, 'zh-CN')).toBeUndefined();
  });

  it.each(['', '12x', '99999999999', '2000000x2000000'])('%j as the global size too', (typed) => {
    const parsed = parseGlobalSize(typed);
    expect(parsed.ok ? '' : problemText(parsed.error, 'zh-CN')).toMatch(/^[^a-z{}]*(x[^a-z{}]*)*$/);
    expect(parsed.ok).toBe(false);
  });
});
