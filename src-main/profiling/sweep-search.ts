/**
 * "Find the best size" within one device's sweep: asks the rule (search/decide-search.ts) after each round and
 * carries out what it says. Sizes that are not taken up yet live but are not measured. Refuses to leave a size
 * without a reason: what the search never needed ends as that.
 */
import type { DeviceInfo } from '@shared/domain/device';
import type { Outcome } from '@shared/domain/outcome';
import type { RunEventBody, StopReason } from '@shared/domain/run-event';
import { wavefrontOf } from '@shared/domain/search/candidates';
import { decideSearch, type SearchCandidate } from '@shared/domain/search/decide-search';
import type { SearchOptions, SearchStep } from '@shared/domain/search/search-types';
import { localLabel } from '@shared/domain/sizes';
import type { MeasureOptions } from '@shared/domain/sweep';
import { strategyView, type ConfigurationProgress } from './configuration-progress';

export interface SweepSearch {
  /** After a round, and once before the first. */
  decide(): void;
  /** What the kernel's build says of the lanes that run together. */
  learnWavefront(multiple: number | null): void;
}

export interface SearchParts {
  readonly device: DeviceInfo;
  readonly options: MeasureOptions;
  readonly search: SearchOptions;
  readonly all: readonly ConfigurationProgress[];
  readonly end: (item: ConfigurationProgress, outcome: Outcome, reason?: StopReason) => void;
  readonly endMeasured: (item: ConfigurationProgress, reason: StopReason) => void;
  readonly record: (body: RunEventBody) => void;
}

const candidateOf = (item: ConfigurationProgress): SearchCandidate => ({
  ...strategyView(item),
  local: item.configuration.local,
  waiting: item.waiting,
  comparable: item.comparable,
  givenUp: item.givenUp,
});

/** All that were never launched wait; those that were go on where an earlier part of the run left them. */
export const createSweepSearch = (parts: SearchParts): SweepSearch => {
  const { device, options, search, all, record } = parts;
  let wavefront = wavefrontOf(device);

  const take = (step: SearchStep): void => {
    const wanted = new Set(step.configurations);
    for (const item of all) {
      if (!wanted.has(item.configuration.id)) continue;
      item.waiting = false;
      // A few launches per visit: more rounds tell more than more launches do.
      item.watching = true;
    }
    record({ type: 'search-step', deviceKey: device.key, ...step });
  };
  const notNeeded = (item: ConfigurationProgress, best: ConfigurationProgress | null): Outcome => {
    const size = localLabel(item.configuration.local);
    const center = best === null ? '' : localLabel(best.configuration.local);
    return {
      kind: 'skipped',
      reason: 'not-needed',
      message:
        best === null
          ? `Local size ${size} was not measured on ${device.name}: the search ended before it.`
          : `Local size ${size} was not measured on ${device.name}: it is no neighbour of ${center}, the best found, or lies between sizes that are equally good. Add it to the search to have it measured.`,
      detail: { size, device: device.name, ...(best === null ? {} : { best: center }) },
    };
  };

  return {
    decide: () => {
      const candidates = all.map(candidateOf);
      const decision = decideSearch({ options, search, wavefront, candidates });
      const byId = new Map(all.map((item) => [item.configuration.id, item]));
      for (const { configuration, reason } of decision.stop) {
        const item = byId.get(configuration);
        if (item === undefined) continue;
        item.givenUp = reason === 'far-from-best';
        parts.endMeasured(item, reason);
      }
      if (decision.take !== null) take(decision.take);
      if (!decision.over) return;
      const best = byId.get(decision.best ?? '') ?? null;
      for (const item of all) if (item.live && item.waiting) parts.end(item, notNeeded(item, best));
    },
    learnWavefront: (multiple) => {
      wavefront = multiple ?? wavefront;
    },
  };
};
