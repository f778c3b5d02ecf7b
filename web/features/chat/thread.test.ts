import { expect, test } from 'vitest';
import type { ChatMessage } from '#projections/chat/item.ts';
import type { ChatDeps, ChatPushPayloads, MessageHistoryRequest } from './chat-ports.ts';
import { isWindowAtNewest } from './message-window.ts';
import { createThread } from './thread.ts';

const id = 'service.d';
const said = (seq: number, position = seq, text = `m${seq}`): ChatMessage => ({
  id: `id-${seq}`,
  conversation: id,
  seq,
  client: `c-${seq}`,
  at: '2026-11-20T08:00:00.000Z',
  text,
  by: { id: 'd', name: '李', position: 'Doctor' },
  files: [],
  refs: [],
  replyTo: null,
  mentions: [],
  editedAt: null,
  deleted: null,
  position: `log-${position}`,
});

/**
 * A conversation with `count` messages and a manual history. `full`: number of times that opening is refused.
 */
function open(count: number, full = 0) {
  const log = Array.from({ length: count }, (_, i) => said(i + 1));
  let hear: (message: ChatPushPayloads['chat']) => void = () => undefined;
  let held: (() => void)[] | null = null;
  const due: (() => void)[] = [];
  const page = ({ before = count + 1, after, around, size }: MessageHistoryRequest) => {
    const from = around === undefined ? after : Math.max(0, around - size / 2);
    const items =
      from === undefined ? log.filter(m => m.seq < before).slice(-size) : log.slice(from, from + size);
    return { items, count };
  };
  const port: ChatDeps = {
    line: {
      connected: () => true,
      onChange: () => () => undefined,
      on: (push, listener) => {
        if (push === 'chat') hear = listener as unknown as typeof hear;
        return () => undefined;
      },
      open: async () => {
        if (full-- > 0) return { ok: false, full: true };
        return { ok: true, position: `log-${count}`, items: null, here: [] };
      },
      send: async () => ({ ok: true, id: `id-${count + 1}`, seq: count + 1, position: `log-${count + 1}` }),
      leave: () => undefined,
      type: () => undefined,
      read: () => undefined,
    },
    history: async (_id, asked) => {
      const read = page(asked);
      await new Promise<void>(resolve => (held ? held.push(resolve) : resolve()));
      return read;
    },
    clock: { now: () => 0 },
    after: (_milliseconds, run) => {
      due.push(run);
      return () => undefined;
    },
    newId: () => 'c',
    outbox: { get: () => [], set: () => undefined },
  };
  const thread = createThread(id, port, () => undefined);
  thread.start();
  return {
    thread,
    push: (item: ChatMessage) => hear({ conversation: id, position: item.position, items: [item] }),
    hold: () => {
      held = [];
    },
    letGo: () => {
      for (const go of held ?? []) go();
      held = null;
    },
    /** Runs all pending timers. */
    pass: async () => {
      for (const run of due.splice(0)) run();
      await new Promise(resolve => setImmediate(resolve));
    },
    text: (seq: number) => thread.get().window.messages.find(m => m.seq === seq)?.text,
  };
}

test.each<[string, (thread: ReturnType<typeof createThread>) => Promise<void>]>([
  ['the newest messages', thread => thread.toNewest()],
  ['later messages', thread => thread.load('later')],
  ['distant messages', thread => thread.jumpTo(130)],
])('a message pushed while a page of %s loads is newer than the page', async (_what, load) => {
  const { thread, push, hold, letGo, text } = open(150);
  await thread.jumpTo(80);
  expect([text(80), text(120)]).toEqual(['m80', undefined]);
  hold();
  const loaded = load(thread);
  push(said(120, 200, 'edited'));
  letGo();
  await loaded;
  expect(text(120)).toBe('edited');
});

test('a mark pushed with the conversation’s row advances either number and never goes back', () => {
  const { thread } = open(10);
  thread.layMarks([{ id: 'a', got: 4, read: 2 }]);
  thread.layMarks([{ id: 'a', got: 9, read: 2 }]);
  expect(thread.get().marks).toEqual([{ id: 'a', got: 9, read: 2 }]);
  thread.layMarks([{ id: 'a', got: 5, read: 2 }]);
  expect(thread.get().marks).toEqual([{ id: 'a', got: 9, read: 2 }]);
});

test('a conversation beyond the limit of open ones opens after another is closed, and does not count as deleted', async () => {
  const { thread, pass, text } = open(10, 1);
  await new Promise(resolve => setImmediate(resolve));
  expect(thread.get().standing).toBe('loading');
  await pass();
  expect([thread.get().standing, text(10)]).toEqual(['ready', 'm10']);
});

test('an own message that another node has stored is shown last until it is pushed', async () => {
  const { thread, push } = open(10);
  await new Promise(resolve => setImmediate(resolve));
  const shown = () => {
    const { window, pending } = thread.get();
    return [isWindowAtNewest(window), window.messages.at(-1)?.seq, ...pending.map(({ state }) => state)];
  };
  thread.send({ text: 'm11' });
  await new Promise(resolve => setImmediate(resolve));
  expect(shown()).toEqual([true, 10, 'stored']);
  push(said(11));
  expect(shown()).toEqual([true, 11]);
});

test('a reader in the middle of the history is not at the end', async () => {
  const { thread } = open(150);
  await thread.jumpTo(30);
  expect(isWindowAtNewest(thread.get().window)).toBe(false);
});
