/** What a person has not read: messages that came after all was marked as read, and were not marked one by one. */
import type { Rows } from '../found.ts';
import { inboxRoom } from '../rooms.ts';
import type { MessageKind } from './item.ts';
import type { InboxRow } from './row.ts';

/** Unread messages that are counted. */
const UNREAD_MOST = 10_000;

export const kinds: readonly MessageKind[] = ['case', 'system'];

/** The ISO time up to which everything is read; empty where nothing ever was. */
export const readUpTo = (rows: Rows, personId: string): string =>
  rows.find<InboxRow>('inbox', personId)?.row.upTo ?? '';

/** Ids of a person's unread messages, the newest first. */
export function unreadIds(rows: Rows, personId: string, of: readonly MessageKind[] = kinds): string[] {
  const groups = of.map(kind => `${kind}.unread`);
  return rows.idsAfter('messages', inboxRoom(personId), groups, readUpTo(rows, personId), UNREAD_MOST);
}
