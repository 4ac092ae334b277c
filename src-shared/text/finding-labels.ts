/** A few words for what a finding is about, in both languages: the head of its sentence. */
import type { FindingCode } from '../domain/advisor/findings';
import type { TextLocale } from './labels';

export const findingLabels: Readonly<Record<TextLocale, Readonly<Record<FindingCode, string>>>> = {
  en: {
    'idle-lanes': 'Lanes stay idle',
    'resident-items': 'Few work-items at once',
    'memory-access': 'Memory access',
    tail: 'The last wave is not full',
    'driver-choice': 'Driver’s choice',
    flat: 'A flat range',
    unexplained: 'Not explained',
    'kernel-limit': 'The kernel limit is too low',
    divergence: 'Branches part the lanes',
    barriers: 'Barriers',
    'local-memory-third': 'Much local memory',
  },
  'zh-CN': {
    'idle-lanes': '通道空闲',
    'resident-items': '驻留的工作项少',
    'memory-access': '内存访问',
    tail: '最后一轮未填满',
    'driver-choice': '驱动自选',
    flat: '平坦区间',
    unexplained: '无法解释',
    'kernel-limit': '内核上限偏低',
    divergence: '分支发散',
    barriers: '屏障',
    'local-memory-third': '局部内存占用多',
  },
};
