/** The part of the log that the page holds: rows in the order of the log, and where it goes on in both directions. Pure. */
import type { AnswerData } from '#services/api/answers.ts';
import { formatMoment } from '#web/lib/format.ts';

export type LogPage = AnswerData<'/api/analysis/log'>;
export type LogItem = LogPage['items'][number];

export type LogWindow = {
  items: readonly LogItem[];
  /** Position before which the rows go on; null if the log begins here. */
  earlier: string | null;
  /** Position after which the rows go on; null at the log's end, where new events come after `head`. */
  later: string | null;
  head: string;
};

/** Maximum number of rows on the page. Rows at the far end are dropped, and read again when they are needed. */
export const MAX_LOG_ROWS = 3000;

/** The rows of a page that was read backwards from the log's end. */
export const logWindowAtEnd = ({ items, next, head }: LogPage): LogWindow => ({
  items,
  earlier: next,
  later: null,
  head,
});

/** The rows of a page that was read forwards. Undefined if it has none: the log's end is shown then. */
export function logWindowAtMoment({ items, next, head }: LogPage): LogWindow | undefined {
  const [first] = items;
  return first && { items, earlier: first.position, later: next, head };
}

export function withEarlierPage(window: LogWindow, page: LogPage): LogWindow {
  const items = [...page.items, ...window.items];
  const kept = items.slice(0, MAX_LOG_ROWS);
  const isCut = kept.length < items.length;
  const later = isCut ? (kept.at(-1)?.position ?? null) : window.later;
  return { ...window, items: kept, earlier: page.next, later };
}

export function withLaterPage(window: LogWindow, page: LogPage): LogWindow {
  const items = [...window.items, ...page.items];
  const kept = items.slice(-MAX_LOG_ROWS);
  const isCut = kept.length < items.length;
  const earlier = isCut ? (kept[0]?.position ?? null) : window.earlier;
  return { items: kept, earlier, later: page.next, head: page.head };
}

/** The position at which the next page after the rows begins. */
export const nextPageStart = ({ later, head }: LogWindow): string => later ?? head;

/** The number of a wire position, as displayed. */
export const positionNumberText = (position: string): string => position.slice(position.indexOf('-') + 1);

/** `2026-11-20 10:42:07`. Seconds are the same in every time zone. @param at ISO time */
export const logMomentText = (at: string): string => `${formatMoment(at)}:${at.slice(17, 19)}`;
