/** What can be done with several runs at once. */
export type SelectionAction = 'compare' | 'diff' | 'csv' | 'json' | 'delete' | 'clear';
