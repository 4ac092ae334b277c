/**
 * Problems in Chinese by their code: what is said where no reason tells more. `whole` are sentences with the
 * values that they need in braces, the first whose values are all there is taken; `lead` is said without any.
 */
import type { ProblemCode } from '@shared/domain/problem';

export interface ChineseCode {
  readonly lead: string;
  readonly whole?: readonly string[];
  readonly advice?: string;
  /** Its whole sentences say what to do too. */
  readonly advised?: boolean;
}

export const chineseCodes: Readonly<Record<ProblemCode, ChineseCode>> = {
  'no-opencl': {
    lead: '此机器上未找到 OpenCL。',
    advice: '请安装 OpenCL 驱动（Debian：pocl-opencl-icd），然后重试。',
  },
  'no-device': {
    lead: '没有选中的或可用的 OpenCL 设备。',
    advice: '请至少选择一个设备，或为此机器的设备安装驱动。',
  },
  'unknown-device': {
    lead: '没有这样的设备。',
    whole: ['设备 {device} 不在此机器上，或其驱动已改变。'],
    advice: '请重新检测设备，或开始新的扫描。',
  },
  'ambiguous-device': {
    lead: '设备名称不唯一。',
    advice: '请按位置选择设备，或写出名称中更长的一段。',
  },
  'invalid-spec': {
    lead: '扫描文件无效。',
    whole: ['参考文件 {file} 有 {bytes} 字节，而参数 {argument} 需要 {expected} 字节。'],
    advice: '请按 docs/file-formats.md 更正扫描文件。',
  },
  'invalid-source': { lead: '内核源代码无效。', advice: '请更正内核源代码。' },
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
      '{file} 没有给出全局大小。请给出 {globalDimensions} 维的全局大小。',
    ],
    advised: true,
    advice: '请更正输入。',
  },
  'invalid-expression': {
    lead: '表达式无效。',
    whole: ['表达式“{expression}”无法计算。'],
    advice: '请用整数、名称、+ - * / ( ) 以及 ceil、floor、min、max 书写，例如 ceil(gx/lx)。',
  },
  'no-kernel': {
    lead: '源代码中没有内核。',
    advice: '请用 __kernel 标记要测量的函数，例如 __kernel void scale(__global float *x)。',
  },
  'unknown-kernel': {
    lead: '没有这样的内核。',
    whole: ['{file} 中没有内核 {kernel}；其中有 {kernels}。', '源代码中没有内核 {kernel}。'],
    advice: '请选择源代码中的一个内核。',
  },
  'ambiguous-kernel': {
    lead: '文件中有多个内核，请选择一个。',
    whole: ['{file} 中有多个内核：{kernels}。请选择一个。'],
  },
  'unsupported-argument': {
    lead: '不支持此类参数。',
    whole: ['参数 {argument} 的类型 {type} 不受支持。', '参数 {argument} 的类型不受支持。'],
    advice: '请扫描参数都是数值或数值指针的内核。',
  },
  'invalid-argument-value': {
    lead: '参数值无效。',
    whole: ['参数 {argument} 不能取值“{value}”。'],
    advice: '请更正参数的值。',
  },
  'nothing-to-measure': {
    lead: '没有可测量的配置。',
    whole: ['运行 {run} 已经完整，没有剩余的测量。'],
    advice: '请至少选择一个大小或 NULL，然后开始扫描。',
  },
  'build-failed': { lead: '编译失败。', advice: '请查看编译器的消息。' },
  'file-unreadable': {
    lead: '无法读取文件。',
    whole: ['无法读取 {file}。'],
    advice: '请选择其他文件。',
  },
  'file-unwritable': {
    lead: '无法写入文件。',
    whole: ['无法写入 {file}。'],
    advice: '请选择其他位置。',
  },
  'file-too-large': {
    lead: '文件过大。',
    whole: ['{file} 过大。'],
    advice: '请检查是否选对了文件。',
  },
  'run-unreadable': {
    lead: '无法读取运行记录。',
    whole: ['{file} 的第 {line} 行已损坏。', '{file} 不是运行记录，或没有完整的内容。'],
    advice: '请选择其他文件。',
  },
  'run-version': {
    lead: '运行记录的版本过新。',
    whole: ['{file} 由更新的版本写成（格式 {version}）。'],
    advice: '请更新本程序，然后重新打开。',
  },
  'unknown-run': {
    lead: '没有这样的运行记录。',
    whole: ['没有运行记录 {run}，或它不在测量中。'],
    advice: '请在运行列表中查看现有的运行。',
  },
  'recorded-run': {
    lead: '此运行记录是随程序附带的示例，不能更改或删除。',
    advice: '可以在运行列表中隐藏示例，或将其复制为自己的扫描。',
  },
  'worker-died': {
    lead: '设备进程意外终止。',
    whole: ['设备 {device} 的进程意外终止。'],
    advice: '请重试；若再次发生，请更新驱动。',
  },
  busy: {
    lead: '正忙，请稍后再试。',
    whole: ['运行 {run} 仍在测量中。'],
    advice: '请等它结束，或先取消它。',
  },
  'update-failed': { lead: '未能获取新版本。', advice: '请稍后再试。' },
  internal: { lead: '程序内部错误。', advice: '请重试；若再次发生，请重新启动程序。' },
};
