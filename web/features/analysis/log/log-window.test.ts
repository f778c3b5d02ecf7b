import { expect, it } from 'vitest';
import {
  type LogItem,
  type LogPage,
  logWindowAtEnd,
  logWindowAtMoment,
  MAX_LOG_ROWS,
  nextPageStart,
  positionNumberText,
  withEarlierPage,
  withLaterPage,
} from './log-window.ts';

const item = (place: number): LogItem => ({
  ...{ position: `log-${place}`, caseId: 'ABC234', revision: place, id: `e${place}`, type: 'CaseCreated' },
  ...{ at: '2026-04-17T03:23:45.000Z', by: { pseudonym: 'system', position: null }, to: null },
});
const page = (from: number, to: number, next: number | null): LogPage => ({
  items: Array.from({ length: to - from }, (_, i) => item(from + i)),
  next: next === null ? null : `log-${next}`,
  readUntil: null,
  head: 'log-9000',
});
const places = ({ items }: { items: readonly LogItem[] }) => items.map(one => one.revision);

it('a window at the end goes on before its rows, and after the head', () => {
  const window = logWindowAtEnd(page(5, 9, 5));
  expect([window.earlier, window.later, nextPageStart(window)]).toEqual(['log-5', null, 'log-9000']);
  const before = withEarlierPage(window, page(1, 5, null));
  expect([places(before), before.earlier, before.later]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], null, null]);
});

it('a window at a moment goes on in both directions', () => {
  const window = logWindowAtMoment(page(5, 9, 8));
  if (!window) throw new Error('no rows');
  expect([window.earlier, nextPageStart(window)]).toEqual(['log-5', 'log-8']);
  const after = withLaterPage(window, page(9, 11, null));
  expect([places(after), after.later, after.earlier]).toEqual([[5, 6, 7, 8, 9, 10], null, 'log-5']);
  expect(logWindowAtMoment(page(5, 5, null))).toBeUndefined();
});

it('rows beyond the most are dropped at the other end, which is read again from there', () => {
  const window = logWindowAtEnd(page(1000, 1000 + MAX_LOG_ROWS, 1000));
  const before = withEarlierPage(window, page(900, 1000, 900));
  expect(before.items.length).toBe(MAX_LOG_ROWS);
  expect([before.later, before.earlier]).toEqual([`log-${900 + MAX_LOG_ROWS - 1}`, 'log-900']);
  const after = withLaterPage(before, page(900 + MAX_LOG_ROWS, 1000 + MAX_LOG_ROWS, null));
  expect(places(after)).toEqual(places(window));
  expect([after.earlier, after.later]).toEqual(['log-1000', null]);
});

it('a position is shown as its number', () => {
  expect(positionNumberText('a8b3bcc1-134305')).toBe('134305');
});
