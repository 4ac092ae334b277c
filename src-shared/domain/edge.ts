/**
 * Whether a best size lies at an end of what was tried, where a better one may lie beyond it. Refuses to say so when a
 * size inside ties with it, or when the device allows nothing further out.
 */
import type { DeviceInfo } from './device';
import { propertyValue } from './device';
import type { ConfigurationState } from './run-types';
import { groupItems } from './sizes';
import type { EdgeFinding, RankedConfiguration } from './verdict';

/** Towards smaller or larger groups from `local`: 1-D two steps on, shapes one step in each dimension and in all. */
const neighbours = (
  local: readonly number[],
  side: EdgeFinding['side'],
): readonly (readonly number[])[] => {
  const step = side === 'smallest' ? 1 / 2 : 2;
  const scaled = (factors: readonly number[]): readonly number[] =>
    local.map((size, dimension) => size * (factors[dimension] ?? 1));
  if (local.length === 1) {
    return side === 'smallest'
      ? [scaled([step * step]), scaled([step])]
      : [scaled([step]), scaled([step * step])];
  }
  const one = local.map((_, at) => scaled(local.map((__, other) => (other === at ? step : 1))));
  return [...one, scaled(local.map(() => step))];
};

/** `planned`: all of the device; `ranked`: the best first. null: the best lies inside, or nothing was ranked. */
export const findEdge = (
  device: DeviceInfo,
  planned: readonly ConfigurationState[],
  ranked: readonly RankedConfiguration[],
): EdgeFinding | null => {
  const best = ranked.find((entry) => entry.local !== null);
  const items = best === undefined ? null : groupItems(best.local);
  const tried = planned.flatMap((state) => groupItems(state.configuration.local) ?? []);
  const [smallest, largest] = [Math.min(...tried), Math.max(...tried)];
  if (!best?.local || items === null || smallest === largest) return null;
  const side = items === smallest ? 'smallest' : items === largest ? 'largest' : null;
  if (side === null) return null;
  const tiedElsewhere = ranked.some(
    (entry) => entry.inTieSet && entry.local !== null && groupItems(entry.local) !== items,
  );
  if (tiedElsewhere) return null;
  const limit = propertyValue(device.limits.maxWorkGroupSize) ?? Infinity;
  const perDimension = propertyValue(device.limits.maxWorkItemSizes) ?? [];
  const fits = (size: readonly number[]): boolean =>
    size.every(
      (extent, at) =>
        Number.isInteger(extent) && extent >= 1 && extent <= (perDimension[at] ?? Infinity),
    ) && (groupItems(size) ?? 0) <= limit;
  const add = neighbours(best.local, side).filter(fits);
  return add.length === 0 ? null : { side, configuration: best.configuration, add };
};
