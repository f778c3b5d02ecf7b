import { expect, test } from 'vitest';
import type { ChatMessage } from '#projections/chat/item.ts';
import {
  emptyWindow,
  extend,
  hasEarlier,
  hasLater,
  lay,
  mostGrown,
  mostHeld,
  replace,
  type Window,
} from './window.ts';

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
const seqs = ({ messages }: Window) => messages.map(m => m.seq);
const newest = (from: number, to: number) => replace(emptyWindow, run(from, to), to);

test('pushed messages follow the newest, each once, in any order of arrival', () => {
  const window = [said(6), said(8), said(6), said(7), said(5)].reduce((w, m) => lay(w, [m]), newest(3, 5));
  expect(seqs(window)).toEqual([3, 4, 5, 6, 7, 8]);
  expect([hasEarlier(window), hasLater(window)]).toEqual([true, false]);
});

test('a gap stays until it is filled', () => {
  const gap = lay(newest(1, 3), [said(5)]);
  expect([seqs(gap), hasLater(gap)]).toEqual([[1, 2, 3], true]);
  expect(seqs(extend(gap, [said(4)], 5))).toEqual([1, 2, 3, 4, 5]);
});

test('the newer version of a message wins, from any source', () => {
  const edited = lay(newest(1, 3), [said(2, 9, 'edited')]);
  expect(edited.messages[1]?.text).toBe('edited');
  expect(lay(edited, [said(2, 4, 'old')]).messages[1]?.text).toBe('edited');
  expect(replace(edited, run(1, 3), 3).messages[1]?.text).toBe('edited');
  expect(extend(edited, run(1, 3), 3).messages[1]?.text).toBe('edited');
});

test('messages pushed before the first page are merged into it', () => {
  const early = lay(emptyWindow, [said(7), said(6)]);
  expect(seqs(replace(early, run(1, 5), 5))).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('in the middle of the history, pushes add no message but raise the count', () => {
  const middle = replace(newest(90, 100), run(10, 20), 100);
  const after = lay(middle, [said(101), said(15, 200, 'edited')]);
  expect([seqs(after), after.count, hasLater(after)]).toEqual([seqs(middle), 101, true]);
  expect(after.messages.find(m => m.seq === 15)?.text).toBe('edited');
});

test('scrolling at either end keeps a limited range without holes', () => {
  const total = 2_000;
  let window = newest(total - 49, total);
  for (let i = 0; i < 20; i++) {
    const first = window.messages[0]?.seq ?? 0;
    window = extend(window, run(first - 50, first - 1), total);
    const held = seqs(window);
    expect(held).toEqual(held.map((_seq, n) => (held[0] ?? 0) + n));
    expect(held.length).toBeLessThanOrEqual(mostHeld);
  }
  expect(window.following).toBe(false);
  while (hasLater(window)) {
    const last = window.messages.at(-1)?.seq ?? 0;
    window = extend(window, run(last + 1, Math.min(total, last + 50)), total);
  }
  expect([window.following, seqs(window).at(-1), seqs(window).length]).toEqual([true, total, mostHeld]);
  expect(seqs(lay(window, [said(total + 1)])).at(-1)).toBe(total + 1);
});

test('a page that does not touch the loaded range is ignored', () => {
  expect(seqs(extend(newest(50, 60), run(10, 20), 60))).toEqual(seqs(newest(50, 60)));
});

test('many pushes keep a limited range without holes', () => {
  let window = newest(1, 50);
  for (let seq = 51; seq <= 3 * mostGrown; seq++) {
    window = lay(window, [said(seq)]);
    expect(window.messages.length).toBeLessThanOrEqual(mostGrown);
  }
  const held = seqs(window);
  expect(held).toEqual(held.map((_seq, n) => (held[0] ?? 0) + n));
  expect([held.at(-1), window.following, hasEarlier(window)]).toEqual([3 * mostGrown, true, true]);
});
