/**
 * The shown views once their comparison is worked out, in slices that leave room for input: a thousand sizes would
 * hold the window up. What was shown before stays until then. Decides nothing about the comparison.
 */
import { shallowRef, watch, type Ref, type ShallowRef } from 'vue';
import { inSlices } from '@renderer/tasks/slices';
import type { ShownView } from '../results/shown-view';
import { comparisonsInSteps } from './compare-model';

export interface PreparedViews {
  readonly views: readonly ShownView[];
  readonly baseline: ShownView;
}

/** null: there is nothing to compare, or it is not worked out yet. */
export const usePreparedViews = (
  views: Ref<readonly ShownView[]>,
  baseline: Ref<ShownView | undefined>,
): ShallowRef<PreparedViews | null> => {
  const prepared = shallowRef<PreparedViews | null>(null);
  let asked = 0;
  let shown = 0;
  watch(
    [views, baseline] as const,
    async ([wanted, against]) => {
      asked += 1;
      const turn = asked;
      if (against === undefined) {
        prepared.value = null;
        shown = turn;
        return;
      }
      await inSlices(comparisonsInSteps(wanted, against));
      // A live run asks again before it is done: the newest that is ready is shown.
      if (turn < shown) return;
      shown = turn;
      prepared.value = { views: wanted, baseline: against };
    },
    { immediate: true },
  );
  return prepared;
};
