/**
 * The way from commands to the editor, which may be folded away or not loaded yet: what was asked last is
 * done as soon as there is one.
 */
import { defineStore } from 'pinia';
import { ref } from 'vue';
import { useNavigation } from './navigation';

/** What the editor can be asked to do from outside. */
export interface EditorDoor {
  readonly find: () => void;
  readonly replace: () => void;
  readonly goToLine: () => void;
  readonly focus: () => void;
}

export const useEditorDoor = defineStore('editor-door', () => {
  const navigation = useNavigation();
  let door: EditorDoor | null = null;
  let waiting: keyof EditorDoor | null = null;
  /** Whether an editor is there: for what depends on it. */
  const open = ref(false);

  /** The editor comes (or, with null, goes). */
  const register = (next: EditorDoor | null): void => {
    door = next;
    open.value = next !== null;
    if (waiting === null || door === null) return;
    door[waiting]();
    waiting = null;
  };

  /** Shows the editor if it is not to be seen, then does it. */
  const ask = (what: keyof EditorDoor): void => {
    navigation.show('workbench');
    navigation.openPanel('kernel');
    if (door === null) waiting = what;
    else door[what]();
  };

  return { open, register, ask };
});
