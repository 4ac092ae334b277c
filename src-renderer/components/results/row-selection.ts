/**
 * Rows of a table that are selected, by key: with the mouse as in any list (Ctrl adds, Shift extends), and
 * with the keys from a cursor. It knows keys and their order, not rows.
 */
import { ref, type Ref } from 'vue';

export type Selection = ReadonlySet<string>;

/** From one key to another, both included, in the order of the list. */
const between = (keys: readonly string[], from: string, to: string): readonly string[] => {
  const [a, b] = [keys.indexOf(from), keys.indexOf(to)];
  if (a === -1 || b === -1) return [to];
  return keys.slice(Math.min(a, b), Math.max(a, b) + 1);
};

export interface SelectHow {
  /** Adds to what is selected, or takes away what was. */
  readonly add: boolean;
  /** From the last one that was selected alone up to here. */
  readonly extend: boolean;
}

export const useRowSelection = (keys: Ref<readonly string[]>, selected: Ref<Selection>) => {
  const cursor = ref<string | null>(null);
  let anchor: string | null = null;

  const select = (key: string, { add, extend }: SelectHow): void => {
    cursor.value = key;
    if (extend && anchor !== null) {
      selected.value = new Set([
        ...(add ? selected.value : []),
        ...between(keys.value, anchor, key),
      ]);
      return;
    }
    anchor = key;
    if (!add) {
      const only = selected.value.size === 1 && selected.value.has(key);
      selected.value = only ? new Set() : new Set([key]);
      return;
    }
    const next = new Set(selected.value);
    if (!next.delete(key)) next.add(key);
    selected.value = next;
  };

  /** Moves the cursor by so many rows and returns where it stands; null: there are no rows. */
  const move = (by: number, extend: boolean): number | null => {
    const at = cursor.value === null ? -1 : keys.value.indexOf(cursor.value);
    const next = at === -1 ? (by > 0 ? 0 : keys.value.length - 1) : at + by;
    const place = Math.min(keys.value.length - 1, Math.max(0, next));
    const key = keys.value[place];
    if (key === undefined) return null;
    if (extend) select(key, { add: false, extend: true });
    else cursor.value = key;
    return place;
  };

  const toggle = (): void => {
    if (cursor.value !== null) select(cursor.value, { add: true, extend: false });
  };
  const all = (): void => {
    selected.value = new Set(keys.value);
  };
  const none = (): void => {
    selected.value = new Set();
    anchor = null;
  };

  return { cursor, select, move, toggle, all, none };
};
