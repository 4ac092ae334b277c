/**
 * Why chosen sizes are not possible somewhere, grouped for reading: one line per reason and set of
 * devices instead of one per size and device. The reasons are the plan's. Pure.
 */
import type { Outcome, SkipReason } from '@shared/domain/outcome';
import type { DevicePlan } from '@shared/domain/plan-types';
import { localLabel, type LocalSize } from '@shared/domain/sizes';
import { outcomeSentence, type TextLocale } from '@shared/text';

export interface ReasonLine {
  readonly reason: SkipReason;
  readonly sizes: readonly string[];
  /** Keys of the devices that cannot. */
  readonly deviceKeys: readonly string[];
  /** The number that is exceeded, when the reason has one and all lines of the group share it. */
  readonly limit: string | number | null;
  /** Full sentences, for the tooltip. */
  readonly messages: readonly string[];
}

/** English sentences name the size themselves. */
const sentenceOf = (local: LocalSize, rejected: Outcome, locale: TextLocale): string => {
  const sentence = outcomeSentence(rejected, locale);
  return locale === 'en' ? sentence : `${localLabel(local)}：${sentence}`;
};

/** Sizes with the same reason, limit and devices share a line. */
export const reasonLines = (
  plans: readonly DevicePlan[],
  locale: TextLocale,
): readonly ReasonLine[] => {
  const bySize = new Map<string, ReasonLine>();
  for (const plan of plans) {
    for (const { id, local, rejected } of plan.configurations) {
      if (rejected === null) continue;
      const limit = rejected.detail?.['limit'] ?? null;
      const key = JSON.stringify([id, rejected.reason, limit]);
      const before = bySize.get(key);
      bySize.set(key, {
        reason: rejected.reason,
        sizes: [localLabel(local)],
        deviceKeys: [...(before?.deviceKeys ?? []), plan.deviceKey],
        limit,
        messages: [...(before?.messages ?? []), sentenceOf(local, rejected, locale)],
      });
    }
  }
  const lines = new Map<string, ReasonLine>();
  for (const line of bySize.values()) {
    const key = JSON.stringify([line.reason, line.limit, line.deviceKeys]);
    const before = lines.get(key);
    lines.set(key, {
      ...line,
      sizes: [...(before?.sizes ?? []), ...line.sizes],
      messages: [...(before?.messages ?? []), ...line.messages],
    });
  }
  return [...lines.values()];
};

/** By size: keys of the devices on which it is possible, of all that were planned. */
export const devicesThatCan = (
  plans: readonly DevicePlan[],
): ReadonlyMap<string, readonly string[]> => {
  const able = new Map<string, string[]>();
  for (const { deviceKey, configurations } of plans) {
    for (const { id, rejected } of configurations) {
      if (rejected !== null) continue;
      const keys = able.get(id);
      if (keys === undefined) able.set(id, [deviceKey]);
      else keys.push(deviceKey);
    }
  }
  return able;
};
