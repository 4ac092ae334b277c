/**
 * The sizes of one device seen from five sides: alignment, occupancy, local memory, access, branches and
 * barriers, with the tail. Decides words only; what is unknown says why, and does not apply is not unknown.
 */
import type { DeviceAdvice } from '@shared/domain/advisor/advise';
import type { Occupancy } from '@shared/domain/advisor/occupancy';
import type { SizeAnalysis } from '@shared/domain/advisor/size-analysis';
import { localLabel } from '@shared/domain/sizes';
import { formatBytes, formatCount, formatPercent, formatRatio, noValue } from '@shared/text';
import { accessesText } from '@shared/text/accesses';
import { limiterLabels } from '@shared/text/advice';
import { reasonFormText } from '@shared/text/fact-source';
import { sizeText } from '@shared/text/measured';
import type { AdvisorWords } from './advisor-text';

export const sideColumns = [
  'relative',
  'alignment',
  'occupancy',
  'localMemory',
  'sectors',
  'access',
  'branches',
  'barriers',
  'tail',
] as const;
export type SideColumn = (typeof sideColumns)[number];

export interface SideCell {
  readonly text: string;
  /** Beside it, quieter. */
  readonly note: string;
  /** The whole of it, on hover. */
  readonly help: string;
  readonly tone: 'plain' | 'warn';
}

export interface SideRow {
  readonly key: string;
  readonly label: string;
  /** What the driver chose, for NULL. */
  readonly chosen: string;
  readonly isReference: boolean;
  readonly cells: Readonly<Record<SideColumn, SideCell>>;
}

const cell = (text: string, rest: Partial<SideCell> = {}): SideCell => ({
  text,
  note: '',
  help: '',
  tone: 'plain',
  ...rest,
});
const nothing = (help = ''): SideCell => cell(noValue, { help });

/** `50.0 %`, `≤ 50.0 %` where a resource is unknown, or why there is none. */
export const occupancyCell = (of: Occupancy, { text, locale }: AdvisorWords): SideCell => {
  const named = limiterLabels[locale];
  const separator = locale === 'en' ? ', ' : '、';
  switch (of.kind) {
    case 'resident': {
      const limiters = of.limiters.map((limiter) => named[limiter]).join(separator);
      const lines = [
        text('occupancy.held', {
          groups: formatCount(of.groups),
          wavefronts: formatCount(of.wavefronts),
          most: formatCount(of.maxWavefronts),
          unit: of.unit,
        }),
        ...of.bounds.map(({ limiter, groups }) =>
          groups === null
            ? text('occupancy.boundUnknown', { limiter: named[limiter] })
            : text('occupancy.bound', { limiter: named[limiter], n: groups }),
        ),
      ];
      const isBound = of.missing.length > 0;
      return cell(`${isBound ? '≤ ' : ''}${formatPercent(of.occupancy)}`, {
        note: of.occupancy < 1 ? limiters : '',
        help: lines.join('\n'),
        tone: of.occupancy < 0.5 ? 'warn' : 'plain',
      });
    }
    case 'does-not-fit':
      return cell(text('occupancy.doesNotFit'), { note: named[of.limiter], tone: 'warn' });
    case 'not-applicable':
      return nothing(text(of.why === 'cpu' ? 'occupancy.cpu' : 'occupancy.driverChooses'));
    case 'unknown':
      return cell(text('unknown'), { help: reasonFormText(of.why, locale) });
  }
};

const alignmentCell = ({ alignment }: SizeAnalysis, { text }: AdvisorWords, isCpu: boolean) => {
  if (alignment === null) return nothing(text(isCpu ? 'alignmentCpu' : 'shapeUnknown'));
  const { lanesUsed, lanesOccupied, used, wavefrontsPerGroup, wavefrontWidth } = alignment;
  return cell(formatPercent(used), {
    note: used < 1 ? text('lanesOf', { used: lanesUsed, all: lanesOccupied }) : '',
    help: text('wavefronts', { n: wavefrontsPerGroup, width: wavefrontWidth }),
    tone: used < 1 ? 'warn' : 'plain',
  });
};

const localMemoryCell = ({ localMemory: use }: SizeAnalysis, { text }: AdvisorWords): SideCell => {
  if (use === null) return nothing();
  if (use.asked === 0) return cell(text('none'));
  const lines = [
    use.taken === null ? '' : text('localTaken', { bytes: formatBytes(use.taken) }),
    use.available === null ? '' : text('localAvailable', { bytes: formatBytes(use.available) }),
    use.withinAThird === null ? '' : text(use.withinAThird ? 'localWithinThird' : 'localOverThird'),
  ];
  return cell(formatBytes(use.asked), {
    note: use.groupsThatFit === null ? '' : text('groupsFit', { n: use.groupsThatFit }),
    help: lines.filter((line) => line !== '').join('\n'),
    tone: use.withinAThird === false ? 'warn' : 'plain',
  });
};

const accessCell = ({ accesses }: SizeAnalysis, { text, locale }: AdvisorWords): SideCell => {
  if (accesses === null) return nothing(text('sourceUnread'));
  if (accesses.length === 0) return cell(text('none'));
  const said = accessesText(accesses, locale);
  return cell(said, { help: said });
};

const branchCell = ({ branches }: SizeAnalysis, { text }: AdvisorWords): SideCell => {
  if (branches === null) return nothing(text('sourceUnread'));
  if (branches.length === 0) return cell(text('none'));
  const most = Math.max(0, ...branches.map(({ divergent }) => divergent ?? 0));
  const data = branches.filter(({ depends }) => depends === 'data').length;
  const unread = branches.filter(({ depends }) => depends === 'not-analysed').length;
  const help = branches
    .map(({ kind, depends, divergent }) =>
      text('branch', {
        kind,
        depends: text(`depends.${depends}`),
        share: divergent === null ? noValue : formatPercent(divergent),
      }),
    )
    .join('\n');
  const notes = [
    data > 0 ? text('branchesData', { n: data }) : '',
    unread > 0 ? text('branchesUnread', { n: unread }) : '',
  ].filter((note) => note !== '');
  const isUniform = most === 0 && notes.length === 0;
  return cell(isUniform ? text('branchesUniform') : most > 0 ? formatPercent(most) : '', {
    note: notes.join(', '),
    help,
    tone: most > 0 ? 'warn' : 'plain',
  });
};

const tailCell = ({ tail }: SizeAnalysis, { text }: AdvisorWords): SideCell => {
  if (tail === null) return nothing();
  return cell(formatPercent(tail.lastWaveFill), {
    note: text('waves', { n: tail.waves }),
    help: text('waveHeld', {
      groups: formatCount(tail.groups),
      held: `${tail.isUpperBound ? '≤ ' : ''}${formatCount(tail.heldAtOnce)}`,
    }),
  });
};

/** `relative`: time ÷ that of the device's own best, by size; absent: not measured. */
export const fiveSides = (
  advice: DeviceAdvice,
  relative: ReadonlyMap<string, number | null>,
  words: AdvisorWords,
): readonly SideRow[] =>
  advice.sizes.map((size) => ({
    key: size.configuration,
    label: sizeText(size.configuration),
    chosen: size.configuration === 'auto' && size.shape !== null ? localLabel(size.shape) : '',
    isReference: size.configuration === advice.reference,
    cells: {
      relative: cell(formatRatio(relative.get(size.configuration) ?? null)),
      alignment: alignmentCell(size, words, advice.facts.kind === 'cpu'),
      occupancy: occupancyCell(size.occupancy, words),
      localMemory: localMemoryCell(size, words),
      sectors:
        size.sectorsPerItem === null
          ? nothing(words.text('sectorsUnknown'))
          : cell(formatRatio(size.sectorsPerItem).replace('×', '')),
      access: accessCell(size, words),
      branches: branchCell(size, words),
      barriers:
        size.barriers === null ? nothing(words.text('sourceUnread')) : cell(String(size.barriers)),
      tail: tailCell(size, words),
    },
  }));
