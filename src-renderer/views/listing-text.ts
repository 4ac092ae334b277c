/**
 * What went wrong while devices were listed, and what was looked for, in the user's language. English is as
 * it was reported; Chinese is made from the closed code, the subject and the OpenCL error that is named.
 */
import type { ListingProblem } from '@shared/domain/device';
import type { Locale } from '@renderer/i18n';

const sentences: Readonly<Record<ListingProblem['code'], string>> = {
  'no-loader': '此机器上未找到 OpenCL 加载库（已查找 {subject}）。',
  'no-platform': '{subject} 已安装，但在此机器上没有提供设备。',
  'platform-failed': '{subject} 无法列出其设备{status}；其他驱动不受影响。',
  'device-failed': '无法读取 {subject}{status}；其他设备不受影响。',
  'worker-died': '查询 {subject} 的进程意外终止。',
};

const advice: Readonly<Record<ListingProblem['code'], string>> = {
  'no-loader': '请安装 OpenCL 驱动（Debian、Ubuntu：ocl-icd-libopencl1 pocl-opencl-icd）。',
  'no-platform': '请为此机器的设备安装驱动。',
  'platform-failed': '请重新安装或更新此驱动，或移除其注册文件。',
  'device-failed': '请更新此设备的驱动。',
  'worker-died': '请重新检测；若再次发生，请更新驱动。',
};

/** The sentence to show. */
export const listingText = (problem: ListingProblem, locale: Locale): string => {
  if (locale === 'en') return problem.message;
  const status = /\bCL_[A-Z0-9_]+\b/.exec(problem.message)?.[0];
  return sentences[problem.code]
    .replace('{subject}', () => problem.subject)
    .replace('{status}', status === undefined ? '' : `（${status}）`);
};

/** Platforms that are known to offer devices only under a condition. */
const emptyAdvice: ReadonlyMap<string, string> = new Map([
  [
    'Portable Computing Language',
    'PoCL 需要可读的 /sys 才能找到处理器；若设置了变量 POCL_DEVICES，则只提供其中列出的设备：请检查这两项。',
  ],
  [
    'rusticl',
    'Mesa 只提供变量 RUSTICL_ENABLE 中列出的驱动，例如 RUSTICL_ENABLE=llvmpipe、radeonsi 或 iris。',
  ],
]);

export const listingAdvice = (problem: ListingProblem, locale: Locale): string | undefined => {
  if (locale === 'en' || problem.advice === undefined) return problem.advice;
  const known = problem.code === 'no-platform' ? emptyAdvice.get(problem.subject) : undefined;
  return known ?? advice[problem.code];
};

const findings: ReadonlyMap<string, string> = new Map([
  ['loaded', '已加载'],
  ['found', '已找到'],
  ['not found', '未找到'],
  ['not set', '未设置'],
  ['unreadable', '无法读取'],
  ['not a registry file', '不是注册文件'],
  ['no such folder', '没有此文件夹'],
  ['no .icd file', '没有 .icd 文件'],
]);

/** What became of a place that was looked at; what the system said stays as it said it. */
export const foundText = (found: string, locale: Locale): string =>
  locale === 'en' ? found : (findings.get(found) ?? found);
