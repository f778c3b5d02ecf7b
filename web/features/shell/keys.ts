/** The keys that work everywhere: one table, one pure reader. */

export type Command =
  | 'palette'
  | 'search'
  | 'sheet'
  | 'home'
  | 'cases'
  | 'patients'
  | 'retainers'
  | 'messages'
  | 'chat'
  | 'eye'
  | 'language';

type Key = { command: Command; keys: string; first?: 'g'; key: string; ctrl?: true };

/** `keys` is how they are written: in the sheet, in menus, in the palette. */
export const keyTable = [
  { command: 'palette', keys: 'Ctrl K', key: 'k', ctrl: true },
  { command: 'search', keys: '/', key: '/' },
  { command: 'sheet', keys: '?', key: '?' },
  { command: 'home', keys: 'G W', first: 'g', key: 'w' },
  { command: 'cases', keys: 'G C', first: 'g', key: 'c' },
  { command: 'patients', keys: 'G P', first: 'g', key: 'p' },
  { command: 'retainers', keys: 'G R', first: 'g', key: 'r' },
  { command: 'messages', keys: 'G M', first: 'g', key: 'm' },
  { command: 'chat', keys: 'C', key: 'c' },
  { command: 'eye', keys: 'E', key: 'e' },
  { command: 'language', keys: 'L', key: 'l' },
] as const satisfies readonly Key[];

export const keysOf = (command: Command): string => keyTable.find(row => row.command === command)?.keys ?? '';

export type Pressed = { key: string; ctrl: boolean; alt: boolean; at: number; typing: boolean };

/** A second key must follow within this time. */
export const followMs = 1200;

/** `g` was pressed at this time; null where it was not. */
export type Waiting = number | null;

/**
 * What a key means, and whether it begins a sequence. In a field only Ctrl-K does anything; single keys can be
 * switched off (WCAG 2.1.4).
 */
export function readKey(
  waiting: Waiting,
  pressed: Pressed,
  single: boolean,
): { command: Command | null; waiting: Waiting } {
  const key = pressed.key.toLowerCase();
  if (pressed.ctrl) {
    const row = pressed.alt ? undefined : keyTable.find(row => 'ctrl' in row && row.key === key);
    return { command: row?.command ?? null, waiting: null };
  }
  if (pressed.typing || pressed.alt || !single) return { command: null, waiting: null };
  const follows = waiting !== null && pressed.at - waiting <= followMs;
  const row = keyTable.find(row => !('ctrl' in row) && row.key === key && 'first' in row === follows);
  return { command: row?.command ?? null, waiting: !row && key === 'g' ? pressed.at : null };
}

/** Whether keys go into text there. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const field = target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])');
  if (!field)
    return target.closest('[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]') !== null;
  return !(
    field instanceof HTMLInputElement && ['checkbox', 'radio', 'button', 'submit'].includes(field.type)
  );
}
