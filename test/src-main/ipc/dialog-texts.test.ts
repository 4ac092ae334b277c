import { describe, expect, it } from 'vitest';
import { dialogOptions } from '@main/ipc/dialog-texts';

const filters = [
  { name: 'CSV', extensions: ['csv'] },
  { name: { en: 'Sweep', 'zh-CN': '扫描' }, extensions: ['json'] },
];

describe('the words of file dialogs', () => {
  it('are those of the language, names that are no words left as they are', () => {
    expect(dialogOptions('export-report', filters, 'en')).toEqual({
      title: 'Export report',
      buttonLabel: 'Export',
      filters: [
        { name: 'CSV', extensions: ['csv'] },
        { name: 'Sweep', extensions: ['json'] },
      ],
    });
    expect(dialogOptions('export-report', filters, 'zh-CN')).toEqual({
      title: '导出报告',
      buttonLabel: '导出',
      filters: [
        { name: 'CSV', extensions: ['csv'] },
        { name: '扫描', extensions: ['json'] },
      ],
    });
  });
});
