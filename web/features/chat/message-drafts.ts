/** Unsent text per conversation, in the tab's sessionStorage (web/lib/storage.ts lists what clears it). */
type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (meId: string, conversation: string) => `draft:${meId}:chat.${conversation}`;

export function storeDraft(box: Box, meId: string, conversation: string, text: string): void {
  try {
    if (text === '') box.removeItem(keyOf(meId, conversation));
    else box.setItem(keyOf(meId, conversation), text);
  } catch {
    // Storage is full or unavailable: the text is still on the page.
  }
}

export function readDraft(box: Box, meId: string, conversation: string): string {
  try {
    return box.getItem(keyOf(meId, conversation)) ?? '';
  } catch {
    return '';
  }
}
