/**
 * The part of the log that the page holds: rows in the order of the log, and the positions at which it continues in
 * both directions. Pure.
 */
import type { AnswerData } from '#services/api/answers.ts';
import { formatMoment } from '#web/lib/format.ts';

export type LogPage = AnswerData<'/api/analysis/log'>;
export type LogItem = LogPage['items'][number];

export type LogWindow = {
  items: readonly LogItem[];
  /** Position before which earlier rows are read; null if the rows begin at the log's first event. */
  earlier: string | null;
  /** Position after which later rows are read; null at the log's end, where new events follow `head`. */
  later: string | null;
  head: string;
};

/** Maximum number of rows on the page. Rows at the far end are dropped, and read again when they are needed. */
export const MAX_LOG_ROWS = 3000;

/** Window at the log's end: holds this page, whose `next` leads to earlier rows. */
export const logWindowAtEnd = ({ items, next, head }: LogPage): LogWindow => ({
  items,
  earlier: next,
  later: null,
  head,
});

/**
 * Window that begins at a moment: holds this page, whose `next` leads to later rows. Undefined for an empty page: the
 * screen then shows the log's end.
 */
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
