/** Expressions, argument values and the fields of a sweep spec: what exactly is wrong, in Chinese. */
import type { ArgumentReason, ExpressionReason, SpecReason } from '@shared/domain/problem-reasons';
import type { SpecRequirement } from '@shared/domain/spec-requirements';
import type { Sentences } from './sentence';

export const expressionSentences: Sentences<ExpressionReason> = {
  'expression-character': { text: '表达式“{expression}”中有不能使用的字符“{sign}”。' },
  'expression-trailing': { text: '表达式“{expression}”在应结束之处还有“{found}”。' },
  'expression-lacks': { text: '表达式“{expression}”缺少“{wanted}”。' },
  'expression-nested': { text: '表达式“{expression}”嵌套超过 {most} 层。' },
  'expression-cut': { text: '表达式“{expression}”在应有数或名称之处结束。' },
  'expression-misplaced': { text: '表达式“{expression}”在应有数或名称之处是“{found}”。' },
  'expression-function': { text: '表达式“{expression}”调用了“{called}”，它不是可用的函数。' },
  'expression-operands': { text: '表达式“{expression}”给 {called} 的数多于一个。' },
  'expression-empty': { text: '表达式为空。' },
  'expression-long': { text: '表达式有 {length} 个字符，最多读取 {most} 个。' },
  'expression-zero-divisor': {
    text: '表达式“{expression}”除以零。',
    advice: '请更改除数。',
  },
  'expression-huge': {
    text: '表达式“{expression}”的值超过 2^53，即可用的最大数。',
    advice: '请使用较小的数。',
  },
  'expression-name': {
    text: '表达式“{expression}”使用了此处未知的名称“{name}”。',
    advice: '已知的名称：{known}。',
  },
  'expression-no-names': {
    text: '表达式“{expression}”使用了名称“{name}”。',
    advice: '此处不能使用名称。',
  },
  'expression-not-finite': { text: '表达式“{expression}”使用了“{name}”，其值不是有限的数。' },
  'expression-fraction': {
    text: '表达式“{expression}”的值 {value} 不是整数。',
    advice: '请用 ceil( ) 或 floor( ) 取整。',
  },
  'expression-negative': {
    text: '表达式“{expression}”的值 {value} 小于 0。',
    advice: '数目须为 0 或更大。',
  },
};

const bufferAdvice =
  '请写出数目，例如 gx*2；或数据，例如 random(-1,1)、constant(0) 或 index；或两者：gx*2:random(0,1)。';

export const argumentSentences: Sentences<ArgumentReason> = {
  'value-empty': { text: '参数 {argument} 没有值。', advice: '请给出一个值。' },
  'value-range': {
    text: '参数 {argument} 的值“{value}”超出类型 {type} 的范围。',
    advice: '请使用 {low} 到 {high} 的值，或更宽的类型。',
  },
  'value-not-a-number': {
    text: '参数 {argument} 的值“{value}”不是 {type} 类型的数。',
    advice: '请写成 2.5 的形式。',
  },
  'value-too-large': {
    text: '参数 {argument} 的值“{value}”超出类型 {type} 的范围。',
    advice: '其最大值为 {largest}。',
  },
  'value-long': { text: '参数 {argument} 的值超过 {most} 个字符。', advice: '请缩短它。' },
  'value-components': {
    text: '参数 {argument} 的值“{value}”有 {has} 个分量，而 {type} 有 {width} 个。',
    advice: '请给出一个数，或以逗号分隔的 {width} 个数。',
  },
  'value-expression': { text: '参数 {argument} 的值无效：{cause}' },
  'data-unknown': { text: '参数 {argument} 的数据“{data}”不可识别。', advice: bufferAdvice },
  'data-order': {
    text: '参数 {argument} 的随机数据从 {low} 到 {high}，次序颠倒。',
    advice: '请先写较小的数。',
  },
  'data-number-large': { text: '参数 {argument} 的数据“{value}”中有过大的数。' },
  'data-seed-large': { text: '参数 {argument} 的数据“{value}”中的种子过大。' },
  'count-expression': { text: '参数 {argument} 的元素数目无效：{cause}' },
  'count-zero': {
    text: '参数 {argument} 的元素数目“{value}”为 0。',
    advice: 'OpenCL 没有空的缓冲区：请至少给出一个元素。',
  },
  'count-huge': { text: '参数 {argument} 的元素数目“{value}”过大。', advice: '请减小。' },
  'argument-unknown': {
    text: '内核 {kernel} 没有参数 {argument}。',
    advice: '其参数有：{arguments}。',
  },
  'argument-none': {
    text: '内核 {kernel} 没有参数 {argument}。',
    advice: '此内核没有任何参数。',
  },
};

export const specSentences: Sentences<SpecReason> = {
  'spec-not-object': { text: '扫描文件的内容不是对象。' },
  'spec-lacks': { text: '扫描文件缺少 {path}。' },
  'spec-field': { text: '扫描文件中 {path} 是{foundText}，而它{requirementText}。' },
  'spec-version': {
    text: '扫描文件的版本是 {version}，而本程序读取版本 1。',
    advice: '请用更新版本的 NDRange Workbench 打开。',
  },
  'spec-items': {
    text: '扫描文件中的全局大小 {global} 的工作项过多：最多 2^40 个。',
    advice: '请减小。',
  },
  'spec-long': {
    text: '扫描文件有 {length} 个字符，最多读取 {most} 个。',
    advice: '扫描文件是几百行的 JSON：请检查是否选对了文件。',
  },
  'spec-empty': { text: '扫描文件为空。', advice: '请给出 *.sweep.json 文件。' },
  'spec-nested': { text: '扫描文件的嵌套超过 {most} 层。', advice: '请减少嵌套。' },
  'spec-not-json': {
    text: '扫描文件不是 JSON：第 {place} 个字符附近有错。',
    advice: '请更正该处。',
  },
  'spec-outside': {
    text: '{file} 所指的文件 {named} 位于其文件夹之外。',
    advice: '请将该文件放在扫描文件旁边。',
  },
  'spec-shape': {
    text: '扫描文件中 {path} 是 {shape}（{has} 维），而全局大小 {global} 有 {wanted} 维。',
    advice: '请使每个局部大小的维数与全局大小相同，或写成 null。',
  },
  'spec-name-twice': {
    text: '扫描文件中 {path} 再次使用了名称“{name}”。',
    advice: '每个参数的名称只能使用一次。',
  },
  'spec-wrong': { text: '扫描文件中 {path} 无效：{cause}' },
  'spec-depends-on-local': {
    text: '扫描文件中 {path} 取决于“{name}”，但它表示一个工作项的工作量，与局部大小无关。',
    advice: '请只使用全局大小和标量，这样才能比较各个大小。',
  },
  'spec-negative-work': {
    text: '扫描文件中 {path} 的值 {value} 小于 0。',
    advice: '工作量须为 0 或更大。',
  },
  'reference-itself': {
    text: '扫描文件的参考内核 {kernel} 就是被测量的内核：其结果会与自身比较。',
    advice: '请写出同一源代码中的另一个内核，或去掉参考。',
  },
  'reference-not-written': {
    text: '扫描文件的参考参数 {argument} 不是内核所写的缓冲区。',
    advice: '内核所写的缓冲区：{written}。',
  },
  'reference-not-compared': {
    text: '扫描文件的参考参数 {argument} 的 compare 是 none。',
    advice: '请将其 compare 设为 elementwise 或 sum。',
  },
  'reference-parameters': {
    text: '参考内核 {kernel} 的参数是（{takes}），而 {measured} 的参数是（{wanted}）。',
    advice: '请使参考内核的参数及其次序与之相同。',
  },
  'reference-elements': {
    text: '参考文件 {file} 有 {bytes} 字节，而参数 {argument} 的每个元素有 {element} 字节。',
    advice: '请将该参数的预期值写成小端的原始数值，不带头部。',
  },
  'reference-missing': {
    text: '找不到参考文件 {file}。',
    advice: '请将其放在扫描文件旁边。',
  },
};

/** What a field of a sweep spec must be; the end of a sentence. */
export const requirementSentences: Readonly<Record<SpecRequirement, string>> = {
  object: '须是对象',
  whole: '须是整数',
  'whole-or-null': '须是整数或 null',
  'at-least': '不得小于 {bound}',
  'at-most': '不得大于 {bound}',
  'or-more': '不得小于 {bound}',
  'largest-size': '不得大于 2^31，即 {bound}',
  size: '须是由 1 到 3 个整数组成的列表',
  dimensions: '须有 1 到 3 维',
  length: '不得超过 {bound} 个字符',
  name: '须是 C 语言中的名称',
  text: '须是文本',
  'expression-text': '须是表达式',
  expression: '须是表达式，例如 "gx*gy"',
  number: '须是数',
  finite: '须是有限的数',
  localized: '须是对象，其中 "en" 是文本',
  init: '须是 {"random": [low, high], "seed": 1}（low <= high）、{"constant": 0} 或 {"index": true}',
  'type-name': '须是 OpenCL 类型的名称',
  type: '须是 OpenCL C 的数值类型，例如 float、uint 或 float4',
  boolean: '须是 true 或 false',
  compare: '须是 "elementwise"、"sum" 或 "none"',
  'relative-error': '不得大于 1，因为它是相对误差',
  'value-text': '须是值',
  value: '须是数，或文本，例如 "gx*gy" 或 "1,2,3,4"',
  argument: '须是对象，其 "kind" 是 "buffer"、"scalar" 或 "local"',
  'file-name': '须是文件名',
  'some-file': '须指明一个文件',
  reference: '须是 {"kernel": "name"} 或 {"file": "expected.bin", "argument": "y"}',
  format: '须是 "ndrange-sweep"',
  version: '须是 {bound}',
  'kernel-file': '须是内核文件的名称',
  'some-kernel-file': '须指明内核文件',
  locals: '须是局部大小的列表，null 表示由驱动选择',
  'some-local': '须至少有一个局部大小',
  'locals-count': '最多有 {bound} 个局部大小',
  arguments: '须是参数的列表',
  'arguments-count': '最多有 {bound} 个参数',
  indivisible: '须是 "pad" 或 "skip"',
  'kernel-limit': '须是 "try" 或 "skip"',
};
