/**
 * A Problem in the user's language. English problems are complete sentences already; in Chinese the
 * closed code gives the sentence's lead, and the named things follow as they were reported.
 */
import type { Problem, ProblemCode } from '@shared/domain/problem';
import type { Locale } from '@renderer/i18n';

const chinese: Readonly<Record<ProblemCode, string>> = {
  'no-opencl': '此机器上未找到 OpenCL。',
  'no-device': '没有可用的 OpenCL 设备。',
  'unknown-device': '没有这样的设备。',
  'ambiguous-device': '设备名称不唯一。',
  'invalid-spec': '扫描文件无效。',
  'invalid-source': '内核源代码无效。',
  'invalid-option': '输入无效。',
  'invalid-expression': '表达式无效。',
  'no-kernel': '源代码中没有内核。',
  'unknown-kernel': '没有这样的内核。',
  'ambiguous-kernel': '文件中有多个内核，请选择一个。',
  'unsupported-argument': '不支持此类参数。',
  'invalid-argument-value': '参数值无效。',
  'nothing-to-measure': '没有可测量的配置。',
  'build-failed': '编译失败。',
  'file-unreadable': '无法读取文件。',
  'file-unwritable': '无法写入文件。',
  'file-too-large': '文件过大。',
  'run-unreadable': '无法读取运行记录。',
  'run-version': '运行记录的版本过新。',
  'unknown-run': '没有这样的运行记录。',
  'worker-died': '设备进程意外终止。',
  busy: '正忙，请稍后再试。',
  internal: '内部错误。',
};

/** The sentence to show. */
export const problemText = (problem: Problem, locale: Locale): string =>
  locale === 'zh-CN' ? `${chinese[problem.code]} ${problem.message}` : problem.message;
