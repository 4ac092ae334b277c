/**
 * What is known of a device and of the kernel on it, each figure with its source. Decides names, units and
 * order; an unknown figure says why it is unknown.
 */
import type { DeviceAdvice } from '@shared/domain/advisor/advise';
import type { ComputeUnitLimits, LocalAllocation } from '@shared/domain/advisor/compute-unit';
import { isKnown, type Fact, type FactSource } from '@shared/domain/advisor/fact';
import { unitLimits } from '@shared/domain/advisor/facts';
import { formatBytes, formatCount, noValue } from '@shared/text';
import { factSourceText, sourceKindLabels } from '@shared/text/fact-source';
import type { AdvisorKey, AdvisorWords } from './advisor-text';

type FactName = Extract<AdvisorKey, `fact.${string}`> extends `fact.${infer Name}` ? Name : never;

export interface FactRow {
  readonly name: FactName;
  readonly label: string;
  readonly value: string;
  readonly kind: FactSource['kind'];
  readonly kindLabel: string;
  readonly source: string;
}

export interface FactGroup {
  readonly group: 'device' | 'kernel' | 'unit';
  readonly title: string;
  readonly rows: readonly FactRow[];
}

const count = (value: number): string => formatCount(value);
const memory = (value: number): string => formatBytes(value);

type MakeRow = <T>(name: FactName, fact: Fact<T>, show: (value: T) => string) => FactRow;

const rowsWith =
  ({ text, locale }: AdvisorWords): MakeRow =>
  (name, fact, show) => ({
    name,
    label: text(`fact.${name}`),
    value: isKnown(fact) ? show(fact.value) : noValue,
    kind: fact.source.kind,
    kindLabel: sourceKindLabels[locale][fact.source.kind],
    source: factSourceText(fact.source, locale),
  });

const deviceRows = ({ facts, lanes }: DeviceAdvice, row: MakeRow): readonly FactRow[] => [
  row('architecture', facts.architecture, ({ name }) => name),
  row('computeUnits', facts.computeUnits, count),
  ...(facts.cpu === null
    ? [row('wavefrontWidth', facts.wavefrontWidth, count)]
    : [
        row('vectorWidth', facts.cpu.vectorWidth, count),
        row('cores', facts.cpu.cores, count),
        row('cacheLine', facts.cpu.cacheLine, memory),
      ]),
  row('lanes', lanes, count),
  row('maxGroupItems', facts.maxGroupItems, count),
  row('localMemoryPerGroup', facts.localMemoryPerGroup, memory),
  ...(facts.architecture.value?.vendor === 'intel'
    ? [row('engines', facts.engines, count), row('threadsPerEngine', facts.threadsPerEngine, count)]
    : []),
];

const kernelRows = (
  kernel: NonNullable<DeviceAdvice['kernel']>,
  { facts }: DeviceAdvice,
  row: MakeRow,
  { text }: AdvisorWords,
): readonly FactRow[] => {
  const vendor = facts.architecture.value?.vendor;
  const yesNo = (value: boolean): string => text(value ? 'yes' : 'no');
  const isCpu = facts.kind === 'cpu';
  return [
    ...(isCpu ? [] : [row('kernelWidth', kernel.wavefrontWidth, count)]),
    ...(isCpu ? [] : [row('registers', kernel.registers, count)]),
    ...(vendor === 'amd' ? [row('scalarRegisters', kernel.scalarRegisters, count)] : []),
    row('localMemory', kernel.localMemory, memory),
    ...(isCpu ? [] : [row('barriers', kernel.barriers, count)]),
    ...(vendor === 'amd'
      ? [row('workGroupProcessorMode', kernel.workGroupProcessorMode, yesNo)]
      : []),
    ...(isCpu ? [] : [row('spilled', kernel.spilled, memory)]),
    row('privateMemory', kernel.privateMemory, memory),
  ];
};

const unitRows = (
  limits: ComputeUnitLimits,
  row: MakeRow,
  { text }: AdvisorWords,
): readonly FactRow[] => {
  const allocation = (how: LocalAllocation): string =>
    how.kind === 'multiples'
      ? text('multiplesOf', { bytes: memory(how.of) })
      : how.steps.map(memory).join(', ');
  return [
    row('maxWavefronts', limits.maxWavefronts, count),
    ...(limits.maxGroups === null ? [] : [row('maxGroups', limits.maxGroups, count)]),
    row('unitBarriers', limits.barriers, count),
    row('partitions', limits.partitions, count),
    row('registersPerPartition', limits.registersPerPartition, count),
    row('registerGranule', limits.registerGranule, count),
    row('maxRegistersPerItem', limits.maxRegistersPerItem, count),
    ...(limits.registersPerGroup === null
      ? []
      : [row('registersPerGroup', limits.registersPerGroup, count)]),
    ...(limits.scalarRegisters === null
      ? []
      : [
          row('scalarPerPartition', limits.scalarRegisters.perPartition, count),
          row('scalarGranule', limits.scalarRegisters.granule, count),
        ]),
    row('unitLocalMemory', limits.localMemory, memory),
    row('localAllocation', limits.localAllocation, allocation),
    row('localReserved', limits.localReserved, memory),
  ];
};

/** Device, kernel and compute unit; a group without a figure is left out. */
export const factGroups = (advice: DeviceAdvice, words: AdvisorWords): readonly FactGroup[] => {
  const row = rowsWith(words);
  const { kernel } = advice;
  const limits =
    kernel === null || advice.facts.kind === 'cpu' ? null : unitLimits(advice.facts, kernel);
  const unit =
    limits === null
      ? []
      : 'source' in limits
        ? [row('unitLimits', limits, () => noValue)]
        : unitRows(limits, row, words);
  const groups = [
    ['device', deviceRows(advice, row)],
    ['kernel', kernel === null ? [] : kernelRows(kernel, advice, row, words)],
    ['unit', unit],
  ] as const;
  return groups
    .filter(([, rows]) => rows.length > 0)
    .map(([group, rows]) => ({ group, title: words.text(`factGroup.${group}`), rows }));
};
