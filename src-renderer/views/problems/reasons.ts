/** Every reason with its Chinese sentence. */
import type { ProblemReason } from '@shared/domain/problem-reasons';
import { fileSentences, programSentences, runSentences } from './reasons-of-files';
import { importSentences } from './reasons-of-imports';
import { kernelSentences, sweepSentences } from './reasons-of-kernels';
import { argumentSentences, expressionSentences, specSentences } from './reasons-of-specs';
import type { Sentences } from './sentence';

export const chineseReasons: Sentences<ProblemReason> = {
  ...fileSentences,
  ...runSentences,
  ...programSentences,
  ...expressionSentences,
  ...argumentSentences,
  ...specSentences,
  ...kernelSentences,
  ...sweepSentences,
  ...importSentences,
};
