/** Which runs of the history are chosen: one by one, or with Shift from the last one to this one. */
import { shallowRef } from 'vue';

/** The ids between two of them, both included, whichever comes first; one is not in the list: only `to`. Pure. */
export const idsBetween = (
  ids: readonly string[],
  from: string | null,
  to: string,
): readonly string[] => {
  const [a, b] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
};

export const useRunChoice = () => {
  const chosen = shallowRef<ReadonlySet<string>>(new Set());
  /** The one that was clicked last: where a range begins. */
  let last: string | null = null;

  /** @param ids those that are listed, in their order: with `extend`, all from the last one to `run` get what it gets */
  const choose = (
    run: string,
    isChosen: boolean,
    { ids, extend }: { readonly ids: readonly string[]; readonly extend: boolean },
  ): void => {
    const next = new Set(chosen.value);
    for (const id of extend ? idsBetween(ids, last, run) : [run]) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    last = run;
    chosen.value = next;
  };
  const clear = (): void => {
    last = null;
    chosen.value = new Set();
  };

  return { chosen, choose, clear };
};
