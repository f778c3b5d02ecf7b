/**
 * The messages of a conversation that a page holds: a run without a gap, somewhere in its history. Pure. What comes may
 * come twice, late or out of order: by its number a message has one place, and the newer state of it wins.
 */
import type { ChatMessage } from '#projections/chat/item.ts';
import { isNewer } from '#web/lib/merge.ts';

export type Window = {
  /** In order, each number one after the other. */
  messages: readonly ChatMessage[];
  /** Number of the newest message that is known of. */
  count: number;
  /** The newest are shown, and what comes is added to them. */
  following: boolean;
  /** Came before what stands between them and the run. */
  ahead: readonly ChatMessage[];
};

export const emptyWindow: Window = { messages: [], count: 0, following: true, ahead: [] };

/** Messages of history that a page holds at most; what comes is added until there are so many, and the oldest go then. */
export const mostHeld = 300;
export const mostGrown = 900;

export const firstSeq = ({ messages }: Window): number => messages[0]?.seq ?? 0;
export const lastSeq = ({ messages }: Window): number => messages.at(-1)?.seq ?? 0;

/** True where newer ones are known of than the run ends with. */
export const hasLater = (window: Window): boolean => lastSeq(window) < window.count;
/**
 * True where nothing has to be asked for below what is held: what the run lacks comes by itself, a message of one's own
 * too that another node has stored and not told yet.
 */
export const endsWithNewest = (window: Window): boolean => window.following || !hasLater(window);
export const hasEarlier = (window: Window): boolean => firstSeq(window) > 1;

/** Newest state of each, in order. */
function sorted(items: readonly ChatMessage[]): ChatMessage[] {
  const bySeq = new Map<number, ChatMessage>();
  for (const item of items) {
    const known = bySeq.get(item.seq);
    if (!known || isNewer(item.position, known.position)) bySeq.set(item.seq, item);
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** Those of what came ahead that now follow the run, one after the other. */
function joined(messages: readonly ChatMessage[], ahead: readonly ChatMessage[]) {
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

/** What was pushed, or missed: states of messages, in any order. */
export function lay(window: Window, items: readonly ChatMessage[]): Window {
  if (items.length === 0) return window;
  const news = new Map(sorted(items).map(item => [item.seq, item]));
  const messages = window.messages.map(shown => {
    const item = news.get(shown.seq);
    return item && isNewer(item.position, shown.position) ? item : shown;
  });
  const count = Math.max(window.count, ...news.keys());
  if (!window.following) return { ...window, messages, count };
  const beyond = [...news.values()].filter(item => item.seq > (messages.at(-1)?.seq ?? 0));
  const longer = joined(messages, sorted([...window.ahead, ...beyond]));
  const isTooLong = longer.messages.length > mostGrown;
  return { ...window, count, ...longer, ...(isTooLong && { messages: longer.messages.slice(-mostHeld) }) };
}

/** A page of history in place of what is held. @param count number of the newest message when it was read */
export function replace(window: Window, items: readonly ChatMessage[], count: number): Window {
  const held = new Map([...window.messages, ...window.ahead].map(item => [item.seq, item]));
  // What was pushed while the page was on its way may be newer than the page.
  const messages = sorted(items).map(item => {
    const known = held.get(item.seq);
    return known && isNewer(known.position, item.position) ? known : item;
  });
  const most = Math.max(count, window.count);
  const following = (messages.at(-1)?.seq ?? 0) >= count;
  const ahead = following ? sorted([...window.ahead, ...window.messages]) : [];
  return { count: most, following, ...joined(messages, ahead) };
}

/** A page of history that touches the run, at its beginning or its end; what is too much goes at the other end. */
export function extend(window: Window, items: readonly ChatMessage[], count: number): Window {
  const [first, last] = [firstSeq(window), lastSeq(window)];
  const most = Math.max(count, window.count);
  const news = sorted(items);
  const before = news.filter(item => item.seq < first);
  const after = news.filter(item => item.seq > last);
  const touches = (before.at(-1)?.seq ?? first - 1) === first - 1;
  const inside = lay(
    { ...window, following: false },
    news.filter(item => item.seq >= first && item.seq <= last),
  );
  const longer = joined(
    touches ? [...before, ...inside.messages] : inside.messages,
    sorted([...after, ...window.ahead]),
  );
  const cutTail = before.length > 0 && longer.messages.length > mostHeld;
  const messages = cutTail ? longer.messages.slice(0, mostHeld) : longer.messages.slice(-mostHeld);
  const following = (messages.at(-1)?.seq ?? 0) >= most || (window.following && !cutTail);
  return { messages, count: most, following, ahead: following ? longer.ahead : [] };
}
