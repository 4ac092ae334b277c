/** Results from elsewhere that cannot be read: what exactly is wrong with them, in Chinese. */
import type { ImportReason } from '@shared/domain/problem-reasons';
import type { Sentences } from './sentence';

const exportAgain = '请将运行重新导出为 CSV，或查看文件的该处。';
const fewerRuns = '请在一个文件中导出较少的运行。';
const otherFile = '请选择其他文件。';

export const importSentences: Sentences<ImportReason> = {
  'import-many': {
    text: '一次给出了 {files} 个文件。',
    advice: '请每次导入一个文件，或同时导入一次运行的两个 CSV 文件。',
  },
  'import-invalid': {
    text: '{file} 的内容不能成为运行记录（字段 {field}）。',
    advice: '请重新导出，或选择其他文件。',
  },
  'import-unknown-form': {
    text: '{file} 既不是 Kernel Tuner 的缓存，也不是 T4 结果。',
    advice: '可以读取 .ndrun、本程序的 CSV、Kernel Tuner 的缓存和 T4。',
  },
  'import-no-local-size': {
    text: '文件的参数中没有已知的局部大小：{listed}。',
    advice: '请在命令行中用 --local-parameters X,Y,Z 指明这些参数。',
  },
  'import-no-parameter': { text: '文件中没有参数 {names}。', advice: '其中有 {listed}。' },
  'import-no-time': { text: '文件中没有一个配置有时间。', advice: '请选择有结果的文件。' },
  'json-long': { text: '文件有 {length} 个字符，最多读取 {most} 个。', advice: otherFile },
  'json-nested': { text: '文件嵌套过深，不可能是调优器的结果。', advice: otherFile },
  'json-no-object': { text: '文件中没有 JSON 对象。', advice: otherFile },
  'json-none': { text: '文件不是 JSON。', advice: '请检查文件是否不完整。' },
  't4-none': { text: '文件中没有 T4 结果。', advice: otherFile },
  't4-version': { text: '文件是 T4 {version}，只能读取版本 1。', advice: otherFile },
  'cache-none': { text: '文件不是 Kernel Tuner 的缓存。', advice: otherFile },
  'csv-long': { text: 'CSV 有 {length} 个字符，最多读取 {most} 个。', advice: fewerRuns },
  'csv-broken': { text: 'CSV 在第 {row} 行附近已损坏。', advice: exportAgain },
  'csv-empty': { text: 'CSV 没有内容。', advice: exportAgain },
  'csv-rows': { text: 'CSV 的行数超过 {most}。', advice: fewerRuns },
  'csv-columns': { text: 'CSV 有 {columns} 列，最多读取 {most} 列。', advice: exportAgain },
  'csv-lacks': {
    text: 'CSV 缺少列 {columns}。',
    advice: '只能读取本程序写出且形式未改变的文件。',
  },
  'csv-twice': { text: 'CSV 中列 {column} 出现了两次。', advice: exportAgain },
  'csv-cells': {
    text: 'CSV 的第 {row} 行有 {has} 个单元格，应为 {wanted} 个。',
    advice: exportAgain,
  },
  'csv-number': {
    text: 'CSV 第 {row} 行 {column} 列的“{cell}”不是数。',
    advice: exportAgain,
  },
  'csv-whole': {
    text: 'CSV 第 {row} 行 {column} 列的“{cell}”不是整数。',
    advice: exportAgain,
  },
  'csv-boolean': {
    text: 'CSV 第 {row} 行 {column} 列的“{cell}”不是 true 或 false。',
    advice: exportAgain,
  },
  'csv-runs': {
    text: '这些 CSV 文件含有 {runs} 次运行。',
    advice: '请在每一对文件中只导出一次运行。',
  },
  'csv-no-launches': {
    text: '缺少局部大小 {size} 的启动。',
    advice: '请给出同一次运行的、每次启动一行的 CSV 文件。',
  },
};
