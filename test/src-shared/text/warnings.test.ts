import { describe, expect, test } from 'vitest';
import type { RunWarningCode } from '@shared/domain/run-event';
import type { RunWarning } from '@shared/domain/run-types';
import { warningLabels, warningSize, warningText } from '@shared/text';

const warning = (code: RunWarningCode, detail: RunWarning['detail'] = {}): RunWarning => ({
  code,
  deviceKey: 'd',
  configuration: '8x8',
  message: 'As it was stored.',
  detail,
});
const chinese = (code: RunWarningCode, detail?: RunWarning['detail']): string =>
  warningText(warning(code, detail), 'zh-CN').replaceAll('\u2009', ' ');

describe('warningText', () => {
  test('keeps the stored sentence in English', () => {
    expect(warningText(warning('sentinel-drift'))).toBe('As it was stored.');
  });

  test('says every code in Chinese, without English in it, also without figures', () => {
    for (const code of Object.keys(warningLabels.en) as RunWarningCode[]) {
      const said = chinese(code);
      expect(said).toMatch(/[\u4e00-\u9fff]/);
      expect(said.replaceAll('NaN', ''), code).not.toMatch(/[A-Za-z]{2,}/);
    }
  });

  test('puts the figures in', () => {
    expect(chinese('sentinel-drift', { ratio: 1.08 })).toContain('变慢了 8.0 %（每轮都测量 8×8）');
    expect(chinese('in-place-drift', { ratio: 2.4 })).toContain('耗时是原来的 2.4 倍');
    expect(chinese('near-timer-resolution', { medianNs: 420 })).toContain('420 ns');
    expect(chinese('no-event-time', { reason: 'constant' })).toContain('虚构时间');
  });

  test('names the size', () => {
    expect(warningSize(warning('not-finite'))).toBe('8×8');
    expect(warningSize({ ...warning('not-finite'), configuration: 'auto' })).toBe('NULL');
    expect(warningSize({ ...warning('not-finite'), configuration: null })).toBe('');
  });
});
