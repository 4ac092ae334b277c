/**
 * "Find the best size" before it starts: the candidates on each chosen device, what the user adds to them and
 * what they forbid. Which sizes are candidates and what limits forbid is the domain's word.
 */
import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import { parseLocalList } from '@shared/domain/local-list';
import type { DevicePlan } from '@shared/domain/plan-types';
import type { Problem } from '@shared/domain/problem';
import { ok, type Result } from '@shared/domain/result';
import { isCoarse, isFirst } from '@shared/domain/search/candidates';
import { planSearch } from '@shared/domain/search/plan-search';
import type { SearchOptions } from '@shared/domain/search/search-types';
import { groupItems, localKey, type LocalSize } from '@shared/domain/sizes';
import type { SweepRequest } from '@shared/domain/sweep';
import { useDevices } from './devices';
import { useKernel } from './kernel';
import { useSweep } from './sweep';

/** Why a size is a candidate. */
export type CandidateReason = 'added' | 'first' | 'power-of-two' | 'between';

export interface Candidate {
  readonly key: string;
  readonly local: LocalSize;
  readonly reason: CandidateReason;
  readonly forbidden: boolean;
  /** Keys of the devices on which it can be measured. */
  readonly possibleOn: readonly string[];
}

export const useSearch = defineStore('search', () => {
  const sweep = useSweep();
  const devices = useDevices();
  const kernel = useKernel();

  /** The list of candidates is shown. */
  const shown = ref(false);
  const added = shallowRef<readonly LocalSize[]>([]);
  const forbidden = shallowRef<readonly LocalSize[]>([]);

  // Another kernel is another question.
  watch(
    () => kernel.generation,
    () => {
      added.value = [];
      forbidden.value = [];
    },
  );

  const fits = (size: LocalSize): boolean => size === null || size.length === sweep.dimensions;
  const options = computed<SearchOptions>(() => ({
    add: added.value.filter(fits),
    forbid: forbidden.value.filter(fits),
  }));

  const plans = computed<readonly DevicePlan[]>(() => {
    const { spec } = sweep;
    if (!spec.ok) return [];
    return devices.chosen.map((device) =>
      planSearch(spec.value, kernel.source, device, options.value),
    );
  });

  const candidates = computed<readonly Candidate[]>(() => {
    const isAdded = new Set(options.value.add.map(localKey));
    const never = new Set(options.value.forbid.map(localKey));
    const reasonOf = (local: LocalSize, key: string): CandidateReason => {
      if (isAdded.has(key)) return 'added';
      if (isFirst(local)) return 'first';
      return local !== null && isCoarse(local) ? 'power-of-two' : 'between';
    };
    const found = new Map<string, Candidate>();
    for (const { deviceKey, configurations } of plans.value) {
      for (const { id, local, rejected } of configurations) {
        const before = found.get(id)?.possibleOn ?? [];
        found.set(id, {
          key: id,
          local,
          reason: reasonOf(local, id),
          forbidden: never.has(id),
          possibleOn: rejected === null ? [...before, deviceKey] : before,
        });
      }
    }
    return [...found.values()].sort(
      (a, b) => (groupItems(a.local) ?? 0) - (groupItems(b.local) ?? 0),
    );
  });

  /** Forbids a candidate, or allows it again; what was added goes altogether. */
  const toggle = (local: LocalSize): void => {
    const key = localKey(local);
    const without = (sizes: readonly LocalSize[]) => sizes.filter((size) => localKey(size) !== key);
    if (added.value.some((size) => localKey(size) === key)) {
      added.value = without(added.value);
    } else {
      const rest = without(forbidden.value);
      forbidden.value = rest.length < forbidden.value.length ? rest : [...rest, local];
    }
  };

  /** Adds what `96`, `8x16` or `auto` says; what was forbidden is allowed again. */
  const add = (text: string): Result<readonly LocalSize[], Problem> => {
    const parsed = parseLocalList(text, sweep.dimensions);
    if (!parsed.ok) return parsed;
    const keys = new Set(parsed.value.map(localKey));
    const others = (sizes: readonly LocalSize[]) =>
      sizes.filter((size) => !keys.has(localKey(size)));
    forbidden.value = others(forbidden.value);
    added.value = [...others(added.value), ...parsed.value];
    return parsed;
  };

  const request = computed<Result<SweepRequest, Problem>>(() => {
    const made = sweep.request;
    if (!made.ok) return made;
    const { spec, options: measure } = made.value;
    return ok({
      ...made.value,
      spec: { ...spec, samples: null },
      options: { ...measure, samples: null, search: options.value },
    });
  });

  return { shown, options, plans, candidates, toggle, add, request };
});
