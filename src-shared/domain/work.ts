/**
 * The work of one asked work-item, for GFLOP/s and GB/s. Decides the two figures from the spec; refuses
 * what depends on the local size, because then sizes could not be compared by it.
 */
import { evaluateReal } from './expression';
import { problem, type Problem } from './problem';
import { err, ok, type Result } from './result';
import { globalVariables, scopeFor } from './scope';
import type { SweepSpec } from './sweep';

/**
 * Floating-point operations and bytes of global memory per asked work-item; real numbers ≥ 0, null where
 * the spec states none. Error `invalid-spec`, naming the field.
 */
export function workPerItem(
  spec: SweepSpec,
): Result<{ readonly flops: number | null; readonly bytes: number | null }, Problem> {
  const variables = scopeFor(spec.args, globalVariables(spec.global));
  const figures: Record<'flopsPerItem' | 'bytesPerItem', number | null> = {
    flopsPerItem: null,
    bytesPerItem: null,
  };
  for (const field of ['flopsPerItem', 'bytesPerItem'] as const) {
    const text = spec[field];
    if (text === null) continue;
    const value = evaluateReal(text, variables);
    if (!value.ok) {
      const { message, advice } = value.error;
      return err(
        problem(
          'invalid-spec',
          `In the sweep spec, ${field} is wrong: ${message}`,
          advice,
          { path: field },
          'spec-wrong',
          value.error,
        ),
      );
    }
    if (value.value < 0) {
      return err(
        problem(
          'invalid-spec',
          `In the sweep spec, ${field} gives ${value.value}, which is below 0.`,
          'State the work as 0 or more.',
          { path: field, value: value.value },
          'spec-negative-work',
        ),
      );
    }
    figures[field] = value.value;
  }
  return ok({ flops: figures.flopsPerItem, bytes: figures.bytesPerItem });
}
