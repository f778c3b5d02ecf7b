/**
 * The loaded messages of a conversation: a range without gaps, anywhere in the history. Pure. Messages may
 * arrive twice, late or out of order: the number gives the place, and the newer version wins.
 */
import type { ChatMessage } from '#projections/chat/item.ts';
import { isNewerPosition } from '#web/lib/merge.ts';

export type MessageWindow = {
  /** The loaded messages in order, with consecutive numbers. */
  messages: readonly ChatMessage[];
  /** Number of the newest known message. */
  count: number;
  /** Whether the range ends with the newest messages and takes pushes. */
  following: boolean;
  /** Pushed messages after a gap in the numbers. */
  ahead: readonly ChatMessage[];
};

export const emptyMessageWindow: MessageWindow = { messages: [], count: 0, following: true, ahead: [] };

/**
 * Maximum number of messages from history. Pushes may raise it to `maxMessages`; then the oldest are dropped.
 */
export const maxHistoryMessages = 300;
export const maxMessages = 900;

export const firstSeq = ({ messages }: MessageWindow): number => messages[0]?.seq ?? 0;
export const lastSeq = ({ messages }: MessageWindow): number => messages.at(-1)?.seq ?? 0;

/** Whether the range ends before the newest known message. */
export const hasLaterMessages = (window: MessageWindow): boolean => lastSeq(window) < window.count;
/**
 * Whether nothing needs to be fetched after the range: missing messages will be pushed, including own
 * messages that another node has stored.
 */
export const isWindowAtNewest = (window: MessageWindow): boolean =>
  window.following || !hasLaterMessages(window);
export const hasEarlierMessages = (window: MessageWindow): boolean => firstSeq(window) > 1;

/** The newest version of each message, in order. */
function newestInOrder(items: readonly ChatMessage[]): ChatMessage[] {
  const bySeq = new Map<number, ChatMessage>();
  for (const item of items) {
    const known = bySeq.get(item.seq);
    if (!known || isNewerPosition(item.position, known.position)) bySeq.set(item.seq, item);
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** Splits the messages beyond the gap into those that now continue the range, and the rest. */
function joinAhead(messages: readonly ChatMessage[], ahead: readonly ChatMessage[]) {
  let next = (messages.at(-1)?.seq ?? 0) + 1;
  const follow: ChatMessage[] = [];
  const rest: ChatMessage[] = [];
  for (const item of ahead)
    if (item.seq === next) {
      follow.push(item);
      next += 1;
    } else if (item.seq > next) rest.push(item);
  return { messages: follow.length > 0 ? [...messages, ...follow] : messages, ahead: rest };
}

/** Applies pushed or missed messages, in any order. */
export function applyMessages(window: MessageWindow, items: readonly ChatMessage[]): MessageWindow {
  if (items.length === 0) return window;
  const news = new Map(newestInOrder(items).map(item => [item.seq, item]));
  const messages = window.messages.map(shown => {
    const item = news.get(shown.seq);
    return item && isNewerPosition(item.position, shown.position) ? item : shown;
  });
  const count = Math.max(window.count, ...news.keys());
  if (!window.following) return { ...window, messages, count };
  const beyond = [...news.values()].filter(item => item.seq > (messages.at(-1)?.seq ?? 0));
  const longer = joinAhead(messages, newestInOrder([...window.ahead, ...beyond]));
  const isTooLong = longer.messages.length > maxMessages;
  return {
    ...window,
    count,
    ...longer,
    ...(isTooLong && { messages: longer.messages.slice(-maxHistoryMessages) }),
  };
}

/**
 * Replaces the range by a page of history. @param count number of the newest message at the time of the read
 */
export function replaceMessages(
  window: MessageWindow,
  items: readonly ChatMessage[],
  count: number,
): MessageWindow {
  const held = new Map([...window.messages, ...window.ahead].map(item => [item.seq, item]));
  // A message pushed during the read may be newer than the page.
  const messages = newestInOrder(items).map(item => {
    const known = held.get(item.seq);
    return known && isNewerPosition(known.position, item.position) ? known : item;
  });
  const most = Math.max(count, window.count);
  const following = (messages.at(-1)?.seq ?? 0) >= count;
  const ahead = following ? newestInOrder([...window.ahead, ...window.messages]) : [];
  return { count: most, following, ...joinAhead(messages, ahead) };
}

/** Extends the range by an adjacent page of history; drops the excess at the other end. */
export function extendMessages(
  window: MessageWindow,
  items: readonly ChatMessage[],
  count: number,
): MessageWindow {
  const [first, last] = [firstSeq(window), lastSeq(window)];
  const most = Math.max(count, window.count);
  const news = newestInOrder(items);
  const before = news.filter(item => item.seq < first);
  const after = news.filter(item => item.seq > last);
  const touches = (before.at(-1)?.seq ?? first - 1) === first - 1;
  const inside = applyMessages(
    { ...window, following: false },
    news.filter(item => item.seq >= first && item.seq <= last),
  );
  const longer = joinAhead(
    touches ? [...before, ...inside.messages] : inside.messages,
    newestInOrder([...after, ...window.ahead]),
  );
  const cutTail = before.length > 0 && longer.messages.length > maxHistoryMessages;
  const messages = cutTail
    ? longer.messages.slice(0, maxHistoryMessages)
    : longer.messages.slice(-maxHistoryMessages);
  const following = (messages.at(-1)?.seq ?? 0) >= most || (window.following && !cutTail);
  return { messages, count: most, following, ahead: following ? longer.ahead : [] };
}
