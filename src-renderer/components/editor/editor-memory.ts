/**
 * The editor's state while no editor is shown (another view, a folded panel): text, selection and what can
 * be undone. Kept for one document; another one begins without.
 */
import { historyField } from '@codemirror/commands';
import { EditorState, type Extension } from '@codemirror/state';

let kept: { readonly document: number; readonly state: unknown } | null = null;
const fields = { history: historyField };

export const keepState = (document: number, state: EditorState): void => {
  kept = { document, state: state.toJSON(fields) };
};

/** The kept state of this document with these extensions, if its text is still `text`; else null. */
export const keptState = (
  document: number,
  text: string,
  extensions: Extension,
): EditorState | null => {
  if (kept?.document !== document) return null;
  const state = EditorState.fromJSON(kept.state, { extensions }, fields);
  return state.doc.toString() === text ? state : null;
};
