/**
 * Short words for closed codes, in both languages. The sentence about an outcome travels with it in
 * English; these labels stand where a word must do (badges, table cells, columns).
 */
import type { FailReason, Outcome, SkipReason, Stage } from '../domain/outcome';
import type { RunPhase } from '../domain/run-types';
import type { RunWarningCode, StopReason } from '../domain/run-event';
import type { TimeSource } from '../domain/sample';

export type TextLocale = 'en' | 'zh-CN';
type Labels<Code extends string> = Readonly<Record<TextLocale, Readonly<Record<Code, string>>>>;

export const outcomeLabels: Labels<Outcome['kind']> = {
  en: { measured: 'measured', skipped: 'skipped', failed: 'failed' },
  'zh-CN': { measured: '已测量', skipped: '已跳过', failed: '失败' },
};

export const reasonLabels: Labels<SkipReason | FailReason> = {
  en: {
    'exceeds-device-limit': 'over the device limit',
    'exceeds-dimension-limit': 'over a dimension limit',
    'exceeds-kernel-limit': 'over the kernel limit',
    'exceeds-local-memory': 'not enough local memory',
    indivisible: 'does not divide the global size',
    'required-size-mismatch': 'not the size that the kernel requires',
    cancelled: 'cancelled',
    'lane-stopped': 'device stopped',
    forbidden: 'forbidden by the user',
    'not-needed': 'not needed for the search',
    'build-failed': 'build failed',
    'launch-failed': 'launch failed',
    'out-of-memory': 'out of memory',
    'wrong-result': 'wrong result',
    'timed-out': 'timed out',
    crashed: 'crashed',
    'device-lost': 'device lost',
  },
  'zh-CN': {
    'exceeds-device-limit': '超过设备上限',
    'exceeds-dimension-limit': '超过某一维的上限',
    'exceeds-kernel-limit': '超过内核上限',
    'exceeds-local-memory': '局部内存不足',
    indivisible: '不能整除全局大小',
    'required-size-mismatch': '不是内核要求的大小',
    cancelled: '已取消',
    'lane-stopped': '设备已停止',
    forbidden: '用户禁止',
    'not-needed': '搜索无需测量',
    'build-failed': '编译失败',
    'launch-failed': '启动失败',
    'out-of-memory': '内存不足',
    'wrong-result': '结果错误',
    'timed-out': '超时',
    crashed: '崩溃',
    'device-lost': '设备丢失',
  },
};

/** Where a configuration was when it failed. */
export const stageLabels: Labels<Stage> = {
  en: {
    open: 'while opening the device',
    build: 'while building',
    create: 'while creating the kernel',
    prepare: 'while preparing its data',
    'first-launch': 'at the first launch',
    launch: 'at a later launch',
    verify: 'while its results were read',
  },
  'zh-CN': {
    open: '打开设备时',
    build: '编译时',
    create: '创建内核时',
    prepare: '准备数据时',
    'first-launch': '首次启动时',
    launch: '后续启动时',
    verify: '读取结果时',
  },
};

export const stopReasonLabels: Labels<StopReason> = {
  en: {
    settled: 'settled',
    'max-samples': 'sample limit',
    'max-time': 'time limit',
    'far-from-best': 'far from the best',
    decided: 'the choice is certain',
    fixed: 'all samples taken',
    ended: 'ended early',
  },
  'zh-CN': {
    settled: '已稳定',
    'max-samples': '达到样本上限',
    'max-time': '达到时间上限',
    'far-from-best': '远离最佳值',
    decided: '选择已确定',
    fixed: '样本已取完',
    ended: '提前结束',
  },
};

export const timeSourceLabels: Labels<TimeSource> = {
  en: { event: 'Event time', batch: 'Event time, batches', wall: 'Wall clock' },
  'zh-CN': { event: '事件时间', batch: '事件时间（批次）', wall: '墙上时钟' },
};

export const phaseLabels: Labels<RunPhase> = {
  en: {
    running: 'running',
    finished: 'finished',
    cancelled: 'cancelled',
    failed: 'failed',
    interrupted: 'interrupted',
  },
  'zh-CN': {
    running: '运行中',
    finished: '已完成',
    cancelled: '已取消',
    failed: '失败',
    interrupted: '已中断',
  },
};

/** `measured`, `skipped: over the device limit`, `failed: timed out`; null is still to be dealt with. */
export const outcomeText = (outcome: Outcome | null, locale: TextLocale = 'en'): string => {
  if (outcome === null) return locale === 'en' ? 'waiting' : '等待中';
  const word = outcomeLabels[locale][outcome.kind];
  if (outcome.kind === 'measured') return word;
  return `${word}${locale === 'en' ? ': ' : '：'}${reasonLabels[locale][outcome.reason]}`;
};

/** What a remark on a run is about; its sentence travels with it in English. */
export const warningLabels: Labels<RunWarningCode> = {
  en: {
    'no-event-time': 'no event time',
    'end-before-start': 'end before start',
    'loops-cut-short': 'long loops are cut short',
    'wall-disagrees': 'clocks disagree',
    'near-timer-resolution': 'near the timer’s resolution',
    'sentinel-drift': 'the device drifted',
    'output-unchanged': 'output unchanged',
    'output-zero': 'output all zero',
    'output-varies': 'output varies',
    'in-place-drift': 'works in place',
    'not-finite': 'values not finite',
    'not-comparable': 'results not comparable',
    'lane-shared': 'shared hardware',
    'out-of-bounds': 'writes out of bounds',
    'worker-restarted': 'worker restarted',
  },
  'zh-CN': {
    'no-event-time': '没有事件时间',
    'end-before-start': '结束早于开始',
    'loops-cut-short': '长循环会被截断',
    'wall-disagrees': '时钟不一致',
    'near-timer-resolution': '接近计时器的分辨率',
    'sentinel-drift': '设备有漂移',
    'output-unchanged': '输出未改变',
    'output-zero': '输出全为零',
    'output-varies': '输出不稳定',
    'in-place-drift': '就地计算',
    'not-finite': '数值非有限',
    'not-comparable': '结果不可比较',
    'lane-shared': '共用硬件',
    'out-of-bounds': '越界写入',
    'worker-restarted': '工作进程已重启',
  },
};
