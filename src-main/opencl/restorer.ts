/**
 * What a launch finds: written buffers put back by copies, and caches emptied where that is asked for. Knows what was
 * begun and is not waited for yet, so that it can be begun behind the launch before and is not begun twice.
 */
import type { Handle, OpenCl } from './binding';
import { ClCallFailure } from './status';

/** A device-side copy that is made before each launch. */
export interface Restore {
  readonly pristine: Handle;
  readonly target: Handle;
  readonly bytes: number;
}

export interface Restored {
  readonly restores: readonly Restore[];
  /** Writes memory larger than the last-level cache; null: measure warm. Enqueues only. */
  readonly evictCache: (() => void) | null;
}

/** Every function throws ClCallFailure where a call fails; nothing counts as begun then. */
export interface Restorer {
  /** Something was begun that nothing has waited for. */
  readonly isBusy: boolean;
  /** Enqueues what the next launch is to find, unless that was done already; false: there is nothing to do. */
  begin(wanted: Restored): boolean;
  /** Until nothing is left to do for a launch of this kind, and nothing else is under way. */
  make(wanted: Restored): void;
  /** Until what was begun is over. */
  end(): void;
  /** A call failed: what was begun may not have come to an end. */
  forget(): void;
}

const isSame = (one: Restored, other: Restored): boolean =>
  one === other ||
  (one.evictCache === other.evictCache &&
    one.restores.length === other.restores.length &&
    one.restores.every(({ pristine, target, bytes }, index) => {
      const copy = other.restores[index];
      return pristine === copy?.pristine && target === copy.target && bytes === copy.bytes;
    }));

/** Whether anything is to be done for it. */
export const isRestored = ({ restores, evictCache }: Restored): boolean =>
  restores.length > 0 || evictCache !== null;

export const createRestorer = (cl: OpenCl, queue: Handle): Restorer => {
  let begun: Restored | null = null;

  const begin = (wanted: Restored): boolean => {
    const { restores, evictCache } = wanted;
    if (!isRestored(wanted)) return false;
    if (begun !== null && isSame(begun, wanted)) return true;
    begun = null;
    for (const { pristine, target, bytes } of restores) {
      const result = cl.clEnqueueCopyBuffer(queue, pristine, target, 0, 0, bytes, 0, null, null);
      if (result !== 0) throw new ClCallFailure('clEnqueueCopyBuffer', result);
    }
    evictCache?.();
    begun = wanted;
    return true;
  };

  const end = (): void => {
    if (begun === null) return;
    begun = null;
    const result = cl.clFinish(queue);
    if (result !== 0) throw new ClCallFailure('clFinish', result);
  };

  return {
    get isBusy() {
      return begun !== null;
    },
    begin,
    make(wanted) {
      begin(wanted);
      end();
    },
    end,
    forget() {
      begun = null;
    },
  };
};
