/** Global shortcuts: one table and one pure interpreter. */

export type ShortcutCommand =
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

type Key = { command: ShortcutCommand; keys: string; first?: 'g'; key: string; ctrl?: true };

/** `keys`: the notation in the shortcut sheet, menus and palette. */
export const shortcutTable = [
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

export const shortcutText = (command: ShortcutCommand): string =>
  shortcutTable.find(row => row.command === command)?.keys ?? '';

export type ShortcutKeyPress = { key: string; ctrl: boolean; alt: boolean; at: number; typing: boolean };

/** Maximum time between the two keys of a sequence. */
export const sequenceTimeoutMs = 1200;

/** Time at which `g` was pressed; null without a sequence in progress. */
export type PendingSequence = number | null;

/**
 * Interprets a key: its command, and whether it starts a sequence. In a field only Ctrl-K works; single keys
 * can be switched off (WCAG 2.1.4).
 */
export function interpretShortcutKey(
  waiting: PendingSequence,
  pressed: ShortcutKeyPress,
  single: boolean,
): { command: ShortcutCommand | null; waiting: PendingSequence } {
  const key = pressed.key.toLowerCase();
  if (pressed.ctrl) {
    const row = pressed.alt ? undefined : shortcutTable.find(row => 'ctrl' in row && row.key === key);
    return { command: row?.command ?? null, waiting: null };
  }
  if (pressed.typing || pressed.alt || !single) return { command: null, waiting: null };
  const follows = waiting !== null && pressed.at - waiting <= sequenceTimeoutMs;
  const row = shortcutTable.find(row => !('ctrl' in row) && row.key === key && 'first' in row === follows);
  return { command: row?.command ?? null, waiting: !row && key === 'g' ? pressed.at : null };
}
