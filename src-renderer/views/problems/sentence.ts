/** What a sentence for one reason consists of. */
import type { ProblemReason } from '@shared/domain/problem-reasons';

/** Values stand in braces; `{cause}` is the sentence of what is wrong in a part. */
export interface Sentence {
  readonly text: string;
  /** Without it that of the code is given. */
  readonly advice?: string;
}

export type Sentences<Reason extends ProblemReason> = Readonly<Record<Reason, Sentence>>;
