/** Sizes and measured ratios as the advisor's sentences name them. */
import type { MeasuredRatio } from '../domain/advisor/measured-ratio';
import type { TextLocale } from './labels';
import { formatRatio } from './number';

/** `8x8` as people read it; NULL for the driver's choice. */
export const sizeText = (id: string): string => (id === 'auto' ? 'NULL' : id.replaceAll('x', '×'));

/** ` (1.30× … 1.33×)`; '' without an interval. */
export const rangeText = ({ low, high }: MeasuredRatio): string =>
  low === null || high === null ? '' : ` (${formatRatio(low)} … ${formatRatio(high)})`;

/** `1.31× measured (1.30× … 1.33×)`. */
export const measuredText = (measured: MeasuredRatio, locale: TextLocale): string => {
  const ratio = formatRatio(measured.ratio);
  return `${locale === 'en' ? `${ratio} measured` : `实测 ${ratio}`}${rangeText(measured)}`;
};
