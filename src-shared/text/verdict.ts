/**
 * The verdict on a device as sentences, in both languages: result first, number second, reason third. A tie
 * is said as a tie, never as equality.
 */
import type { RankedConfiguration, Verdict } from '../domain/verdict';
import { localLabel } from '../domain/sizes';
import { formatDuration } from './duration';
import type { TextLocale } from './labels';
import { formatPercent, formatRatio } from './number';

interface Words {
  readonly listed: (labels: readonly string[], more: number) => string;
  readonly nothing: string;
  readonly doesNotMatter: (within: string, use: string) => string;
  readonly use: (use: string) => string;
  readonly tooFewRounds: (rounds: number, use: string) => string;
  readonly notCertain: (use: string, within: string) => string;
  readonly lowest: (size: string, time: string) => string;
  readonly lowestTied: (size: string, time: string, others: string, count: number) => string;
  readonly slowest: (size: string, ratio: string) => string;
  readonly edge: (size: string, side: 'smallest' | 'largest', add: readonly string[]) => string;
  readonly otherClock: (sizes: string) => string;
  readonly between: string;
}

const words: Readonly<Record<TextLocale, Words>> = {
  en: {
    listed: (labels, more) => `${labels.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    nothing: 'Nothing was measured.',
    doesNotMatter: (within, use) =>
      `The size does not matter here: all are within ${within} of the best. Use ${use}.`,
    use: (use) => `Use ${use}.`,
    tooFewRounds: (rounds, use) =>
      `More samples are needed: ${rounds} of at least 5 rounds. So far ${use}.`,
    notCertain: (use, within) =>
      `More samples are needed: whether ${use} is within ${within} of the best is not certain.`,
    lowest: (size, time) => `${size} has the lowest median, ${time}.`,
    lowestTied: (size, time, others, count) =>
      `${size} has the lowest median, ${time}; ${others} ${count === 1 ? 'ties' : 'tie'} with it.`,
    slowest: (size, ratio) => `${size} takes ${ratio} the time.`,
    edge: (size, side, add) =>
      `Best at the edge: ${size} is the ${side} size tried. Add ${add.join(' and ')}.`,
    otherClock: (sizes) => `Not compared, measured with another clock: ${sizes}.`,
    between: ' ',
  },
  'zh-CN': {
    listed: (labels, more) => `${labels.join('、')}${more > 0 ? ` 等另外 ${more} 个` : ''}`,
    nothing: '没有测量数据。',
    doesNotMatter: (within, use) =>
      `此处大小无关紧要：所有大小与最优相差不超过 ${within}。用 ${use}。`,
    use: (use) => `用 ${use}。`,
    tooFewRounds: (rounds, use) =>
      `需要更多样本：已有 ${rounds} 轮，至少需要 5 轮。目前为 ${use}。`,
    notCertain: (use, within) => `需要更多样本：尚不能确定 ${use} 与最优相差不超过 ${within}。`,
    lowest: (size, time) => `${size} 的中位数最低，为 ${time}。`,
    lowestTied: (size, time, others) => `${size} 的中位数最低，为 ${time}；${others} 与之并列。`,
    slowest: (size, ratio) => `${size} 的耗时是其 ${ratio.replace('×', ' 倍')}。`,
    edge: (size, side, add) =>
      `最佳值在边缘：${size} 是已试的${side === 'smallest' ? '最小值' : '最大值'}。加入 ${add.join(' 和 ')}。`,
    otherClock: (sizes) => `未参与比较（用另一种时钟测量）：${sizes}。`,
    between: '',
  },
};

const labelOf = (verdict: Verdict, id: string | null): string => {
  const entry = verdict.ranked.find((ranked) => ranked.configuration === id);
  return entry === undefined ? (id ?? '') : localLabel(entry.local);
};

/** Sizes of a list that are named one by one. */
const mostListed = 6;

const listed = (labels: readonly string[], say: Words): string =>
  labels.length > mostListed
    ? say.listed(labels.slice(0, mostListed - 1), labels.length - mostListed + 1)
    : say.listed(labels, 0);

const slowest = (verdict: Verdict): RankedConfiguration | null => verdict.ranked.at(-1) ?? null;

const headline = (verdict: Verdict, say: Words): string => {
  const use = labelOf(verdict, verdict.recommended);
  const within = formatPercent(verdict.plateauShare).replace('.0', '');
  switch (verdict.kind) {
    case 'nothing-measured':
      return say.nothing;
    case 'does-not-matter':
      return say.doesNotMatter(within, use);
    case 'use':
      return say.use(use);
    case 'more-samples-needed':
      return verdict.reason === 'too-few-rounds'
        ? say.tooFewRounds(verdict.rounds, use)
        : say.notCertain(use, within);
  }
};

/** What to use and why, in one to four sentences. */
export const verdictText = (verdict: Verdict, locale: TextLocale = 'en'): string => {
  const say = words[locale];
  const sentences = [headline(verdict, say)];
  const best = verdict.ranked[0];
  const last = slowest(verdict);
  if (best !== undefined) {
    const others = verdict.tieSet.filter((id) => id !== best.configuration);
    const [size, time] = [localLabel(best.local), formatDuration(best.medianNs)];
    const names = others.map((id) => labelOf(verdict, id));
    sentences.push(
      others.length === 0
        ? say.lowest(size, time)
        : say.lowestTied(size, time, listed(names, say), others.length),
    );
    // What ties is not slower as far as anyone can tell, whatever its median says.
    if (last !== null && last !== best && !last.inPlateau && !last.inTieSet) {
      sentences.push(say.slowest(localLabel(last.local), formatRatio(last.relative)));
    }
  }
  const { edge } = verdict;
  if (edge !== null) {
    const size = labelOf(verdict, edge.configuration);
    sentences.push(say.edge(size, edge.side, edge.add.map(localLabel)));
  }
  if (verdict.notCompared.length > 0) {
    const names = verdict.notCompared.map(({ configuration }) => configuration);
    sentences.push(say.otherClock(listed(names, say)));
  }
  return sentences.join(say.between);
};
