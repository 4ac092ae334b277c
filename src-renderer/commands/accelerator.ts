/** Keys of commands: whether an event is one, and how it is written beside words. Pure. */

/** What is asked of a keyboard event. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const keyNames: Readonly<Record<string, readonly string[]>> = {
  // Plus is Shift with = on many keyboards; both zoom.
  plus: ['+', '='],
  '-': ['-', '_'],
  esc: ['escape'],
};

/** Whether `press` is the accelerator (`CmdOrCtrl+Shift+O`, `F5`). Command counts as Control and the other way round. */
export const isPressed = (accelerator: string, press: KeyPress): boolean => {
  const parts = accelerator.toLowerCase().split('+');
  const key = parts.at(-1) ?? '';
  const held = (name: string): boolean => parts.slice(0, -1).includes(name);
  if (held('cmdorctrl') !== (press.ctrlKey || press.metaKey)) return false;
  if (held('alt') !== press.altKey) return false;
  const loose = key in keyNames;
  if (!loose && held('shift') !== press.shiftKey) return false;
  const pressed = press.key.toLowerCase();
  if ((keyNames[key] ?? [key]).includes(pressed)) return true;
  // Digits lie under Shift on some layouts; the key itself is the same.
  return /^\d$/.test(key) && press.code === `Digit${key}`;
};

const signs: Readonly<Record<string, string>> = { CmdOrCtrl: '⌘', Shift: '⇧', Alt: '⌥' };

/** `Ctrl K`, `F5`; on a Mac `⌘K`. */
export const acceleratorText = (accelerator: string, mac: boolean): string => {
  const parts = accelerator.split('+').map((part) => (part === 'Plus' ? '+' : part));
  return mac
    ? parts.map((part) => signs[part] ?? part).join('')
    : parts.map((part) => (part === 'CmdOrCtrl' ? 'Ctrl' : part)).join(' ');
};
