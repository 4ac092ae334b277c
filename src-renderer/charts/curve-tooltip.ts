/** What hovering over a size says: the value of every device there, or why one has none. */
import { localKey, localLabel } from '@shared/domain/sizes';
import type { TooltipContent } from './chart-types';
import type { CurveInput } from './curve-input';
import { metricValue } from './metric';
import { sizesOf } from './size-axis';

/** What the tooltip says about a size: each device's value, or why it has none. */
export const tooltipOf =
  (input: CurveInput) =>
  (key: string): TooltipContent | null => {
    const local = input.series
      .flatMap((one) => sizesOf(one))
      .find((candidate) => localKey(candidate) === key);
    if (local === undefined) return null;
    const rows = input.series.flatMap((one) => {
      const point = one.points.find((candidate) => candidate.key === key);
      const mark = one.marks.find((candidate) => candidate.key === key);
      const { tooltipValue, waiting } = input.texts;
      const base = { slot: one.slot, label: one.label };
      if (point !== undefined) {
        const shown = input.metric === 'relative' ? null : metricValue(point, input.metric);
        const value =
          shown === null
            ? tooltipValue(point.medianNs, 'time')
            : tooltipValue(shown.value, input.metric);
        const extra = point.relative === null ? '' : tooltipValue(point.relative, 'relative');
        return [{ ...base, value, extra: mark === undefined ? extra : mark.text }];
      }
      if (mark !== undefined) return [{ ...base, value: '–', extra: mark.text }];
      return one.waiting.some((candidate) => localKey(candidate) === key)
        ? [{ ...base, value: '–', extra: waiting }]
        : [];
    });
    return { title: localLabel(local), rows };
  };
