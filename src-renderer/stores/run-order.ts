/** What the history can be sorted by, and what the window remembers of it. Pure; views/runs/sort-runs.ts sorts. */

/** The columns that a row shows, from left to right. */
export const runColumns = ['date', 'kernel', 'devices', 'measured', 'result'] as const;
export type RunColumn = (typeof runColumns)[number];

export interface RunOrder {
  readonly column: RunColumn;
  readonly descending: boolean;
}

export const newestFirst: RunOrder = { column: 'date', descending: true };

/** An order as it was stored; anything else: newest first. */
export const runOrderFrom = (value: unknown): RunOrder => {
  if (typeof value !== 'object' || value === null) return newestFirst;
  const given = new Map<string, unknown>(Object.entries(value));
  const column = runColumns.find((name) => name === given.get('column'));
  const descending = given.get('descending');
  return column === undefined || typeof descending !== 'boolean'
    ? newestFirst
    : { column, descending };
};

/** The order after a click on a head: the other way round, or first the way in which the column is mostly wanted. */
export const nextOrder = (order: RunOrder, column: RunColumn): RunOrder => ({
  column,
  descending:
    order.column === column ? !order.descending : column === 'date' || column === 'measured',
});
