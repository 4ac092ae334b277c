/**
 * One size of a run on one device, seen from all five sides: alignment, occupancy, local memory, access,
 * branches and barriers, with the tail. Decides which shape stands for NULL (the driver's choice, once known);
 * refuses what it cannot know: each part is null or says why.
 */
import { localArgumentBytes } from '../arguments';
import type { KernelInfo } from '../kernel';
import type { Run, ConfigurationState, DeviceState } from '../run-types';
import { groupItems } from '../sizes';
import { bytes } from '../units';
import type { AccessPattern } from './access';
import { analyseAccesses } from './access';
import type { Alignment } from './alignment';
import { alignment } from './alignment';
import type { BranchFinding } from './branches';
import { analyseBranches, countBarriers } from './branches';
import type { Fact } from './fact';
import { firstKnown, isKnown, queried, unknown } from './fact';
import type { DeviceFacts } from './facts';
import type { KernelFacts } from './kernel-facts';
import { kernelFacts } from './kernel-facts';
import type { LocalMemoryUse } from './local-memory';
import { localMemoryUse } from './local-memory';
import type { Occupancy } from './occupancy';
import { occupancy } from './occupancy';
import { readSource, scalarsAt } from './source-analysis';
import type { Tail } from './tail';
import { countGroups, tail } from './tail';
import { Views } from './views';

export interface SizeAnalysis {
  readonly configuration: string;
  /** The shape that was looked at: the size itself, or what the driver chose; null: not known. */
  readonly shape: readonly number[] | null;
  readonly alignment: Alignment | null;
  readonly occupancy: Occupancy;
  /** Work-items that a compute unit holds at once (at most, where the occupancy is a bound); null: not known. */
  readonly residentItems: number | null;
  readonly localMemory: LocalMemoryUse | null;
  readonly tail: Tail | null;
  /** Of global memory, in the order of the source; null: the source could not be read. */
  readonly accesses: readonly AccessPattern[] | null;
  /**
   * Sectors of 32 bytes that each work-item moves in one launch, the mean; null where an access was not
   * analysed or the times that it is made are not known.
   */
  readonly sectorsPerItem: number | null;
  /** Global memory is all the memory that it works on, so that its sectors are what memory costs. */
  readonly isStraight: boolean;
  /** `if`, loops and `switch`; null: the source could not be read. */
  readonly branches: readonly BranchFinding[] | null;
  /** That each work-item meets; null: not known. */
  readonly barriers: number | null;
}

const noSource = {
  accesses: null,
  sectorsPerItem: null,
  isStraight: false,
  branches: null,
  barriers: null,
} as const;

const isGlobal = ({ space }: { readonly space: string }): boolean =>
  space === 'global' || space === 'constant';

/** Lanes that run together on the device: its wavefront, or what its driver prefers a group to be a multiple of. */
export const lanesOf = (device: DeviceState, facts: KernelFacts | null): Fact<number> => {
  const multiple = device.kernel?.preferredMultiple ?? null;
  return firstKnown(
    facts?.wavefrontWidth ?? unknown('the kernel was not built'),
    multiple === null
      ? unknown('the driver tells no preferred multiple')
      : queried(multiple, 'CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE'),
  );
};

const sectorsPerItem = (
  accesses: readonly AccessPattern[],
  width: number,
  items: number,
): number | null => {
  const wavefronts = Math.ceil(items / width);
  let sum = 0;
  for (const { sectors, times, wavefronts: share } of accesses) {
    if (sectors === null || times === null || share === null) return null;
    sum += sectors * times * share;
  }
  return (sum * wavefronts) / items;
};

const analyseSource = (
  run: Run,
  state: ConfigurationState,
  shape: readonly number[],
  width: number,
): Pick<SizeAnalysis, keyof typeof noSource> => {
  const source = readSource(run.header, state.configuration);
  if (source === null) return noSource;
  const { kernel, parameters } = source;
  // A piece that was not read may touch memory and may hold a barrier.
  const isWhole = kernel.unread.length === 0;
  const { asked, launched } = state.configuration;
  const groups = countGroups(launched, shape) ?? 1;
  const scalars = scalarsAt(run.header.spec, parameters, asked, shape, groups);
  const views = new Views(kernel, { launched, local: shape, width, scalars });
  const accesses = analyseAccesses(kernel, views, isGlobal);
  const items = shape.reduce((product, size) => product * size, 1);
  const analysis = {
    accesses,
    sectorsPerItem: sectorsPerItem(accesses, width, items),
    isStraight: isWhole && accesses.length === kernel.accesses.length,
    branches: analyseBranches(kernel, views, (branch) => branch.kind !== 'choice'),
    barriers: isWhole ? countBarriers(kernel, views) : null,
  };
  views.release();
  return analysis;
};

/** What a kernel takes at one need of local memory and barriers, and what follows from it alone. */
interface Need {
  readonly facts: KernelFacts;
  readonly lanes: Fact<number>;
  readonly localMemory: LocalMemoryUse | null;
  /** By the work-items of a group: shapes of as many are alike. */
  readonly occupancies: Map<number, Occupancy>;
}

interface Known {
  readonly facts: DeviceFacts;
  readonly byNeed: Map<string, Need>;
}
const known = new WeakMap<KernelInfo, Known>();

/** Most sizes of a device have the same need. */
const needOf = (
  device: DeviceState,
  kernel: KernelInfo,
  facts: DeviceFacts,
  dynamic: number,
  barriers: number | null,
): Need => {
  let of = known.get(kernel);
  if (of?.facts !== facts) known.set(kernel, (of = { facts, byNeed: new Map() }));
  const key = `${dynamic}/${barriers}`;
  const before = of.byNeed.get(key);
  if (before !== undefined) return before;
  const found = kernelFacts(kernel, facts, bytes(dynamic), barriers);
  const need = {
    facts: found,
    lanes: lanesOf(device, found),
    localMemory: localMemoryUse(found, facts),
    occupancies: new Map<number, Occupancy>(),
  };
  of.byNeed.set(key, need);
  return need;
};

const occupancyAt = (
  need: Need,
  facts: DeviceFacts,
  shape: readonly number[] | null,
  items: number | null,
): Occupancy => {
  if (items === null) return occupancy(need.facts, shape, facts);
  const before = need.occupancies.get(items);
  if (before !== undefined) return before;
  const found = occupancy(need.facts, shape, facts);
  need.occupancies.set(items, found);
  return found;
};

/** One size of a device; `facts` are the device's own. */
export const analyseSize = (
  run: Run,
  device: DeviceState,
  facts: DeviceFacts,
  state: ConfigurationState,
): SizeAnalysis => {
  const { configuration } = state;
  const { kernel } = device;
  const shape = configuration.local ?? state.chosen;
  const dynamic = localArgumentBytes(run.header.spec, configuration, device.device);
  const needs = (barriers: number | null): Need | null =>
    kernel === null || !dynamic.ok ? null : needOf(device, kernel, facts, dynamic.value, barriers);
  const width = needs(null)?.lanes ?? lanesOf(device, null);
  const source =
    shape === null || !isKnown(width) ? noSource : analyseSource(run, state, shape, width.value);
  const need = needs(source.barriers === null ? null : Math.min(source.barriers, 1));
  const items = groupItems(shape);
  const resident: Occupancy =
    need === null
      ? { kind: 'unknown', why: 'the kernel was not built here' }
      : occupancyAt(need, facts, shape, items);
  return {
    configuration: configuration.id,
    shape,
    alignment: facts.kind === 'cpu' ? null : alignment(shape, width),
    occupancy: resident,
    residentItems:
      resident.kind === 'resident' && items !== null && Number.isFinite(resident.groups)
        ? resident.groups * items
        : null,
    localMemory: need?.localMemory ?? null,
    tail: tail(configuration.launched, shape, resident, facts.computeUnits),
    accesses: source.accesses,
    sectorsPerItem: source.sectorsPerItem,
    isStraight: source.isStraight,
    branches: source.branches,
    barriers: source.barriers,
  };
};
