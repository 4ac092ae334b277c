/** What a head that sorts says of itself, to the eye and to a screen reader. */
export type AriaSort = 'ascending' | 'descending' | 'none';

export const ariaSortOf = (
  order: { readonly column: string; readonly descending: boolean },
  column: string,
): AriaSort => (order.column !== column ? 'none' : order.descending ? 'descending' : 'ascending');
