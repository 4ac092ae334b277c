/**
 * Keeps the reference outputs of a kernel and says whether another configuration's outputs are right.
 * The first configuration that is verified makes the reference; it lives as long as the worker uses the
 * same kernel on the same buffers, so a build per size does not lose it. What the spec names (a kernel or a
 * file) comes first where it is given: a configuration that differs from that never becomes the reference.
 */
import type { BufferPlan, ComparedWith, Verification } from '../profiling/protocol';
import { compareOutputs, describeOutput } from './verify';

export interface Output {
  readonly plan: BufferPlan;
  /** What the kernel left in the part of the buffer that this configuration uses. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type Bytes = Uint8Array<ArrayBuffer>;
type Wrong = Extract<Verification, { kind: 'wrong' }>;
type Right = Extract<Verification, { kind: 'right' }>;

export interface ReferenceStore {
  /** Forgets all references unless kernel and buffers are those that they were made with. */
  use(kernel: string, plans: readonly BufferPlan[]): void;
  readonly isEmpty: boolean;
  /** The spec's own reference was given. */
  readonly hasExpected: boolean;
  /** By argument; what is missing is not compared with it. */
  expect(against: ComparedWith, outputs: ReadonlyMap<string, Bytes>): void;
  /** Against what the spec names; null: nothing of it can be compared. */
  compareExpected(outputs: readonly Output[]): Wrong | Right | null;
  /** Keeps these outputs. `initial` and `again` are the same buffers before, and after further launches. */
  keep(
    outputs: readonly Output[],
    initial: readonly Output[],
    again: readonly (readonly Output[])[],
  ): Extract<Verification, { kind: 'reference' }>;
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

/** null: no output can be compared. */
const compareAll = (
  outputs: readonly Output[],
  expected: ReadonlyMap<string, Bytes>,
  against: ComparedWith,
): Wrong | Right | null => {
  let right = null as Right | null;
  for (const { plan, bytes } of outputs) {
    const reference = expected.get(plan.name);
    if (plan.compare === 'none' || reference === undefined) continue;
    const one = compareOutputs(bytes, reference, plan.type, plan.compare, plan.tolerance);
    const { relativeL2, maxUlp } = one;
    if (!one.right) return { kind: 'wrong', argument: plan.name, relativeL2, maxUlp, against };
    right = {
      kind: 'right',
      relativeL2: Math.max(right?.relativeL2 ?? 0, relativeL2),
      maxUlp: maxUlp === null ? (right?.maxUlp ?? null) : Math.max(right?.maxUlp ?? 0, maxUlp),
      against,
    };
  }
  return right;
};

export const createReferenceStore = (): ReferenceStore => {
  let identity = '';
  let kept: ReadonlyMap<string, Bytes> = new Map();
  let expected: ReadonlyMap<string, Bytes> = new Map();
  let expectedFrom: ComparedWith = 'kernel';
  return {
    use(kernel, plans) {
      const next = JSON.stringify([kernel, plans]);
      if (next !== identity) {
        kept = new Map();
        expected = new Map();
      }
      identity = next;
    },

    get isEmpty() {
      return kept.size === 0;
    },

    get hasExpected() {
      return expected.size > 0;
    },

    expect(against, outputs) {
      expectedFrom = against;
      expected = outputs;
    },

    compareExpected: (outputs) => compareAll(outputs, expected, expectedFrom),

    keep(outputs, initial, again) {
      kept = new Map(outputs.map(({ plan, bytes }) => [plan.name, bytes]));
      const facts = outputs.map(({ plan, bytes }) => describeOutput(bytes, plan.type));
      return {
        kind: 'reference',
        allZero: facts.every(({ allZero }) => allZero),
        unchanged: sameBytes(outputs, initial),
        notFinite: facts.some(({ notFinite }) => notFinite),
        varies: again.some((one) => differ(outputs, one)),
      };
    },

    compare: (outputs) => compareAll(outputs, kept, 'configuration') ?? { kind: 'not-comparable' },
  };
};
