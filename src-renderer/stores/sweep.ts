/**
 * What is to be swept: 1-D sizes or 2-D shapes, global size, samples and policies. Turns them with the
 * kernel and the chosen devices into a SweepRequest, and asks the plan for what is not possible where.
 * Whether a size is possible is the plan's word (domain/plan.ts), never decided here.
 */
import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import { defaultGlobalSize, defaultLocalSizes } from '@shared/domain/default-sizes';
import { parseGlobalSize, parseLocalList } from '@shared/domain/local-list';
import type { KernelInfo } from '@shared/domain/kernel';
import { applyKernelLimits, planSweep } from '@shared/domain/plan';
import type { DevicePlan } from '@shared/domain/plan-types';
import type { Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { groupItems, localKey, type GlobalSize, type LocalSize } from '@shared/domain/sizes';
import {
  defaultMeasureOptions,
  type IndivisiblePolicy,
  type KernelLimitPolicy,
  type MeasureOptions,
  type SweepRequest,
  type SweepSpec,
} from '@shared/domain/sweep';
import { useDevices } from './devices';
import { useKernel } from './kernel';
import { presetsFor, type Preset } from './size-presets';

export type Mode = '1d' | '2d';

/** The sizes of one mode: what is offered as chips, and which of them are chosen. */
interface Offer {
  readonly global: GlobalSize;
  readonly sizes: readonly LocalSize[];
  readonly chosen: ReadonlySet<string>;
}

const flat = defaultLocalSizes(1);
const shapes = defaultLocalSizes(2);

const offer = (global: GlobalSize, sizes: readonly LocalSize[]): Offer => ({
  global,
  sizes: sortSizes(sizes),
  chosen: new Set(sizes.map(localKey)),
});

/** NULL first, then by work-items per group, then by x. */
const sortSizes = (sizes: readonly LocalSize[]): readonly LocalSize[] =>
  [...sizes].sort((a, b) => {
    const byItems = (groupItems(a) ?? 0) - (groupItems(b) ?? 0);
    return byItems !== 0 ? byItems : (a?.[0] ?? 0) - (b?.[0] ?? 0);
  });

const defaultOffers = (): Record<Mode, Offer> => ({
  '1d': offer(defaultGlobalSize(1), flat),
  '2d': offer(defaultGlobalSize(2), shapes),
});

/** What compilers said of the kernels of one source. Options that differ by size are not told here. */
export interface BuiltKernels {
  readonly source: string;
  readonly options: string;
  /** By device key. */
  readonly kernels: ReadonlyMap<string, readonly KernelInfo[]>;
}

export const useSweep = defineStore('sweep', () => {
  const devices = useDevices();
  const kernel = useKernel();

  const mode = ref<Mode>('1d');
  const offers = shallowRef<Record<Mode, Offer>>(defaultOffers());
  /** Fixed number of samples; null: adaptive. */
  const samples = ref<number | null>(null);
  const indivisible = ref<IndivisiblePolicy>('pad');
  const kernelLimit = ref<KernelLimitPolicy>('try');
  const options = shallowRef<MeasureOptions>(defaultMeasureOptions);

  const current = computed(() => offers.value[mode.value]);
  const dimensions = computed<1 | 2>(() => (mode.value === '1d' ? 1 : 2));
  const chosenSizes = computed(() =>
    current.value.sizes.filter((size) => current.value.chosen.has(localKey(size))),
  );
  const counts = computed<Record<Mode, number>>(() => ({
    '1d': offers.value['1d'].chosen.size,
    '2d': offers.value['2d'].chosen.size,
  }));

  const set = (change: Partial<Offer>): void => {
    offers.value = { ...offers.value, [mode.value]: { ...current.value, ...change } };
  };

  const takeSpec = (spec: SweepSpec): void => {
    const next = defaultOffers();
    const specMode: Mode = spec.global.length === 1 ? '1d' : '2d';
    if (spec.global.length <= 2) next[specMode] = offer(spec.global, spec.local);
    offers.value = next;
    mode.value = specMode;
    samples.value = spec.samples;
    indivisible.value = spec.indivisible;
    kernelLimit.value = spec.kernelLimit;
  };

  // A newly loaded file, or another kernel of the file, brings its own sizes; editing its text does not.
  watch(
    () => kernel.sizesFrom,
    (now, before) => {
      const same =
        before !== undefined &&
        now.generation === before.generation &&
        now.kernel === before.kernel;
      if (!same && kernel.baseSpec.ok) takeSpec(kernel.baseSpec.value);
    },
    { immediate: true, flush: 'sync' },
  );

  const toggle = (size: LocalSize): void => {
    const key = localKey(size);
    const chosen = new Set(current.value.chosen);
    if (!chosen.delete(key)) chosen.add(key);
    const known = current.value.sizes.some((candidate) => localKey(candidate) === key);
    set({ chosen, sizes: known ? current.value.sizes : sortSizes([...current.value.sizes, size]) });
  };

  /** Adds what `96`, `16,32` or `8x16` says and chooses it. The error names what cannot be read. */
  const add = (text: string): Result<readonly LocalSize[], Problem> => {
    const parsed = parseLocalList(text, dimensions.value);
    if (!parsed.ok) return parsed;
    const known = new Set(current.value.sizes.map(localKey));
    const fresh = parsed.value.filter((size) => !known.has(localKey(size)));
    set({
      sizes: sortSizes([...current.value.sizes, ...fresh]),
      chosen: new Set([...current.value.chosen, ...parsed.value.map(localKey)]),
    });
    return parsed;
  };

  /** Its chip stays. */
  const leaveOut = (key: string): void =>
    set({ chosen: new Set([...current.value.chosen].filter((other) => other !== key)) });

  /** Chooses this size and no other; nothing changes when there can be no such size. */
  const chooseOnly = (key: string): void => {
    if (add(key).ok) set({ chosen: new Set([key]) });
  };

  /** Takes a chip away altogether. */
  const drop = (size: LocalSize): void => {
    const key = localKey(size);
    const chosen = new Set(current.value.chosen);
    chosen.delete(key);
    set({ chosen, sizes: current.value.sizes.filter((candidate) => localKey(candidate) !== key) });
  };

  const presets = computed(() => presetsFor(mode.value, devices.chosen));
  const applyPreset = (preset: Pick<Preset, 'sizes'>): void => {
    const { global } = current.value;
    set(offer(global, preset.sizes));
  };

  const setGlobal = (text: string): Result<GlobalSize, Problem> => {
    const parsed = parseGlobalSize(text);
    if (!parsed.ok) return parsed;
    if (parsed.value.length !== dimensions.value) {
      return err({
        code: 'invalid-option',
        message: `The global size ${text} has ${parsed.value.length} dimensions; the chosen sizes have ${dimensions.value}.`,
        params: { given: parsed.value.length, wanted: dimensions.value },
      });
    }
    set({ global: parsed.value });
    return parsed;
  };

  /** Everything but the list of local sizes; the plan of any list can be made from it. */
  const specWith = (
    local: readonly LocalSize[],
    base: Result<SweepSpec, Problem> = kernel.spec,
  ): Result<SweepSpec, Problem> => {
    if (!base.ok) return base;
    return ok({
      ...base.value,
      global: current.value.global,
      local,
      indivisible: indivisible.value,
      kernelLimit: kernelLimit.value,
      samples: samples.value,
    });
  };

  const spec = computed(() => specWith(chosenSizes.value));

  const built = shallowRef<BuiltKernels | null>(null);
  /** The kernel as a device's compiler built it; null: not built, or built from another text. */
  const builtKernel = (deviceKey: string): KernelInfo | null => {
    const now = built.value;
    const isCurrent = now?.source === kernel.source && now.options === kernel.buildOptions;
    const kernels = isCurrent ? (now.kernels.get(deviceKey) ?? []) : [];
    return kernels.find(({ name }) => name === kernel.kernelName) ?? null;
  };

  /** A wrong argument value stops a run, not the view of what is possible: the plan knows the rest. */
  const plansOf = (local: readonly LocalSize[]): readonly DevicePlan[] => {
    const made = specWith(local, kernel.spec.ok ? kernel.spec : kernel.baseSpec);
    if (!made.ok) return [];
    return devices.chosen.map((device) => {
      const plan = planSweep(made.value, device);
      const info = builtKernel(device.key);
      return info === null ? plan : applyKernelLimits(plan, made.value, info, device);
    });
  };

  /** How a stored run was measured. Its fixed count counts, wherever it was set. */
  const takeOptions = (taken: MeasureOptions): void => {
    options.value = { ...taken, samples: null };
    samples.value = taken.samples ?? samples.value;
  };

  const setOptions = (change: Partial<MeasureOptions>): void => {
    options.value = { ...options.value, ...change };
  };

  /** One plan per chosen device; empty while the source has an error. */
  const plans = computed(() => plansOf(chosenSizes.value));

  const request = computed<Result<SweepRequest, Problem>>(() => {
    const made = spec.value;
    if (!made.ok) return made;
    return ok({
      spec: made.value,
      sourceText: kernel.source,
      deviceKeys: devices.chosenKeys,
      options: { ...options.value, samples: samples.value },
    });
  });

  return {
    mode,
    current,
    counts,
    dimensions,
    chosenSizes,
    samples,
    indivisible,
    kernelLimit,
    options,
    spec,
    built,
    plans,
    plansOf,
    request,
    toggle,
    add,
    drop,
    leaveOut,
    chooseOnly,
    presets,
    applyPreset,
    setGlobal,
    takeSpec,
    takeOptions,
    setOptions,
  };
});
