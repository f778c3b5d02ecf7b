/** Rows of a conversation: date labels, the "new" line, and runs of messages by one person. Pure. */
import type { ChatMessage } from '#projections/chat/item.ts';
import type { UnsentMessage } from './outbox.ts';

type MessageRow = {
  kind: 'message';
  key: string;
  message: ChatMessage;
  /** First and last message of a run by one person: they show the name and the avatar. */
  first: boolean;
  last: boolean;
};
export type MessageLogRow =
  | MessageRow
  | { kind: 'day'; key: string; day: string }
  | { kind: 'unread'; key: string; count: number }
  | { kind: 'pending'; key: string; pending: UnsentMessage };

/** Maximum gap between messages of one run. */
const runMs = 5 * 60_000;

const sameRun = (a: ChatMessage | undefined, b: ChatMessage | undefined): boolean =>
  a !== undefined && b !== undefined && a.by.id === b.by.id && Date.parse(b.at) - Date.parse(a.at) < runMs;

export type MessageLogInput = {
  messages: readonly ChatMessage[];
  pending: readonly UnsentMessage[];
  /** Number of the first unread message; the "new" line is above it. */
  firstUnread: number | null;
  /** The reader: own messages never count as new. */
  meId: string;
  /** Returns yyyy-mm-dd of an ISO time in the reader's time zone. */
  dayOf: (at: string) => string;
};

export function messageLogRows({
  messages,
  pending,
  firstUnread,
  meId,
  dayOf,
}: MessageLogInput): MessageLogRow[] {
  const rows: MessageLogRow[] = [];
  const isNew = (m: ChatMessage) => firstUnread !== null && m.seq >= firstUnread;
  const news = messages.filter(m => isNew(m) && m.by.id !== meId).length;
  let day = '';
  let isBroken = true;
  let lined = false;
  for (const [i, message] of messages.entries()) {
    const here = dayOf(message.at);
    isBroken = here !== day;
    if (isBroken) rows.push({ kind: 'day', key: `day ${here}`, day: here });
    day = here;
    // Inserts the "new" line only at the first unread message; if that is not loaded, the line is further up.
    if (!lined && news > 0 && message.seq === firstUnread) {
      rows.push({ kind: 'unread', key: 'unread', count: news });
      lined = true;
      isBroken = true;
    }
    const next = messages[i + 1];
    rows.push({
      kind: 'message',
      key: message.client + message.by.id,
      message,
      first: isBroken || !sameRun(messages[i - 1], message),
      last:
        !sameRun(message, next) ||
        (next !== undefined && dayOf(next.at) !== here) ||
        next?.seq === firstUnread,
    });
  }
  // Skips pending messages that are already among the stored ones.
  const stored = new Set(messages.filter(m => m.by.id === meId).map(m => m.client));
  for (const one of pending)
    if (!stored.has(one.client)) rows.push({ kind: 'pending', key: one.client + meId, pending: one });
  return rows;
}
