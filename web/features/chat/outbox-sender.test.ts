import { expect, test } from 'vitest';
import type { ChatMessage } from '#projections/chat/item.ts';
import { emptyMessageWindow, type MessageWindow, replaceMessages } from './message-window.ts';
import { createUnsentMessage, type UnsentMessage } from './outbox.ts';
import { createOutboxSender } from './outbox-sender.ts';

const id = 'service.d';
const said = (seq: number): ChatMessage => ({
  id: `id-${seq}`,
  conversation: id,
  seq,
  client: `c-${seq}`,
  at: '2026-11-20T08:00:00.000Z',
  text: '',
  by: { id: 'd', name: '李', position: 'Doctor' },
  files: [],
  refs: [],
  replyTo: null,
  mentions: [],
  editedAt: null,
  deleted: null,
  position: `log-${seq}`,
});
const newest = (from: number, to: number): MessageWindow =>
  replaceMessages(
    emptyMessageWindow,
    Array.from({ length: to - from + 1 }, (_, i) => said(from + i)),
    to,
  );

/** Sends a message of an earlier page; the server answers with its number. */
async function leftBehind(seq: number, window: MessageWindow): Promise<readonly UnsentMessage[]> {
  let pending: readonly UnsentMessage[] = [];
  const left = createUnsentMessage({ text: 'x' }, 'left', '2026-11-20T08:00:00.000Z');
  const line = { send: async () => ({ ok: true, id: 'e', seq, position: `log-${seq}` }) };
  const sending = createOutboxSender(
    id,
    // Cast at the boundary: sending uses only these methods of the line.
    { line: line as never, outbox: { get: () => [left], set: () => undefined } },
    {
      later: () => () => undefined,
      isOpen: () => true,
      set: all => {
        pending = all;
      },
      window: () => window,
      stored: () => undefined,
    },
  );
  sending.restore();
  sending.go();
  await new Promise(resolve => setImmediate(resolve));
  return pending;
}

test('the outbox drops an old stored message whose acknowledgement was lost', async () => {
  expect(await leftBehind(3, newest(51, 100))).toEqual([]);
});

test('the outbox lists unsent messages of an earlier page before new ones', () => {
  let pending: readonly UnsentMessage[] = [];
  const left = ['first', 'second'].map(client =>
    createUnsentMessage({ text: client }, client, '2026-11-20T08:00:00.000Z'),
  );
  const sending = createOutboxSender(
    id,
    // A connection without functions: the test sends nothing.
    { line: {} as never, outbox: { get: () => left, set: () => undefined } },
    {
      later: () => () => undefined,
      isOpen: () => false,
      window: () => emptyMessageWindow,
      set: all => {
        pending = all;
      },
      stored: () => undefined,
    },
  );
  sending.add({ text: 'x' }, 'third', '2026-11-20T08:01:00.000Z');
  sending.restore();
  expect(pending.map(({ client }) => client)).toEqual(['first', 'second', 'third']);
});

test('the outbox keeps a stored message after the newest one until it is pushed', async () => {
  expect(await leftBehind(101, newest(51, 100))).toMatchObject([
    { client: 'left', state: 'stored', seq: 101 },
  ]);
});
