/**
 * The advisor's findings as sentences, in English and Chinese: what, by how much predicted and measured, and
 * whether the two agree. Decides words and order only; a prediction that failed is said to have failed.
 */
import type { DeviceAdvice, NoVerdictReason } from '../domain/advisor/advise';
import type { Figures, Finding } from '../domain/advisor/findings';
import type { LabSize } from '../domain/advisor/lab-size';
import type { Limiter } from '../domain/advisor/occupancy';
import type { AccessKind } from '../domain/advisor/picture';
import { thinSpace } from './duration';
import type { TextLocale } from './labels';
import { formatBytes, formatCount, formatPercent, formatRatio } from './number';
import { measuredText, sizeText } from './measured';

const listText = (ids: readonly string[], locale: TextLocale): string => {
  const separator = locale === 'en' ? ', ' : '、';
  const shown = ids.slice(0, 6).map(sizeText).join(separator);
  const more = ids.length - 6;
  if (more <= 0) return shown;
  return locale === 'en' ? `${shown} and ${more} more` : `${shown} 等 ${ids.length} 个`;
};

const number = (figures: Figures, name: string): number => {
  const value = figures[name];
  return typeof value === 'number' ? value : 0;
};

const word = (figures: Figures, name: string): string => {
  const value = figures[name];
  return typeof value === 'string' ? value : '';
};

/** What stands in the way of more resident work-items. */
export const limiterLabels: Readonly<Record<TextLocale, Readonly<Record<Limiter, string>>>> = {
  en: {
    wavefronts: 'wavefronts',
    groups: 'the number of groups',
    registers: 'registers',
    'local-memory': 'local memory',
  },
  'zh-CN': {
    wavefronts: '波前数',
    groups: '工作组数',
    registers: '寄存器',
    'local-memory': '局部内存',
  },
};

/** How the lanes of a wavefront touch memory. */
export const accessLabels: Readonly<Record<TextLocale, Readonly<Record<AccessKind, string>>>> = {
  en: {
    uniform: 'all lanes one element',
    contiguous: 'contiguous',
    strided: 'strided',
    runs: 'in runs',
    scattered: 'scattered',
    data: 'following the data',
    'not-analysed': 'not analysed',
  },
  'zh-CN': {
    uniform: '全部通道同一元素',
    contiguous: '连续',
    strided: '跨步',
    runs: '分段连续',
    scattered: '分散',
    data: '取决于数据',
    'not-analysed': '未分析',
  },
};

const isKind = (text: string): text is AccessKind => text in accessLabels.en;

/** `“x” strided (4 B)` of `x:strided:4`. */
const accessText = (figures: Figures, name: string, locale: TextLocale): string => {
  const list = figures[name];
  if (!Array.isArray(list)) return '';
  return list
    .map((entry: string) => {
      const [argument = '', kind = '', bytes = ''] = entry.split(':');
      const how = isKind(kind) ? accessLabels[locale][kind] : kind;
      return bytes === ''
        ? `“${argument}” ${how}`
        : `“${argument}” ${how} (${formatBytes(Number(bytes))})`;
    })
    .join(locale === 'en' ? ', ' : '、');
};

const patternText = (
  figures: Figures,
  reads: string,
  writes: string,
  locale: TextLocale,
): string => {
  const [read, written] = [accessText(figures, reads, locale), accessText(figures, writes, locale)];
  const parts =
    locale === 'en'
      ? [read && `reads ${read}`, written && `writes ${written}`]
      : [read && `读 ${read}`, written && `写 ${written}`];
  return parts.filter((part) => part !== '').join(locale === 'en' ? '; ' : '；');
};

/** `1.33× predicted`; '' without a prediction. */
export const predictionText = ({ prediction }: Finding, locale: TextLocale = 'en'): string => {
  if (prediction === null) return '';
  const most = prediction.isBound && prediction.cause === 'resident-items';
  const ratio = formatRatio(prediction.ratio);
  return locale === 'en'
    ? `${ratio} predicted${most ? ' if nothing else limits it' : ''}`
    : `预测 ${ratio}${most ? '（若无其他限制）' : ''}`;
};

/** `1.31× measured (1.30× … 1.33×)`; '' without a measurement. */
export const measurementText = ({ measurement }: Finding, locale: TextLocale = 'en'): string =>
  measurement === null ? '' : measuredText(measurement, locale);

/** Whether prediction and measurement agree; '' where one of them is missing. */
export const agreementText = ({ agrees }: Finding, locale: TextLocale = 'en'): string => {
  if (agrees === null) return '';
  if (locale === 'en') return agrees ? 'they agree' : 'the prediction fails';
  return agrees ? '两者相符' : '预测不成立';
};

/** `1.33× predicted, 1.31× measured (…): they agree`. */
const figuresText = (finding: Finding, locale: TextLocale): string => {
  const [comma, colon] = locale === 'en' ? [', ', ': '] : ['，', '：'];
  const said = [predictionText(finding, locale), measurementText(finding, locale)]
    .filter((part) => part !== '')
    .join(comma);
  const agreement = agreementText(finding, locale);
  return agreement === '' ? said : `${said}${colon}${agreement}`;
};

const english = (finding: Finding): string => {
  const { code, figures, configurations } = finding;
  const size = listText(configurations, 'en');
  const other = finding.against === null ? '' : sizeText(finding.against);
  switch (code) {
    case 'idle-lanes':
      return `${size} leaves ${formatPercent(1 - number(figures, 'used'))} of the lanes idle (wavefront of ${number(figures, 'width')})`;
    case 'resident-items': {
      const limiter = finding.prediction?.limiter;
      const local = number(figures, 'localBytes');
      const why =
        limiter === 'local-memory' && local > 0
          ? `because of ${formatBytes(local)} local memory`
          : `limited by ${limiter === null || limiter === undefined ? 'resources' : limiterLabels.en[limiter]}`;
      const groups = number(figures, 'groups');
      return `${size} holds ${formatCount(groups)} ${groups === 1 ? 'group' : 'groups'}, ${formatCount(number(figures, 'items'))} work-items, per compute unit, ${why}; ${other} holds ${formatCount(number(figures, 'otherItems'))}`;
    }
    case 'memory-access':
      return `${size} ${patternText(figures, 'reads', 'writes', 'en')}; ${other} ${patternText(figures, 'bestReads', 'bestWrites', 'en')}`;
    case 'tail':
      return `${size} runs in ${number(figures, 'waves')} waves of groups, the last ${formatPercent(number(figures, 'lastFill'))} full`;
    case 'driver-choice': {
      const chosen = word(figures, 'chosen');
      const pattern = patternText(figures, 'reads', 'writes', 'en');
      const what =
        chosen === ''
          ? 'The driver’s choice is not known'
          : `The driver’s choice was ${sizeText(chosen)}`;
      const like = word(figures, 'twin') === '' ? '' : ', whose time it should take';
      return `${what}${pattern === '' ? '' : ` (${pattern})`}${like}, against ${other}`;
    }
    case 'flat':
      if (number(figures, 'smallest') === number(figures, 'largest')) {
        return `${size} are equally good for practice (within ${formatPercent(number(figures, 'share'))} of the best)`;
      }
      return `${number(figures, 'smallest')} to ${number(figures, 'largest')} work-items are equally good for practice (${size} within ${formatPercent(number(figures, 'share'))} of the best)`;
    case 'unexplained':
      return `${size} is slower than ${other}; alignment, occupancy and memory access do not explain it`;
    case 'kernel-limit':
      return `The driver gives ${number(figures, 'limit')} as the kernel’s limit, yet ${size} launched and worked (up to ${number(figures, 'largest')} work-items)`;
    case 'divergence': {
      const most = number(figures, 'most');
      const ofData = number(figures, 'ofData');
      const item =
        most > 0
          ? `lanes of ${formatPercent(most)} of the wavefronts part at a branch on the work-item's number`
          : '';
      const data =
        ofData > 0
          ? `${ofData} ${ofData === 1 ? 'branch follows' : 'branches follow'} the data`
          : '';
      const said = [item, data].filter((part) => part !== '').join('; ');
      return said.charAt(0).toUpperCase() + said.slice(1);
    }
    case 'barriers': {
      const [fewest, most] = [number(figures, 'fewest'), number(figures, 'most')];
      if (fewest === most)
        return `Each work-item meets ${most} ${most === 1 ? 'barrier' : 'barriers'}`;
      return `Each work-item meets ${fewest} to ${most} barriers, depending on the size`;
    }
    case 'local-memory-third':
      return `${size} takes ${formatBytes(number(figures, 'bytes'))} of the compute unit's ${formatBytes(number(figures, 'available'))} local memory, more than a third`;
  }
};

const chinese = (finding: Finding): string => {
  const { code, figures, configurations } = finding;
  const size = listText(configurations, 'zh-CN');
  const other = finding.against === null ? '' : sizeText(finding.against);
  switch (code) {
    case 'idle-lanes':
      return `${size} 使 ${formatPercent(1 - number(figures, 'used'))} 的通道空闲（波前宽 ${number(figures, 'width')}）`;
    case 'resident-items': {
      const limiter = finding.prediction?.limiter;
      const local = number(figures, 'localBytes');
      const why =
        limiter === 'local-memory' && local > 0
          ? `因为占用 ${formatBytes(local)} 局部内存`
          : `受限于${limiter === null || limiter === undefined ? '资源' : limiterLabels['zh-CN'][limiter]}`;
      return `${size} 在每个计算单元上只能驻留 ${formatCount(number(figures, 'groups'))} 个工作组、${formatCount(number(figures, 'items'))} 个工作项，${why}；${other} 可驻留 ${formatCount(number(figures, 'otherItems'))} 个`;
    }
    case 'memory-access':
      return `${size} ${patternText(figures, 'reads', 'writes', 'zh-CN')}；${other} ${patternText(figures, 'bestReads', 'bestWrites', 'zh-CN')}`;
    case 'tail':
      return `${size} 的工作组分 ${number(figures, 'waves')} 轮执行，最后一轮只占 ${formatPercent(number(figures, 'lastFill'))}`;
    case 'driver-choice': {
      const chosen = word(figures, 'chosen');
      const pattern = patternText(figures, 'reads', 'writes', 'zh-CN');
      const what = chosen === '' ? '驱动的选择未知' : `驱动选择了 ${sizeText(chosen)}`;
      const like = word(figures, 'twin') === '' ? '' : '，耗时应与该大小相同';
      return `${what}${pattern === '' ? '' : `（${pattern}）`}${like}，对比 ${other}`;
    }
    case 'flat':
      if (number(figures, 'smallest') === number(figures, 'largest')) {
        return `${size} 实际上同样好（与最优相差不超过 ${formatPercent(number(figures, 'share'))}）`;
      }
      return `${number(figures, 'smallest')} 到 ${number(figures, 'largest')} 个工作项实际上同样好（${size} 与最优相差不超过 ${formatPercent(number(figures, 'share'))}）`;
    case 'unexplained':
      return `${size} 比 ${other} 慢；对齐、占用率与内存访问都不能解释`;
    case 'kernel-limit':
      return `驱动报告该内核的上限为 ${number(figures, 'limit')}，但 ${size} 可以启动且结果可用（最多 ${number(figures, 'largest')} 个工作项）`;
    case 'divergence': {
      const most = number(figures, 'most');
      const ofData = number(figures, 'ofData');
      return [
        most > 0 ? `${formatPercent(most)} 的波前在依赖工作项编号的分支上发散` : '',
        ofData > 0 ? `${ofData} 个分支取决于数据` : '',
      ]
        .filter((part) => part !== '')
        .join('；');
    }
    case 'barriers': {
      const [fewest, most] = [number(figures, 'fewest'), number(figures, 'most')];
      return fewest === most
        ? `每个工作项经过 ${most} 次屏障`
        : `每个工作项经过 ${fewest} 到 ${most} 次屏障，视大小而定`;
    }
    case 'local-memory-third':
      return `${size} 占用计算单元 ${formatBytes(number(figures, 'available'))} 局部内存中的 ${formatBytes(number(figures, 'bytes'))}，超过三分之一`;
  }
};

/** What a finding says, without prediction and measurement and without a full stop. */
export const findingWhat = (finding: Finding, locale: TextLocale = 'en'): string =>
  locale === 'en' ? english(finding) : chinese(finding);

/** One finding as one sentence with its numbers. */
export const findingText = (finding: Finding, locale: TextLocale = 'en'): string => {
  const what = findingWhat(finding, locale);
  const figures = figuresText(finding, locale);
  const [colon, stop] = locale === 'en' ? [': ', '.'] : ['：', '。'];
  return `${what}${figures === '' ? '' : `${colon}${figures}`}${stop}`;
};

const labReasons: Readonly<
  Record<TextLocale, Readonly<Record<NonNullable<LabSize['reason']>, string>>>
> = {
  en: {
    'one-device': 'One size for the lab: only one device was measured.',
    'no-common-size': 'One size for the lab: no size was measured on all devices.',
    'nothing-measured': 'One size for the lab: nothing was measured.',
  },
  'zh-CN': {
    'one-device': '实验室通用大小：只测量了一个设备。',
    'no-common-size': '实验室通用大小：没有在所有设备上都测量过的大小。',
    'nothing-measured': '实验室通用大小：没有测量数据。',
  },
};

/** The one size for all devices, its loss on each, and its price. */
export const labText = (lab: LabSize, locale: TextLocale = 'en'): string => {
  if (lab.chosen === null) return labReasons[locale][lab.reason];
  const { chosen } = lab;
  const losses = chosen.losses.map(
    ({ device, best, ratio }) => `${device} ${formatRatio(ratio)} (${sizeText(best)})`,
  );
  const size = sizeText(chosen.configuration);
  return locale === 'en'
    ? `One size for the lab: ${size}, at worst ${formatRatio(chosen.worst)} the time of each device's own best: ${losses.join(', ')}. Price of one size instead of one for each device: ${formatPercent(chosen.price - 1, true)} time.`
    : `实验室通用大小：${size}，最差为各设备自身最优的 ${formatRatio(chosen.worst)}：${losses.join('、')}。用一个大小代替逐设备选择的代价：时间 ${formatPercent(chosen.price - 1, true)}。`;
};

const noVerdicts: Readonly<Record<TextLocale, Readonly<Record<NoVerdictReason, string>>>> = {
  en: {
    'no-samples': 'No advice: there are no samples.',
    'all-failed': 'No advice: every size failed or was skipped.',
    'one-size': 'No comparison: one size was measured.',
    'too-few-rounds': 'No verdict yet: more samples are needed.',
  },
  'zh-CN': {
    'no-samples': '没有建议：没有样本。',
    'all-failed': '没有建议：所有大小都失败或被跳过。',
    'one-size': '无法比较：只测量了一个大小。',
    'too-few-rounds': '尚无结论：需要更多样本。',
  },
};

export const noVerdictText = (reason: NoVerdictReason, locale: TextLocale = 'en'): string =>
  noVerdicts[locale][reason];

/** What of the source could not be analysed; '' when all of it was. */
export const sourceGapsText = (
  source: DeviceAdvice['source'],
  locale: TextLocale = 'en',
): string => {
  const isEnglish = locale === 'en';
  if (!source.found) {
    return isEnglish
      ? 'Not analysed: the source does not hold the kernel as text (it may come from a macro or an include).'
      : '未分析：源代码中找不到该内核的文本（可能来自宏或包含文件）。';
  }
  const names = source.arguments.join(isEnglish ? ', ' : '、');
  const parts = [
    source.notAnalysed === 0
      ? ''
      : isEnglish
        ? `${source.notAnalysed} of ${source.accesses} accesses to global memory (${names})`
        : `${source.accesses} 处全局内存访问中的 ${source.notAnalysed} 处（${names}）`,
    source.branchesNotAnalysed === 0
      ? ''
      : isEnglish
        ? `${source.branchesNotAnalysed} of ${source.branches} branches`
        : `${source.branches} 个分支中的 ${source.branchesNotAnalysed} 个`,
    source.unread.length === 0
      ? ''
      : isEnglish
        ? `${source.unread.length} ${source.unread.length === 1 ? 'piece' : 'pieces'} of the source, such as “${source.unread[0] ?? ''}”`
        : `源代码中的 ${source.unread.length} 处，例如“${source.unread[0] ?? ''}”`,
  ].filter((part) => part !== '');
  if (parts.length === 0) return '';
  return isEnglish ? `Not analysed: ${parts.join('; ')}.` : `未分析：${parts.join('；')}。`;
};

/** `3 of 4 predictions agree`. */
export const predictionsText = (
  { made, agreed }: { readonly made: number; readonly agreed: number },
  locale: TextLocale = 'en',
): string => {
  if (made === 0) return locale === 'en' ? 'No prediction could be tested.' : '没有可检验的预测。';
  return locale === 'en'
    ? `${agreed} of ${made} predictions agree with what was measured (within the interval widened by 10${thinSpace}%).`
    : `${made} 个预测中有 ${agreed} 个与实测相符（区间放宽 10${thinSpace}%）。`;
};
