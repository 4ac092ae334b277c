/** Files, runs and the program itself: what exactly happened, in Chinese. */
import type { FileReason, ProgramReason, RunReason } from '@shared/domain/problem-reasons';
import type { Sentences } from './sentence';

export const fileSentences: Sentences<FileReason> = {
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
  unusable: { text: '无法使用 {file}（{errno}）。', advice: '请选择其他位置。' },
  'not-plain': { text: '{file} 不是普通文件。', advice: '请选择一个普通文件。' },
  'too-large': {
    text: '{file} 过大（{size}，最多读取 {most}）。',
    advice: '请检查是否选对了文件。',
  },
  'would-replace': {
    text: '{file} 会覆盖一个内核、扫描文件或运行记录。',
    advice: '请使用其他名称。',
  },
  'companion-taken': {
    text: '与 CSV 一同写出的 {file} 会覆盖一个不是由本程序写出的文件。',
    advice: '请为 CSV 使用其他名称，或移走那个文件。',
  },
  forgotten: { text: '程序已不再记得此文件。', advice: '请重新选择文件。' },
};

export const runSentences: Sentences<RunReason> = {
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
  'run-line-damaged': {
    text: '{file} 的第 {line} 行已损坏。',
    advice: '请从写出它的机器上重新取得此文件。',
  },
  'run-no-header': {
    text: '{file} 不是运行记录：其第一行不是运行的头部。',
    advice: '请选择 .ndrun 文件。',
  },
  'run-no-line': {
    text: '{file} 没有完整的一行：运行在开始之前就已结束。',
    advice: '可以删除它。',
  },
  'run-too-large': {
    text: '{file} 过大，不可能是运行记录（一个文件或一行有 {size}）。',
    advice: '请选择其他文件。',
  },
  'run-too-many-lines': {
    text: '{file} 的行数超过 {most}，不可能是运行记录。',
    advice: '请选择其他文件。',
  },
  'run-empty': { text: '运行记录 {run} 还没有内容。', advice: '请重新开始扫描。' },
  'run-exists': {
    text: '现在已有另一个名为 {run} 的运行。',
    advice: '请先删除那一个，或从运行文件夹的 .trash 中取出已删除的文件。',
  },
  'run-names-used-up': {
    text: '名为 {run} 的运行过多。',
    advice: '请更改文件的名称后再导入。',
  },
  'run-not-in-trash': {
    text: '已删除的运行不在回收站中了。',
    advice: '若有副本，请重新导入其文件。',
  },
  'run-nothing-drawn': {
    text: '运行 {drawn} 没有可以绘制的已测量的大小。',
    advice: '请继续此运行，或重新运行。',
  },
  'device-elsewhere': {
    text: '测量此运行的设备 {device} 不在此机器上。',
    advice: '请在开始运行的机器上继续，或开始新的扫描。',
  },
  'driver-changed': {
    text: '{device} 的驱动已改变（现在是 {now}，运行开始时是 {was}）。',
    advice: '请开始新的扫描。',
  },
};

export const programSentences: Sentences<ProgramReason> = {
  closing: { text: '程序即将关闭。', advice: '请在重新启动程序后再试。' },
  'request-refused': {
    text: '请求 {command} 被拒绝：字段 {field} 的内容不符合规定，或过长。',
    advice: '请缩短或更正输入。',
  },
  'command-failed': {
    text: '{command} 在程序内部出错。此前的测量结果是安全的。',
    advice: '请重试；若再次发生，请重新启动程序。',
  },
  'print-failed': {
    text: '无法打印报告。',
    advice: '请将其导出为 HTML，然后在浏览器中打印。',
  },
  'update-not-asked': {
    text: '未能向 {host} 询问是否有新版本。',
    advice: '请稍后再试，或查看本产品的网页。',
  },
  'update-not-got': {
    text: '新版本未能下载，或与发布的内容不符。',
    advice: '未作任何更改。请稍后再试。',
  },
};
