/**
 * The rules of thumb that are taught about local sizes, held against one device of a run. Decides by measured
 * ratios: a rule holds, does not hold, or was not tested, with the reason. Refuses to count a difference that
 * the rounds do not carry.
 */
import type { ConfigurationState } from '../run-types';
import { groupItems } from '../sizes';
import type { Fact } from './fact';
import { isKnown } from './fact';
import type { Seen } from './findings';
import type { MeasuredRatio } from './measured-ratio';
import { measuredRatio } from './measured-ratio';

export const rules = [
  'multiple-of-wavefront',
  'null-is-never-optimal',
  '256-is-safe',
  'golden-shapes',
  'rises-then-falls',
  '64-to-512-within-15-percent',
] as const;
export type Rule = (typeof rules)[number];

export type UntestedReason =
  | 'nothing-measured'
  | 'wavefront-unknown'
  | 'no-such-size'
  | 'nothing-to-compare'
  | 'not-two-dimensional'
  | 'not-one-dimensional'
  | 'not-certain';

export interface RuleResult {
  readonly rule: Rule;
  readonly status: 'holds' | 'does-not-hold' | 'not-tested';
  /** Why it was not tested. */
  readonly reason: UntestedReason | null;
  /** The ratio that decides, of `configurations[0]` ÷ `configurations[1]`; null: not tested. */
  readonly figure: MeasuredRatio | null;
  readonly configurations: readonly string[];
  /** Where the ratio has to stay below (or above) for the rule to hold. */
  readonly bound: number | null;
}

interface Timed {
  readonly state: ConfigurationState;
  readonly local: readonly number[] | null;
  readonly items: number | null;
}

const untested = (rule: Rule, reason: UntestedReason): RuleResult => ({
  rule,
  status: 'not-tested',
  reason,
  figure: null,
  configurations: [],
  bound: null,
});

/** `a` ÷ `b` against a bound: below it the rule holds (`is: 'below'`), or above it. */
const decide = (
  rule: Rule,
  a: Timed,
  b: Timed,
  bound: number,
  is: 'below' | 'above',
): RuleResult => {
  const figure = measuredRatio(a.state, b.state);
  const configurations = [a.state.configuration.id, b.state.configuration.id];
  if (figure === null) return untested(rule, 'nothing-to-compare');
  const { ratio, low, high } = figure;
  const holds = is === 'below' ? ratio <= bound : ratio > bound;
  // The other side of the bound must be out of reach, unless it is the same size.
  const isCertain = a === b || (low !== null && high !== null && (high <= bound || low > bound));
  return isCertain
    ? {
        rule,
        status: holds ? 'holds' : 'does-not-hold',
        reason: null,
        figure,
        configurations,
        bound,
      }
    : { rule, status: 'not-tested', reason: 'not-certain', figure, configurations, bound };
};

const first = <T>(items: readonly T[]): T | undefined => items[0];

/** All rules on one device. `width`: lanes of a wavefront. */
export const testRules = (seen: Seen, width: Fact<number>): readonly RuleResult[] => {
  const byId = new Map(seen.device.configurations.map((state) => [state.configuration.id, state]));
  // By median, ascending.
  const timed = seen.verdict.ranked.flatMap(({ configuration, local }): readonly Timed[] => {
    const state = byId.get(configuration);
    return state === undefined ? [] : [{ state, local, items: groupItems(local) }];
  });
  const best = first(timed);
  if (best === undefined) return rules.map((rule) => untested(rule, 'nothing-measured'));
  const explicit = timed.filter(({ local }) => local !== null);
  const bestExplicit = first(explicit);
  const plateau = 1 + seen.verdict.plateauShare;
  const only = explicit.length < 2;
  const dimensions = bestExplicit?.local?.length ?? 1;

  const multiple = (): RuleResult => {
    const rule = 'multiple-of-wavefront';
    if (!isKnown(width) || width.value < 2) return untested(rule, 'wavefront-unknown');
    const whole = first(explicit.filter(({ items }) => (items ?? 0) % width.value === 0));
    const broken = first(explicit.filter(({ items }) => (items ?? 0) % width.value !== 0));
    if (whole === undefined || broken === undefined) return untested(rule, 'no-such-size');
    return decide(rule, broken, whole, 1, 'above');
  };
  const never = (): RuleResult => {
    const rule = 'null-is-never-optimal';
    const free = timed.find(({ local }) => local === null);
    if (free === undefined) return untested(rule, 'no-such-size');
    if (bestExplicit === undefined) return untested(rule, 'nothing-to-compare');
    // As good as the best means within the plateau.
    return decide(rule, free, bestExplicit, plateau, 'above');
  };
  const safe = (): RuleResult => {
    const rule = '256-is-safe';
    // The claim is about the product, so that the slowest shape of 256 decides.
    const size = explicit.filter(({ items }) => items === 256).at(-1);
    if (size === undefined) return untested(rule, 'no-such-size');
    return only
      ? untested(rule, 'nothing-to-compare')
      : decide(rule, size, best, 1 / 0.85, 'below');
  };
  const golden = (): RuleResult => {
    const rule = 'golden-shapes';
    if (dimensions !== 2) return untested(rule, 'not-two-dimensional');
    const shape = first(
      explicit.filter(({ local }) => /^(8x8|16x16)$/.test(local?.join('x') ?? '')),
    );
    if (shape === undefined) return untested(rule, 'no-such-size');
    return only
      ? untested(rule, 'nothing-to-compare')
      : decide(rule, shape, best, plateau, 'below');
  };
  const curve = (): RuleResult => {
    const rule = 'rises-then-falls';
    if (dimensions !== 1) return untested(rule, 'not-one-dimensional');
    const bySize = [...explicit].sort((a, b) => (a.items ?? 0) - (b.items ?? 0));
    const [smallest, largest] = [bySize.at(0), bySize.at(-1)];
    if (bySize.length < 4 || !smallest || !largest || !bestExplicit) {
      return untested(rule, 'nothing-to-compare');
    }
    const rises = decide(rule, smallest, bestExplicit, plateau, 'above');
    const falls = decide(rule, largest, bestExplicit, plateau, 'above');
    // Both ends must lie above the best; the end that does not is what decides.
    return rises.status === 'holds' ? falls : rises;
  };
  const middle = (): RuleResult => {
    const rule = '64-to-512-within-15-percent';
    const range = explicit.filter(({ items }) => items !== null && items >= 64 && items <= 512);
    const [fastest, slowest] = [range.at(0), range.at(-1)];
    if (range.length < 3 || !fastest || !slowest) return untested(rule, 'no-such-size');
    return decide(rule, slowest, fastest, 1.15, 'below');
  };
  return [multiple(), never(), safe(), golden(), curve(), middle()];
};
