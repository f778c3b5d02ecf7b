import { expect, test } from 'vitest';
import type { ChatMessage } from '#projections/chat/item.ts';
import {
  applyMessages,
  emptyMessageWindow,
  extendMessages,
  hasEarlierMessages,
  hasLaterMessages,
  type MessageWindow,
  maxHistoryMessages,
  maxMessages,
  replaceMessages,
} from './message-window.ts';

const said = (seq: number, position = seq, text = `m${seq}`): ChatMessage => ({
  ...{
    id: `id-${seq}`,
    conversation: 'service.d',
    seq,
    client: `c-${seq}`,
    at: '2026-11-20T08:00:00.000Z',
    text,
  },
  by: { id: 'd', name: '李', position: 'Doctor' },
  files: [],
  refs: [],
  replyTo: null,
  mentions: [],
  editedAt: null,
  deleted: null,
  position: `log-${position}`,
});
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => said(from + i));
const seqs = ({ messages }: MessageWindow) => messages.map(m => m.seq);
const newest = (from: number, to: number) => replaceMessages(emptyMessageWindow, run(from, to), to);

test('pushed messages follow the newest, each once, in any order of arrival', () => {
  const window = [said(6), said(8), said(6), said(7), said(5)].reduce(
    (w, m) => applyMessages(w, [m]),
    newest(3, 5),
  );
  expect(seqs(window)).toEqual([3, 4, 5, 6, 7, 8]);
  expect([hasEarlierMessages(window), hasLaterMessages(window)]).toEqual([true, false]);
});

test('a gap stays until it is filled', () => {
  const gap = applyMessages(newest(1, 3), [said(5)]);
  expect([seqs(gap), hasLaterMessages(gap)]).toEqual([[1, 2, 3], true]);
  expect(seqs(extendMessages(gap, [said(4)], 5))).toEqual([1, 2, 3, 4, 5]);
});

test('the newer version of a message wins, from any source', () => {
  const edited = applyMessages(newest(1, 3), [said(2, 9, 'edited')]);
  expect(edited.messages[1]?.text).toBe('edited');
  expect(applyMessages(edited, [said(2, 4, 'old')]).messages[1]?.text).toBe('edited');
  expect(replaceMessages(edited, run(1, 3), 3).messages[1]?.text).toBe('edited');
  expect(extendMessages(edited, run(1, 3), 3).messages[1]?.text).toBe('edited');
});

test('messages pushed before the first page are merged into it', () => {
  const early = applyMessages(emptyMessageWindow, [said(7), said(6)]);
  expect(seqs(replaceMessages(early, run(1, 5), 5))).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('in the middle of the history, pushes add no message but raise the count', () => {
  const middle = replaceMessages(newest(90, 100), run(10, 20), 100);
  const after = applyMessages(middle, [said(101), said(15, 200, 'edited')]);
  expect([seqs(after), after.count, hasLaterMessages(after)]).toEqual([seqs(middle), 101, true]);
  expect(after.messages.find(m => m.seq === 15)?.text).toBe('edited');
});

test('scrolling at either end keeps a limited range without holes', () => {
  const total = 2_000;
  let window = newest(total - 49, total);
  for (let i = 0; i < 20; i++) {
    const first = window.messages[0]?.seq ?? 0;
    window = extendMessages(window, run(first - 50, first - 1), total);
    const held = seqs(window);
    expect(held).toEqual(held.map((_seq, n) => (held[0] ?? 0) + n));
    expect(held.length).toBeLessThanOrEqual(maxHistoryMessages);
  }
  expect(window.following).toBe(false);
  while (hasLaterMessages(window)) {
    const last = window.messages.at(-1)?.seq ?? 0;
    window = extendMessages(window, run(last + 1, Math.min(total, last + 50)), total);
  }
  expect([window.following, seqs(window).at(-1), seqs(window).length]).toEqual([
    true,
    total,
    maxHistoryMessages,
  ]);
  expect(seqs(applyMessages(window, [said(total + 1)])).at(-1)).toBe(total + 1);
});

test('a page that does not touch the loaded range is ignored', () => {
  expect(seqs(extendMessages(newest(50, 60), run(10, 20), 60))).toEqual(seqs(newest(50, 60)));
});

test('many pushes keep a limited range without holes', () => {
  let window = newest(1, 50);
  for (let seq = 51; seq <= 3 * maxMessages; seq++) {
    window = applyMessages(window, [said(seq)]);
    expect(window.messages.length).toBeLessThanOrEqual(maxMessages);
  }
  const held = seqs(window);
  expect(held).toEqual(held.map((_seq, n) => (held[0] ?? 0) + n));
  expect([held.at(-1), window.following, hasEarlierMessages(window)]).toEqual([3 * maxMessages, true, true]);
});
