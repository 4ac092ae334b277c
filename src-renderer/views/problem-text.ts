/**
 * A Problem in the user's language. English problems are complete sentences already. In Chinese the closed
 * code and the values beside it make the sentence; only where these say too little does the English one
 * follow it. Advice is Chinese where one piece of advice fits every problem of its code.
 */
import type { Problem, ProblemCode, ProblemReason } from '@shared/domain/problem';
import type { Locale } from '@renderer/i18n';

interface Chinese {
  readonly lead: string;
  /** Sentences with the values that they need in braces; the first whose values are all there is taken. */
  readonly whole?: readonly string[];
  /** The lead alone says all there is to say. */
  readonly complete?: boolean;
  readonly advice?: string;
  /** Its whole sentences say what to do too. */
  readonly advised?: boolean;
}

const chinese: Readonly<Record<ProblemCode, Chinese>> = {
  'no-opencl': {
    lead: '此机器上未找到 OpenCL。',
    complete: true,
    advice: '请安装 OpenCL 驱动（Debian：pocl-opencl-icd），然后重试。',
  },
  'no-device': {
    lead: '没有选中的或可用的 OpenCL 设备。',
    complete: true,
    advice: '请至少选择一个设备，或为此机器的设备安装驱动。',
  },
  'unknown-device': {
    lead: '没有这样的设备。',
    whole: ['设备 {device} 不在此机器上，或其驱动已改变。'],
    advice: '请重新检测设备，或开始新的扫描。',
  },
  'ambiguous-device': { lead: '设备名称不唯一。' },
  'invalid-spec': {
    lead: '扫描文件无效。',
    whole: ['参考文件 {file} 有 {bytes} 字节，而参数 {argument} 需要 {expected} 字节。'],
  },
  'invalid-source': { lead: '内核源代码无效。' },
  'invalid-option': {
    lead: '输入无效。',
    whole: [
      '全局大小有 {given} 维，而所选大小有 {wanted} 维。请改写其中之一。',
      '“{badSize}”不是有效的大小：每一维须是 1 到 {largest} 的整数，例如 256 或 8x8。',
      '大小“{shape}”有 {shapeHas} 维，而全局大小有 {globalHas} 维。请写成相同的维数。',
      '列表有 {listed} 个大小，最多可扫描 {most} 个。请缩短列表。',
      '大小列表为空，或其中有空项{emptyList}。请写成 64,256,auto 或 8x8,auto 的形式；auto 即 NULL，由驱动选择。',
      '未给出全局大小{emptyGlobal}。请写成 1048576 或 2048x2048 的形式。',
      '全局大小 {largeGlobal} 的工作项过多：最多 2^40 个。请减小。',
      '{dropped} 既不是内核也不是运行记录：请拖放 .cl、.sweep.json 或 .ndrun 文件，或 .csv、.json 格式的结果。',
      '{csvAlone} 只有一次运行的一半内容：请同时选择该运行的两个 CSV 文件（每个配置一行的，和每次启动一行的）。',
      '{unsaved} 不是此机器上的文件：请先保存，再拖放保存后的文件。',
    ],
    advised: true,
  },
  'invalid-expression': {
    lead: '表达式无效。',
    whole: ['表达式“{expression}”无法计算。'],
    advice: '请用整数、名称、+ - * / ( ) 以及 ceil、floor、min、max 书写，例如 ceil(gx/lx)。',
  },
  'no-kernel': {
    lead: '源代码中没有内核。',
    complete: true,
    advice: '请用 __kernel 标记要测量的函数，例如 __kernel void scale(__global float *x)。',
  },
  'unknown-kernel': {
    lead: '没有这样的内核。',
    whole: ['{file} 中没有内核 {kernel}；其中有 {kernels}。', '源代码中没有内核 {kernel}。'],
  },
  'ambiguous-kernel': {
    lead: '文件中有多个内核，请选择一个。',
    whole: ['{file} 中有多个内核：{kernels}。请选择一个。'],
  },
  'unsupported-argument': {
    lead: '不支持此类参数。',
    whole: ['参数 {argument} 的类型 {type} 不受支持。', '参数 {argument} 的类型不受支持。'],
  },
  'invalid-argument-value': {
    lead: '参数值无效。',
    whole: ['参数 {argument} 不能取值 {value}。', '内核 {kernel} 没有参数 {argument}。'],
  },
  'nothing-to-measure': {
    lead: '没有可测量的配置。',
    whole: ['运行 {run} 已经完整，没有剩余的测量。'],
    complete: true,
    advice: '请至少选择一个大小或 NULL，然后开始扫描。',
  },
  'build-failed': { lead: '编译失败。' },
  'file-unreadable': { lead: '无法读取文件。' },
  'file-unwritable': { lead: '无法写入文件。' },
  'file-too-large': { lead: '文件过大。', whole: ['{file} 过大。'] },
  'run-unreadable': {
    lead: '无法读取运行记录。',
    whole: ['{file} 的第 {line} 行已损坏。', '{file} 不是运行记录，或没有完整的内容。'],
  },
  'run-version': {
    lead: '运行记录的版本过新。',
    whole: ['{file} 由更新的版本写成（格式 {version}）。'],
    complete: true,
    advice: '请更新本程序，然后重新打开。',
  },
  'unknown-run': {
    lead: '没有这样的运行记录。',
    whole: ['没有运行记录 {run}，或它不在测量中。'],
    complete: true,
  },
  'recorded-run': {
    lead: '此运行记录是随程序附带的示例，不能更改或删除。',
    complete: true,
    advice: '可以在运行列表中隐藏示例，或将其复制为自己的扫描。',
  },
  'worker-died': { lead: '设备进程意外终止。' },
  busy: {
    lead: '正忙，请稍后再试。',
    whole: ['运行 {run} 仍在测量中。'],
    complete: true,
    advice: '请等它结束，或先取消它。',
  },
  'update-failed': { lead: '未能获取新版本。', advice: '请稍后再试。' },
  internal: { lead: '程序内部错误。' },
};

interface Reason {
  readonly text: string;
  readonly advice?: string;
}

/** What stands for a code's own sentence once the problem says more exactly what happened. */
const chineseReasons: Readonly<Record<ProblemReason, Reason>> = {
  missing: { text: '{file} 不存在。', advice: '请检查路径。' },
  'no-folder': { text: '无法写入 {file}：其文件夹不存在。', advice: '请先创建该文件夹。' },
  'no-permission': {
    text: '无权访问 {file}。',
    advice: '请选择其他位置，或更改其权限。',
  },
  'read-only': { text: '{file} 位于只读文件系统上。', advice: '请选择其他位置。' },
  'disk-full': { text: '无法写入 {file}：磁盘已满。', advice: '请释放空间后重试。' },
  quota: { text: '无法写入 {file}：磁盘配额已用完。', advice: '请释放空间后重试。' },
  'is-folder': { text: '{file} 是文件夹，不是文件。', advice: '请给出文件的路径。' },
  'not-a-folder': { text: '{file} 的路径中有一处是文件而不是文件夹。', advice: '请检查路径。' },
  'too-many-open': {
    text: '无法打开 {file}：打开的文件过多。',
    advice: '请关闭其他程序后重试。',
  },
  'name-too-long': { text: '{file} 的名称过长。', advice: '请使用较短的名称。' },
  'disk-error': { text: '无法读写 {file}：磁盘报告错误。', advice: '请检查磁盘。' },
  'run-disk-full': {
    text: '无法继续写入运行文件 {file}：磁盘已满。此前的测量结果已保存。',
    advice: '请释放空间，然后点击“继续”，或执行 ndrange resume {run}。',
  },
  'run-unwritable': {
    text: '无法继续写入运行文件 {file}。此前的测量结果已保存。',
    advice: '请使该文件可写，然后点击“继续”，或执行 ndrange resume {run}。',
  },
  'run-deleted': {
    text: '运行文件 {file} 在测量过程中被删除。',
    advice: '请重新开始扫描；扫描期间请保留运行文件夹。',
  },
};

type Values = Readonly<Record<string, string | number>>;

/** The template with its values; null: one is missing. */
const filled = (template: string, values: Values): string | null => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.some((name) => !Object.hasOwn(values, name))) return null;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
};

/** The first template whose values are all there, with them. */
const firstFilled = (templates: readonly string[], values: Values): string | undefined =>
  templates.map((template) => filled(template, values)).find((text) => text !== null) ?? undefined;

/** The sentence to show. */
export const problemText = (problem: Problem, locale: Locale): string => {
  if (locale === 'en') return problem.message;
  const { lead, whole = [], complete = false } = chinese[problem.code];
  const values = problem.params ?? {};
  const exact =
    problem.reason === undefined ? null : filled(chineseReasons[problem.reason].text, values);
  if (exact !== null) return exact;
  const said = firstFilled(whole, values);
  if (said !== undefined) return said;
  return complete ? lead : `${lead} ${problem.message}`;
};

/** What to do about it; undefined: nothing is known that would help. */
export const adviceText = (problem: Problem, locale: Locale): string | undefined => {
  const { code, advice, params = {}, reason } = problem;
  if (locale === 'en' || advice === undefined) return advice;
  const { whole = [], advised = false } = chinese[code];
  if (advised && firstFilled(whole, params) !== undefined) return undefined;
  const exact = reason === undefined ? undefined : chineseReasons[reason].advice;
  return (exact === undefined ? null : filled(exact, params)) ?? chinese[code].advice ?? advice;
};
