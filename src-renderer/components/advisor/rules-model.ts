/**
 * Rules of thumb by rule: what each device says of it. Devices that say the same share a line. Decides only
 * the grouping; whether a rule holds is the domain's.
 */
import type { RuleResult } from '@shared/domain/advisor/rules-of-thumb';
import { rules } from '@shared/domain/advisor/rules-of-thumb';
import type { TextLocale } from '@shared/text';
import {
  ruleFigureText,
  ruleLabels,
  ruleStatusLabels,
  untestedText,
} from '@shared/text/rules-of-thumb';

export interface RuleDevice {
  readonly slot: number;
  readonly label: string;
  readonly rules: readonly RuleResult[];
}

export interface RuleLine {
  readonly devices: readonly { readonly slot: number; readonly label: string }[];
  readonly status: RuleResult['status'];
  readonly word: string;
  /** The ratio that decides, or what is missing. */
  readonly figure: string;
}

export interface RuleRow {
  readonly rule: string;
  readonly claim: string;
  readonly lines: readonly RuleLine[];
}

const figureOf = (result: RuleResult, locale: TextLocale): string =>
  [untestedText(result, locale), ruleFigureText(result)]
    .filter((part) => part !== '')
    .join(locale === 'en' ? '; ' : '；');

export const ruleRows = (devices: readonly RuleDevice[], locale: TextLocale): readonly RuleRow[] =>
  rules.map((rule) => {
    const lines = new Map<string, RuleLine>();
    for (const { slot, label, rules: results } of devices) {
      const result = results.find((one) => one.rule === rule);
      if (result === undefined) continue;
      const { status } = result;
      const figure = figureOf(result, locale);
      const key = `${status} ${figure}`;
      lines.set(key, {
        devices: [...(lines.get(key)?.devices ?? []), { slot, label }],
        status,
        word: ruleStatusLabels[locale][status],
        figure,
      });
    }
    return { rule, claim: ruleLabels[locale][rule], lines: [...lines.values()] };
  });
