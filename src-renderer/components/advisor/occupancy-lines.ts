/** From the advice on the shown devices to what the charts draw of occupancy. CPU devices have none. */
import type { DeviceAdvice } from '@shared/domain/advisor/advise';
import { formatPercent } from '@shared/text';
import { limiterLabels } from '@shared/text/advice';
import type {
  OccupancyLine,
  OccupancyPoint,
  OccupancyTexts,
} from '@renderer/charts/occupancy-strip';
import type { AdvisorWords } from './advisor-text';

const whole = (share: number): string => formatPercent(share).replace('.0', '');

export const occupancyTexts = ({ text }: AdvisorWords): OccupancyTexts => ({
  strip: text('occupancy.strip'),
  value: ({ share, isBound }) =>
    text(isBound ? 'occupancy.atMost' : 'occupancy.of', { percent: whole(share) }),
  axisValue: whole,
});

/** One line for a device; without points where the occupancy does not apply or is unknown. */
export const occupancyLine = (
  shown: { readonly slot: number; readonly label: string },
  advice: DeviceAdvice | null,
  { text, locale }: AdvisorWords,
): OccupancyLine => ({
  slot: shown.slot,
  label: shown.label,
  points: (advice?.sizes ?? []).flatMap((size): readonly OccupancyPoint[] => {
    if (size.occupancy.kind !== 'resident') return [];
    const { occupancy: share, limiters, missing } = size.occupancy;
    const named = limiters.map((limiter) => limiterLabels[locale][limiter]);
    return [
      {
        key: size.configuration,
        share,
        isBound: missing.length > 0,
        note:
          share >= 1
            ? ''
            : text('occupancy.limitedBy', { limiters: named.join(locale === 'en' ? ', ' : '、') }),
      },
    ];
  }),
});
