/**
 * What was odd in a run as one sentence. In English it travels with the run; in Chinese it is made from the
 * closed code and the figures beside it, and says as much as these allow.
 */
import type { RunWarningCode } from '../domain/run-event';
import type { RunWarning } from '../domain/run-types';
import { labelOfKey } from '../domain/sizes';
import { timerReasons as reasons } from '../domain/timer-trust';
import { formatDuration } from './duration';
import type { TextLocale } from './labels';
import { formatPercent, formatRatio } from './number';
import { timerReasons } from './timer';

type Say = (warning: RunWarning) => string;

const figure = ({ detail }: RunWarning, name: string): number | null => {
  const value = detail[name];
  return typeof value === 'number' ? value : null;
};

/** `64`, `8×8`, `NULL`; empty for what concerns the whole device. */
export const warningSize = ({ configuration }: RunWarning): string =>
  configuration === null ? '' : labelOfKey(configuration);

const clockSentence: Say = (warning) => {
  const reason = reasons.find((candidate) => candidate === warning.detail['reason']);
  const because = reason === undefined ? '' : timerReasons['zh-CN'][reason];
  return `此设备的事件时间不可信${because === '' ? '' : `（${because}）`}：其全部时间取自主机时钟。`;
};

const drift: Say = (warning) => {
  const ratio = figure(warning, 'ratio');
  const how =
    ratio === null
      ? '改变了'
      : `${ratio > 1 ? '变慢了' : '变快了'} ${formatPercent(Math.abs(ratio - 1))}`;
  return `此设备在运行过程中${how}（每轮都测量 ${warningSize(warning)}）。各大小在同一轮内比较，因此顺序仍成立；但时间属于一台有变化的设备。`;
};

const inPlace: Say = (warning) => {
  const ratio = figure(warning, 'ratio');
  const what =
    ratio === null
      ? '在自己留下的数据上启动时没有返回'
      : `在自己留下的数据上启动时，耗时是原来的 ${formatRatio(ratio).replace('×', '')} 倍`;
  return `此内核就地计算：${what}。缓冲区在每次启动前恢复，因此时间有效。`;
};

const notFinite: Say = (warning) => {
  const launches = figure(warning, 'launches');
  if (launches === null) return '输出含有无穷大或 NaN：其时间未必是普通数值的时间。';
  const what = warning.detail['what'] === 'denormal' ? '非规格化数' : '无穷大或 NaN';
  return `此内核就地计算：不恢复时启动 ${launches} 次后出现${what}。缓冲区在每次启动前恢复，因此时间有效。`;
};

const chinese: Readonly<Record<RunWarningCode, Say>> = {
  'no-event-time': clockSentence,
  'wall-disagrees': clockSentence,
  'end-before-start': (warning) =>
    `有 ${figure(warning, 'count') ?? '若干'} 次启动的事件在开始之前结束；改用主机时钟。`,
  'loops-cut-short': (warning) =>
    `此设备的驱动在 ${figure(warning, 'iterations') ?? '若干'} 次迭代后会不加提示地结束一个工作项的循环：循环次数更多的内核在任何大小下结果都是错的。`,
  'near-timer-resolution': (warning) =>
    `耗时只有 ${formatDuration(figure(warning, 'medianNs'))}，不到计时器步长的 20 倍：请增加工作项以得到可靠的时间。`,
  'sentinel-drift': drift,
  'output-unchanged': () =>
    '内核没有改变任何输出缓冲区：它真的在工作吗？标量的默认值 1 可能使数值保持不变。',
  'output-zero': () => '全部输出为零：请检查参数。',
  'output-varies': () =>
    '用相同的数据再次启动得到不同的结果：内核不具确定性，大小之间的差异不能说明问题。',
  'in-place-drift': inPlace,
  'not-finite': notFinite,
  'not-comparable': () => '结果无法在不同大小之间比较，因此没有比较。',
  'lane-shared': () => '测量时其他设备也在使用同一硬件；时间受到干扰。',
  'out-of-bounds': (warning) =>
    `${warningSize(warning)} 测得时间后，另一大小在同一进程中崩溃；单独在新进程中再试时，它自己失败：很可能越界写入。在修正内核之前不要使用此大小。`,
  'worker-restarted': () => '工作进程已重新启动；其余大小继续。',
};

/** The sentence of a warning, without the name of device and size where these stand beside it. */
export const warningText = (warning: RunWarning, locale: TextLocale = 'en'): string =>
  locale === 'en' ? warning.message : chinese[warning.code](warning);
