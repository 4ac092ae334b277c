/**
 * Where a figure came from, in English and Chinese. The domain gives reasons in English; they are a closed set
 * of forms, and a test holds this list against every one that the domain can give. Names of queries, documents
 * and targets stay as they are.
 */
import type { FactSource } from '../domain/advisor/fact';
import type { TextLocale } from './labels';

export type SourceKind = FactSource['kind'];

/** One word for the kind of source. */
export const sourceKindLabels: Readonly<Record<TextLocale, Readonly<Record<SourceKind, string>>>> =
  {
    en: {
      queried: 'queried',
      build: 'read from the build',
      table: 'table',
      measured: 'measured',
      unknown: 'unknown',
    },
    'zh-CN': {
      queried: '查询',
      build: '编译结果',
      table: '文档表格',
      measured: '实测',
      unknown: '未知',
    },
  };

/** English as the domain writes it → Chinese; `$1` is what stands in between. */
const chineseForms: readonly (readonly [RegExp, string])[] = [
  [/^(\S.*) was not asked$/, '未查询 $1'],
  [/^(\S+) was refused: (.*)$/, '驱动拒绝了 $1：$2'],
  [/^(\S+) was refused$/, '驱动拒绝了 $1'],
  [/^a CPU device has no compute units of this kind$/, 'CPU 设备没有这类计算单元'],
  [/^a CPU device has no wavefronts$/, 'CPU 设备没有波前'],
  [/^the driver names no gfx target in CL_DEVICE_NAME$/, '驱动在 CL_DEVICE_NAME 中未给出 gfx 目标'],
  [/^IP version (.*) is in no table$/, 'IP 版本 $1 不在任何表格中'],
  [/^compute capability (.*) is in no table$/, '计算能力 $1 不在任何表格中'],
  [/^(\S+) is in no table$/, '$1 不在任何表格中'],
  [
    /^the driver offers no vendor query that names the hardware$/,
    '驱动没有能说明硬件型号的厂商查询',
  ],
  [
    /^wavefronts are 32 or 64 wide here, as each kernel is compiled$/,
    '此处波前宽 32 或 64，取决于每个内核的编译',
  ],
  [
    /^the width is a property of each compiled kernel, or the driver tells none$/,
    '宽度取决于每个编译后的内核，或驱动未给出',
  ],
  [/^slices were not told$/, '驱动未给出 slice 数'],
  [/^not asked$/, '未查询'],
  [/^wavefronts of (\d+) lanes are not in the table$/, '表格中没有 $1 通道的波前'],
  [/^no Intel document in the tables gives this figure$/, '表格所用的 Intel 文档均未给出此数'],
  [/^the build told no wavefront width$/, '编译结果未给出波前宽度'],
  [/^the build told no registers$/, '编译结果未给出寄存器数'],
  [/^the build told no scalar registers$/, '编译结果未给出标量寄存器数'],
  [/^the build told no local memory$/, '编译结果未给出局部内存'],
  [/^the build told no barriers$/, '编译结果未给出屏障数'],
  [/^the build told no work-group processor mode$/, '编译结果未给出工作组处理器模式'],
  [/^the build told no spilled registers$/, '编译结果未给出溢出的寄存器'],
  [/^the driver tells no sub-group size of the kernel$/, '驱动未给出该内核的子组大小'],
  [/^the driver tells no preferred multiple$/, '驱动未给出首选倍数'],
  [/^barriers were not counted$/, '未统计屏障数'],
  [/^the kernel was not built(?: here)?$/, '该内核未在此编译'],
  [/^-cl-nv-verbose build log$/, '-cl-nv-verbose 编译日志'],
  [/^kernel metadata in the program binary$/, '程序二进制中的内核元数据'],
  [/^barriers in the source$/, '源代码中的屏障'],
];

/** A reason of the domain in the language of the reader; one that is not in the list stays as it is. */
export const reasonFormText = (english: string, locale: TextLocale): string => {
  if (locale === 'en') return english;
  const form = chineseForms.find(([pattern]) => pattern.test(english));
  return form === undefined ? english : english.replace(form[0], form[1]);
};

/** What stands behind a figure: the query, what was read, the document with its place, or why it is unknown. */
export const factSourceText = (source: FactSource, locale: TextLocale = 'en'): string => {
  switch (source.kind) {
    case 'queried':
      return source.query;
    case 'build':
      return reasonFormText(source.what, locale);
    case 'table':
      return `${source.document} ${source.version}${locale === 'en' ? ', ' : '，'}${source.place}`;
    case 'measured':
      return source.how;
    case 'unknown':
      return reasonFormText(source.why, locale);
  }
};
