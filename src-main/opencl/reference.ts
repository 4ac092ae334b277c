/**
 * Keeps the reference outputs of a kernel and says whether another configuration's outputs are right.
 * The first configuration that is verified makes the reference; it lives as long as the worker uses the
 * same kernel on the same buffers, so a build per size does not lose it.
 */
import type { BufferPlan, Verification } from '../profiling/protocol';
import { compareOutputs, describeOutput } from './verify';

export interface Output {
  readonly plan: BufferPlan;
  /** What the kernel left in the part of the buffer that this configuration uses. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface ReferenceStore {
  /** Forgets the reference unless kernel and buffers are those that it was made with. */
  use(kernel: string, plans: readonly BufferPlan[]): void;
  readonly isEmpty: boolean;
  /** Keeps these outputs. `initial` and `again` are the same buffers before, and after a second launch. */
  keep(
    outputs: readonly Output[],
    initial: readonly Output[],
    again: readonly Output[],
  ): Verification;
  compare(outputs: readonly Output[]): Verification;
}

const sameBytes = (left: readonly Output[], right: readonly Output[]): boolean =>
  left.every((output, index) => {
    const other = right[index];
    return other !== undefined && Buffer.compare(output.bytes, other.bytes) === 0;
  });

/** Not the same within each buffer's own rule: sums and tolerances are honoured. */
const differ = (left: readonly Output[], right: readonly Output[]): boolean =>
  left.some(({ plan, bytes }, index) => {
    const other = right[index];
    if (other === undefined || plan.compare === 'none') return false;
    return !compareOutputs(other.bytes, bytes, plan.type, plan.compare, plan.tolerance).right;
  });

export const createReferenceStore = (): ReferenceStore => {
  let identity = '';
  let kept = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    use(kernel, plans) {
      const next = JSON.stringify([kernel, plans]);
      if (next !== identity) kept = new Map();
      identity = next;
    },

    get isEmpty() {
      return kept.size === 0;
    },

    keep(outputs, initial, again) {
      kept = new Map(outputs.map(({ plan, bytes }) => [plan.name, bytes]));
      const facts = outputs.map(({ plan, bytes }) => describeOutput(bytes, plan.type));
      return {
        kind: 'reference',
        allZero: facts.every(({ allZero }) => allZero),
        unchanged: sameBytes(outputs, initial),
        notFinite: facts.some(({ notFinite }) => notFinite),
        varies: differ(outputs, again),
      };
    },

    compare(outputs) {
      let worst = 0;
      let compared = 0;
      for (const { plan, bytes } of outputs) {
        const reference = kept.get(plan.name);
        if (plan.compare === 'none' || reference === undefined) continue;
        const { right, relativeL2, maxUlp } = compareOutputs(
          bytes,
          reference,
          plan.type,
          plan.compare,
          plan.tolerance,
        );
        if (!right) return { kind: 'wrong', argument: plan.name, relativeL2, maxUlp };
        worst = Math.max(worst, relativeL2);
        compared += 1;
      }
      return compared === 0 ? { kind: 'not-comparable' } : { kind: 'right', relativeL2: worst };
    },
  };
};
