/** How a size touches global memory, argument by argument: `reads “in” contiguous; writes “out” strided (4 B)`. */
import type { AccessPattern } from '../domain/advisor/access';
import { accessLabels } from './advice';
import type { TextLocale } from './labels';
import { formatBytes } from './number';

type Shown = Pick<AccessPattern, 'argument' | 'isWrite' | 'kind' | 'runBytes'>;

const one = ({ argument, kind, runBytes }: Shown, locale: TextLocale): string => {
  // Of what all lanes share, or in one piece, the length says nothing about the cost.
  const isInPieces = kind === 'strided' || kind === 'runs' || kind === 'scattered';
  const length = runBytes === null || !isInPieces ? '' : ` (${formatBytes(runBytes)})`;
  return `“${argument}” ${accessLabels[locale][kind]}${length}`;
};

/** Each different access once; '' without any. */
export const accessesText = (accesses: readonly Shown[], locale: TextLocale = 'en'): string => {
  const isEnglish = locale === 'en';
  const part = (isWrite: boolean, word: string): string => {
    const said = accesses.filter((access) => access.isWrite === isWrite);
    const list = [...new Set(said.map((access) => one(access, locale)))];
    return list.length === 0 ? '' : `${word} ${list.join(isEnglish ? ', ' : '、')}`;
  };
  return [part(false, isEnglish ? 'reads' : '读'), part(true, isEnglish ? 'writes' : '写')]
    .filter((text) => text !== '')
    .join(isEnglish ? '; ' : '；');
};
