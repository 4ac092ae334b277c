/** Kernel sources, build options, builds, and what a sweep is asked for: what exactly is wrong, in Chinese. */
import type { KernelReason, SweepReason } from '@shared/domain/problem-reasons';
import type { Sentences } from './sentence';

export const kernelSentences: Sentences<KernelReason> = {
  'source-long': {
    text: '内核源代码有 {bytes} 字节，最多读取 {limit} 字节。',
    advice: '请检查它是否是 OpenCL C 源文件。',
  },
  'source-binary': {
    text: '内核源代码不是文本：位置 {position} 处有 NUL 字符。',
    advice: '请给出 OpenCL C 源代码；编译后的程序和其他二进制文件不能扫描。',
  },
  'source-empty': { text: '内核源代码为空。', advice: '请编写或打开一个 OpenCL C 内核。' },
  'source-includes': {
    text: '内核包含了“{include}”；编译器会到内核所在文件夹之外查找它。',
    advice:
      '请将那个文件的内容放入内核。与内核在同一文件夹、以 "name" 形式包含的文件，会在打开内核时放入。',
  },
  'include-deep': {
    text: '{file} 包含“{include}”，嵌套超过 {most} 个文件。',
    advice: '请检查这些文件是否互相包含。',
  },
  'include-outside': {
    text: '{file} 包含“{include}”，它位于所在文件夹之外。',
    advice: '请将该文件放在内核旁边。',
  },
  'include-large': { text: '{file} 连同所包含的文件过大。', advice: '请减少包含的文件。' },
  'option-reads-files': {
    text: '编译选项“{option}”会使编译器读取内核所在文件夹之外的文件。',
    advice: '请去掉该选项，并将内核所需的内容放入内核。',
  },
  'option-brace': {
    text: '编译选项“{options}”中有不成对的花括号。',
    advice: '请将大小写成 -DTILE={lx} 的形式。',
  },
  'option-expression': {
    text: '局部大小为 {size} 时编译选项无效：{cause}',
    advice: '请更正编译选项中的表达式。',
  },
  'compile-stopped': { text: '{device} 上的编译被中断。', advice: '请重新编译。' },
  'compile-died': {
    text: '{device} 的编译进程意外终止（{how}）。',
    advice: '驱动的编译器出错：请简化内核，或更新驱动。',
  },
  'compile-timed-out': {
    text: '{device} 的编译进程在 {seconds} 秒内没有回应，已将其停止。',
    advice: '请简化内核。',
  },
  'compile-memory': {
    text: '{device} 的编译进程占用的内存过多（{bytes} 字节），已将其停止。',
    advice: '可能是编译器展开了一个很大的循环：请简化内核。',
  },
  'compile-refused': {
    text: '{device} 的驱动无法编译（{call} {status}）。',
    advice: '请重试；若再次发生，请更新驱动。',
  },
};

const seconds = '请给出大于 0、不超过 86400 的秒数。';
const samples = '请给出 1 到 1000000 的整数。';
const percent = '请给出大于 0 %、小于 100 % 的值。';

export const sweepSentences: Sentences<SweepReason> = {
  'samples-number': { text: '样本数不能是 {samples}。', advice: samples },
  'samples-of-search': {
    text: '搜索所取的样本数由其结论决定，不能固定。',
    advice: '请不要给出样本数，或改为扫描所要查看的大小。',
  },
  'samples-bound': { text: '样本数的上限不能是 {samples}。', advice: samples },
  'samples-contradict': {
    text: '样本数的下限 {least} 与上限 {most} 互相矛盾。',
    advice: '请给出不小于 {least} 的上限。',
  },
  target: { text: '无法达到 {percent} % 的目标。', advice: percent },
  plateau: { text: '{percent} % 的平台没有意义。', advice: percent },
  'time-bound': { text: '时间上限不能是 {seconds} 秒。', advice: seconds },
  'time-out': { text: '超时不能是 {seconds} 秒。', advice: seconds },
  'restore-unknown': {
    text: '没有缓冲区 {name} 可以设为不恢复。',
    advice: '缓冲区有：{buffers}。',
  },
  'sizes-long': {
    text: '大小列表有 {length} 个字符，最多读取 {longest} 个。',
    advice: '请缩短列表。',
  },
  'global-long': {
    text: '全局大小有 {length} 个字符，过长。',
    advice: '请写成 1048576 或 2048x2048 的形式。',
  },
  'global-dimensions': {
    text: '全局大小“{value}”有 {has} 维，而 OpenCL 最多有 3 维。',
    advice: '请写成 1048576 或 2048x2048 的形式。',
  },
};
