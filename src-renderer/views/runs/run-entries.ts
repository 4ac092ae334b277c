/**
 * What the context menu of a run offers: what its buttons and its menu do, where the pointer is. Decides what
 * cannot be done with which run; what is done is run-actions.ts. Pure.
 */
import type { ContextEntry } from '@renderer/components/UiContextMenu.vue';
import type { MessageKey } from '@renderer/i18n';
import type { RunAction, RunRowModel } from './run-row';

export interface RunPlaces {
  readonly isCompared: boolean;
  /** Another run is open whose source can be held against this one's. */
  readonly canDiff: boolean;
}

export const runEntries = (
  row: RunRowModel,
  { isCompared, canDiff }: RunPlaces,
  text: (key: MessageKey) => string,
): readonly ContextEntry[] => {
  const isReadable = row.run.problem === null;
  const isFixed = row.recorded !== '';
  const offered: readonly (readonly [RunAction, MessageKey, boolean, boolean?])[] = [
    ['open', 'runs.open', isReadable],
    ['resume', 'runs.resume', row.isResumable],
    ['compare', 'runs.compare', isReadable && !isCompared],
    ['duplicate', 'runs.menu.duplicate', isReadable, true],
    ['diff', 'runs.menu.diff', isReadable && canDiff],
    ['notes', 'runs.menu.notes', !isFixed],
    ['csv', 'runs.menu.csv', isReadable, true],
    ['html', 'runs.menu.html', isReadable],
    ['pdf', 'runs.menu.pdf', isReadable],
    ['delete', 'runs.delete', row.run.phase !== 'running' && !isFixed, true],
  ];
  return offered.map(([id, key, isPossible, apart = false]) => ({
    id,
    label: text(key),
    disabled: !isPossible,
    apart,
  }));
};
