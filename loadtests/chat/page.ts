/** A simulated page: its socket, its open conversations, and its messages without acknowledgement. */
import { io } from 'socket.io-client';
import type { ChatMessages, ChatOpenAnswer, ChatSendAnswer, RowsMessage } from '#events/wire.ts';
import type { PageSession } from './job.ts';
import type { DeliveryChecker, ReceivedNumbers } from './room.ts';

export type ReceivedMessage = { id: string; seq: number; client: string };

/** Callbacks from a page to the load. */
export type PageCallbacks = {
  /** A received message, each time it arrives. `given`: in the answer to opening after a reconnection. */
  heard(page: SimulatedPage, item: ReceivedMessage, given: boolean): void;
  stored(conversation: string, sent: { id: string; seq: number }): void;
  refused(): void;
  /** All conversations of the page are open. */
  opened(page: SimulatedPage, again: boolean): void;
  /** Too many rows or messages were missed to be resent. */
  missedTooMuch(): void;
};

export type SimulatedPage = {
  seat: PageSession;
  isOpen: boolean;
  say(conversation: string, client: string, text: string): void;
  unsent(): number;
  /** Stops reading: incoming data stays in the socket. */
  stall(): void;
  close(): void;
};

const history = 50;

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one state machine over a socket
export function openSimulatedPage(
  url: string,
  seat: PageSession,
  rooms: (id: string) => DeliveryChecker,
  callbacks: PageCallbacks,
): SimulatedPage {
  const socket = io(url, {
    transports: ['websocket'],
    auth: { token: seat.token },
    forceNew: true,
    // Same delay as in the browser.
    reconnectionDelayMax: 5_000,
  });
  const pending = new Map<string, { conversation: string; text: string }>();
  const heard = new Map<string, ReceivedNumbers>();
  const upTo = new Map<string, string>();
  let rowsUpTo: string | undefined;
  let before = false;

  const send = (client: string, { conversation, text }: { conversation: string; text: string }) =>
    socket.emit('chat:send', { conversation, client, text }, (answer: ChatSendAnswer) => {
      pending.delete(client);
      if (answer.ok) callbacks.stored(conversation, answer);
      else callbacks.refused();
    });
  const take = (conversation: string, items: readonly ReceivedMessage[], given: boolean) => {
    const known = heard.get(conversation);
    if (!known) return;
    for (const item of items)
      if (rooms(conversation).hear(known, item.seq, item.id)) callbacks.heard(page, item, given);
  };
  /** Reads messages missed during a disconnection, if they were too many to be resent. */
  const readHistory = async (conversation: string) => {
    const path = `${url}/api/chats/${conversation}/messages`;
    for (;;) {
      const query = `after=${heard.get(conversation)?.last ?? 0}&size=${history}`;
      const answer = await fetch(`${path}?${query}`, { headers: { Authorization: seat.token } });
      // Cast: the answer of the server.
      const { items } = ((await answer.json()) as { data: { items: ReceivedMessage[] } }).data;
      take(conversation, items, true);
      if (items.length < history) return;
    }
  };
  const open = async (conversation: string) => {
    const after = upTo.get(conversation);
    // Cast: the answer of the server.
    const opened = (await socket.emitWithAck('chat:open', {
      conversation,
      ...(after === undefined ? {} : { after }),
    })) as ChatOpenAnswer<ReceivedMessage>;
    if (!opened.ok) throw new Error(`${conversation} could not be opened`);
    upTo.set(conversation, opened.position);
    rowsUpTo ??= opened.position;
    if (!heard.has(conversation)) heard.set(conversation, rooms(conversation).enter());
    if (opened.items) take(conversation, opened.items, true);
    else if (after !== undefined) {
      callbacks.missedTooMuch();
      await readHistory(conversation);
    }
  };
  const page: SimulatedPage = {
    seat,
    isOpen: false,
    say(conversation, client, text) {
      pending.set(client, { conversation, text });
      if (page.isOpen) send(client, { conversation, text });
    },
    unsent: () => pending.size,
    stall: () => (socket.io.engine.transport as unknown as { ws: { pause(): void } }).ws.pause(),
    close: () => socket.disconnect(),
  };
  socket.on('connect', () => {
    if (rowsUpTo !== undefined) socket.emit('resume', { position: rowsUpTo }, () => undefined);
    Promise.all(seat.rooms.map(open)).then(
      () => {
        page.isOpen = true;
        callbacks.opened(page, before);
        before = true;
        // Resends messages without acknowledgement; the server recognises repeated ones.
        for (const [client, said] of pending) send(client, said);
      },
      // The connection broke again; the next one retries.
      () => undefined,
    );
  });
  socket.on('disconnect', () => {
    page.isOpen = false;
  });
  socket.on('chat', ({ conversation, position, items }: ChatMessages<ReceivedMessage>) => {
    upTo.set(conversation, position);
    take(conversation, items, false);
  });
  socket.on('rows', ({ position }: RowsMessage) => {
    rowsUpTo = position;
  });
  socket.on('reset', () => {
    rowsUpTo = undefined;
    callbacks.missedTooMuch();
  });
  return page;
}
