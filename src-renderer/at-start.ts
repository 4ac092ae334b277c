/** What the document brought along (src-shared/ipc/at-start.ts): the main process wrote it, as it writes its answers. */
import { atStartId, type AtStart } from '@shared/ipc/at-start';

/** null: it brought nothing, and what is needed has to be asked for. */
export const givenAtStart = (): AtStart | null => {
  const text = document.getElementById(atStartId)?.textContent ?? '';
  return text === '' ? null : (JSON.parse(text) as AtStart);
};
