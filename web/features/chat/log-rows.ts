/** A conversation as it is read from top to bottom: days, the line above what is new, runs of one person. Pure. */
import type { ChatMessage } from '#projections/chat/item.ts';
import type { Pending } from './outbox.ts';

type MessageRow = {
  kind: 'message';
  key: string;
  message: ChatMessage;
  /** The first and the last of a run by one person: there stand the name, and the picture. */
  first: boolean;
  last: boolean;
};
export type LogRow =
  | MessageRow
  | { kind: 'day'; key: string; day: string }
  | { kind: 'unread'; key: string; count: number }
  | { kind: 'pending'; key: string; pending: Pending };

/** Whoever says more within this time says it in one run. */
const runMs = 5 * 60_000;

const sameRun = (a: ChatMessage | undefined, b: ChatMessage | undefined): boolean =>
  a !== undefined && b !== undefined && a.by.id === b.by.id && Date.parse(b.at) - Date.parse(a.at) < runMs;

export type LogWish = {
  messages: readonly ChatMessage[];
  pending: readonly Pending[];
  /** Number of the first unread message; the line stands above it. */
  firstUnread: number | null;
  /** Who reads: own messages are not new to oneself. */
  meId: string;
  /** yyyy-mm-dd of an ISO time, where the reader is. */
  dayOf: (at: string) => string;
};

export function logRows({ messages, pending, firstUnread, meId, dayOf }: LogWish): LogRow[] {
  const rows: LogRow[] = [];
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
    // Whose beginning is not in sight has its line further up.
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
  // What was stored in the meantime stands among the messages.
  const stored = new Set(messages.filter(m => m.by.id === meId).map(m => m.client));
  for (const one of pending)
    if (!stored.has(one.client)) rows.push({ kind: 'pending', key: one.client + meId, pending: one });
  return rows;
}
