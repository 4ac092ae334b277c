/** Occupancy of the shown sizes, as the advice on their device has it; what is not known has no value. */
import { computed, type ComputedRef } from 'vue';
import { useAdvice } from '@renderer/stores/advice';
import type { ShownView } from './shown-view';

/** By slot, then by configuration: 0 … 1. */
export type Occupancies = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** Follows the advice, which is worked out when the page has nothing else to do. */
export const useOccupancies = (views: () => readonly ShownView[]): ComputedRef<Occupancies> => {
  const advice = useAdvice();
  return computed(
    () =>
      new Map(
        views().map((view) => {
          const sizes = advice.adviceOf(view.entry)?.sizes ?? [];
          const known = sizes.flatMap(({ configuration, occupancy }) =>
            occupancy.kind === 'resident' ? [[configuration, occupancy.occupancy] as const] : [],
          );
          return [view.slot, new Map(known)];
        }),
      ),
  );
};
