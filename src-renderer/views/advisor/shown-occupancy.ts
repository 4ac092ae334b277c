/** Occupancy of what is shown: a line per device for the strip under the curve. */
import { computed, toValue, type MaybeRefOrGetter } from 'vue';
import { useAdvisorText } from '@renderer/components/advisor/advisor-text';
import { occupancyLine, occupancyTexts } from '@renderer/components/advisor/occupancy-lines';
import { useAdvice } from '@renderer/stores/advice';
import type { ShownView } from '../results/shown-view';

export const useShownOccupancy = (views: MaybeRefOrGetter<readonly ShownView[]>) => {
  const advice = useAdvice();
  const { words } = useAdvisorText();
  return {
    lines: computed(() =>
      toValue(views).map((view) => occupancyLine(view, advice.adviceOf(view.entry), words.value)),
    ),
    texts: computed(() => occupancyTexts(words.value)),
  };
};
