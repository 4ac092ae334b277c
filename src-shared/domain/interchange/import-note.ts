/** What was left out or assumed of a file from elsewhere: a closed code, its figures, and the English sentence. */
export const importNoteCodes = [
  'other-parameters',
  'unusable-sizes',
  'untried',
  'means-only',
] as const;

export interface ImportNote {
  readonly code: (typeof importNoteCodes)[number];
  readonly message: string;
  /** Configurations that it is about. */
  readonly count: number;
  /** The parameters that were kept, `tile=4, vector=2`; else empty. */
  readonly kept: string;
}
