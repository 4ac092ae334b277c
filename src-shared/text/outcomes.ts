/**
 * Why a configuration was skipped or failed, as one sentence. In English it travels with the outcome; in Chinese
 * it is made from the closed reason, the stage and the figures beside them, and says as much as these allow.
 * Device and size stand beside it and are not named again.
 */
import type { FailReason, Outcome, SkipReason, Stage } from '../domain/outcome';
import { labelOfKey } from '../domain/sizes';
import { reasonLabels, stageLabels, type TextLocale } from './labels';
import { formatBytes, formatCount } from './number';

type Ended = Exclude<Outcome, { readonly kind: 'measured' }>;
type Say = (outcome: Ended) => string;

const word = ({ detail }: Ended, name: string): string | null => {
  const value = detail?.[name];
  return value === undefined || value === '' ? null : String(value);
};

const figure = ({ detail }: Ended, name: string): number | null => {
  const value = detail?.[name];
  return typeof value === 'number' ? value : null;
};

const count = (outcome: Ended, name: string): string | null => {
  const value = figure(outcome, name);
  return value === null ? null : formatCount(value);
};

const during = (outcome: Ended): string =>
  outcome.kind === 'failed' && outcome.stage !== undefined
    ? stageLabels['zh-CN'][outcome.stage]
    : '';

const said = (outcome: Ended): string => reasonLabels['zh-CN'][outcome.reason];

/** `（clEnqueueNDRangeKernel：CL_INVALID_WORK_GROUP_SIZE）`; empty where no driver was asked. */
const status = (outcome: Ended): string => {
  const parts = [word(outcome, 'call'), word(outcome, 'status')].filter((part) => part !== null);
  return parts.length === 0 ? '' : `（${parts.join('：')}）`;
};

const overDevice: Say = (outcome) => {
  const items = count(outcome, 'items') ?? count(outcome, 'size');
  const limit = count(outcome, 'limit');
  return items === null || limit === null
    ? `超过设备上限${status(outcome)}。请选择较小的大小。`
    : `工作组有 ${items} 个工作项，而设备最多允许 ${limit} 个。请选择较小的大小。`;
};

const overDimension: Say = (outcome) => {
  const limit = count(outcome, 'limit');
  const dimensions = figure(outcome, 'dimensions');
  if (dimensions !== null) {
    return `局部大小有 ${dimensions} 维，而全局大小有 ${limit ?? '另外的'} 维。请写成相同的维数。`;
  }
  const place = figure(outcome, 'dimension');
  const axis = word(outcome, 'axis') ?? (place === null ? null : (['x', 'y', 'z'][place] ?? null));
  const items = count(outcome, 'items') ?? count(outcome, 'size');
  return axis === null || items === null || limit === null
    ? `超过某一维的上限${status(outcome)}。请选择该维较短的形状。`
    : `${axis} 方向有 ${items} 个工作项，而设备在该方向最多允许 ${limit} 个。请选择该方向较短的形状。`;
};

const overKernel: Say = (outcome) => {
  const items = count(outcome, 'items');
  const limit = count(outcome, 'limit');
  return items === null || limit === null
    ? `驱动拒绝以此大小启动该内核${status(outcome)}。请选择较小的大小。`
    : `工作组有 ${items} 个工作项，而驱动报告该内核的上限为 ${limit} 个。请选择较小的大小，或使用策略“try”实际尝试。`;
};

const overLocalMemory: Say = (outcome) => {
  const [needed, limit] = [figure(outcome, 'needed'), figure(outcome, 'limit')];
  return needed === null || limit === null
    ? `局部内存不足${status(outcome)}。请选择较小的大小或较小的局部数组。`
    : `需要 ${formatBytes(needed)} 局部内存，而设备只有 ${formatBytes(limit)}。请选择较小的大小或较小的局部数组。`;
};

const indivisible: Say = (outcome) => {
  const divisor = count(outcome, 'divisor') ?? count(outcome, 'size');
  const extent = count(outcome, 'global');
  return divisor === null || extent === null
    ? `不能整除全局大小${status(outcome)}。请使用策略“pad”，或另一全局大小。`
    : `${divisor} 不能整除全局大小 ${extent}。请使用策略“pad”，或另一全局大小。`;
};

const requiredSize: Say = (outcome) => {
  const required = word(outcome, 'required');
  if (required !== null) {
    return `内核要求局部大小为 ${required}（reqd_work_group_size）。请扫描该大小，或去掉该属性。`;
  }
  return status(outcome) === ''
    ? '编译选项或某个参数需要局部大小，而 NULL 的大小要到启动时才由驱动选择。请去掉 NULL，或让内核调用 get_local_size。'
    : `不是内核要求的大小${status(outcome)}。`;
};

const buildFailed: Say = (outcome) => {
  const line = figure(outcome, 'line') ?? 0;
  const kernel = word(outcome, 'kernel');
  if (kernel !== null) return `编译所得的程序中没有内核 ${kernel}。`;
  return `内核编译失败${line === 0 ? '' : `（第 ${line} 行）`}${status(outcome)}。编译器的消息见“内核”面板。`;
};

const outOfMemory: Say = (outcome) => {
  const bytes = figure(outcome, 'bytes');
  return bytes === null
    ? `内存不足${status(outcome)}。请选择较小的全局大小，或减少缓冲区。`
    : `工作进程的内存增长到 ${formatBytes(bytes)}，在机器耗尽内存之前已将其停止。请选择较小的全局大小，或减少缓冲区；也可能是编译器展开了一个很大的循环。`;
};

const wrongResult: Say = (outcome) => {
  const argument = word(outcome, 'argument') ?? '输出';
  const bytes = count(outcome, 'bytes');
  if (bytes !== null) {
    return `内核在 ${argument} 的范围之外写入（有 ${bytes} 字节不同）。请检查下标，或给该参数更多元素。`;
  }
  return `${argument} 的结果与参考不同。请检查内核是否缺少栅栏或下标有误。`;
};

const timedOut: Say = (outcome) => {
  const seconds = figure(outcome, 'seconds');
  const stage: Stage | undefined = outcome.kind === 'failed' ? outcome.stage : undefined;
  const isCompiling = stage === 'build' || stage === 'create';
  return (
    `${during(outcome)}${seconds === null ? '超时' : `有 ${seconds} 秒没有回应`}，已停止其工作进程。` +
    (isCompiling ? '请简化内核，或延长编译的超时。' : '请检查是否有死循环，或延长超时。')
  );
};

const crashed: Say = (outcome) => {
  const how = word(outcome, 'how');
  const stage: Stage | undefined = outcome.kind === 'failed' ? outcome.stage : undefined;
  const advice =
    stage === 'open'
      ? '驱动本身出错：请更新驱动，然后重新扫描。'
      : stage === 'build' || stage === 'create'
        ? '驱动的编译器出错：请简化内核，或更新驱动。'
        : '请检查内核的下标是否越界；也可能是驱动的错误。';
  return `${during(outcome)}工作进程意外终止${how === null ? '' : `（${how.replace(/^exit code /, '退出码 ')}）`}。${advice}`;
};

const chinese: Readonly<Record<SkipReason | FailReason, Say>> = {
  'exceeds-device-limit': overDevice,
  'exceeds-dimension-limit': overDimension,
  'exceeds-kernel-limit': overKernel,
  'exceeds-local-memory': overLocalMemory,
  indivisible,
  'required-size-mismatch': requiredSize,
  cancelled: () => '在测量完此大小之前，运行已被取消。',
  'lane-stopped': () => '此设备的测量已停止，此大小未测量。',
  forbidden: () => '用户禁止测量此大小。',
  'not-needed': (outcome) => {
    const best = word(outcome, 'best');
    return best === null
      ? '搜索在测量此大小之前已结束。'
      : `此大小不与目前最佳的 ${labelOfKey(best)} 相邻，或位于同样好的大小之间。若要测量它，请将其加入搜索。`;
  },
  'build-failed': buildFailed,
  'launch-failed': (outcome) =>
    status(outcome) === ''
      ? `${during(outcome)}失败，没有得到时间。请检查扫描文件的参数是否与内核的参数一致。`
      : `${during(outcome)}${said(outcome)}${status(outcome)}。请检查扫描文件的参数是否与内核的参数一致。`,
  'out-of-memory': outOfMemory,
  'wrong-result': wrongResult,
  'timed-out': timedOut,
  crashed,
  'device-lost': (outcome) => `设备丢失${status(outcome)}。请检查设备及其驱动，然后重新扫描。`,
};

/** Empty for what was measured or is still to be dealt with. */
export const outcomeSentence = (outcome: Outcome | null, locale: TextLocale = 'en'): string => {
  if (outcome === null || outcome.kind === 'measured') return '';
  return locale === 'en' ? outcome.message : chinese[outcome.reason](outcome);
};
