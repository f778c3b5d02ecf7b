/** A page: its socket, the conversations that it has open, and what it has said and is not yet told is stored. */
import { io } from 'socket.io-client';
import type { ChatMessages, ChatOpened, ChatSent, RowsMessage } from '#events/wire.ts';
import type { Seat } from './job.ts';
import type { Heard, Room } from './room.ts';

export type Item = { id: string; seq: number; client: string };

/** What a page tells the load. */
export type Ears = {
  /** A message, each time that it comes. `given`: by the answer to opening, after a break. */
  heard(page: Page, item: Item, given: boolean): void;
  stored(conversation: string, sent: { id: string; seq: number }): void;
  refused(): void;
  /** All its conversations are open. */
  opened(page: Page, again: boolean): void;
  /** More was missed than is given at once: rows, or messages. */
  missedTooMuch(): void;
};

export type Page = {
  seat: Seat;
  isOpen: boolean;
  say(conversation: string, client: string, text: string): void;
  unsent(): number;
  /** Reads nothing from now on: what comes stays in the line. */
  stall(): void;
  close(): void;
};

const history = 50;

export function openPage(url: string, seat: Seat, rooms: (id: string) => Room, ears: Ears): Page {
  const socket = io(url, {
    transports: ['websocket'],
    auth: { token: seat.token },
    forceNew: true,
    // As the browser's page does.
    reconnectionDelayMax: 5_000,
  });
  const pending = new Map<string, { conversation: string; text: string }>();
  const heard = new Map<string, Heard>();
  const upTo = new Map<string, string>();
  let rowsUpTo: string | undefined;
  let before = false;

  const send = (client: string, { conversation, text }: { conversation: string; text: string }) =>
    socket.emit('chat:send', { conversation, client, text }, (answer: ChatSent) => {
      pending.delete(client);
      if (answer.ok) ears.stored(conversation, answer);
      else ears.refused();
    });
  const take = (conversation: string, items: readonly Item[], given: boolean) => {
    const known = heard.get(conversation);
    if (!known) return;
    for (const item of items)
      if (rooms(conversation).hear(known, item.seq, item.id)) ears.heard(page, item, given);
  };
  /** What came while the page was away, where it was too much to be given at once. */
  const readHistory = async (conversation: string) => {
    const path = `${url}/api/chats/${conversation}/messages`;
    for (;;) {
      const query = `after=${heard.get(conversation)?.last ?? 0}&size=${history}`;
      const answer = await fetch(`${path}?${query}`, { headers: { Authorization: seat.token } });
      // The boundary: the server's own answer.
      const { items } = ((await answer.json()) as { data: { items: Item[] } }).data;
      take(conversation, items, true);
      if (items.length < history) return;
    }
  };
  const open = async (conversation: string) => {
    const after = upTo.get(conversation);
    // The boundary: the server's own answer.
    const opened = (await socket.emitWithAck('chat:open', {
      conversation,
      ...(after === undefined ? {} : { after }),
    })) as ChatOpened<Item>;
    if (!opened.ok) throw new Error(`${conversation} could not be opened`);
    upTo.set(conversation, opened.position);
    rowsUpTo ??= opened.position;
    if (!heard.has(conversation)) heard.set(conversation, rooms(conversation).enter());
    if (opened.items) take(conversation, opened.items, true);
    else if (after !== undefined) {
      ears.missedTooMuch();
      await readHistory(conversation);
    }
  };
  const page: Page = {
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
        ears.opened(page, before);
        before = true;
        // What was said into the break is said again: it is the same message.
        for (const [client, said] of pending) send(client, said);
      },
      // The line broke again: the next one opens anew.
      () => undefined,
    );
  });
  socket.on('disconnect', () => {
    page.isOpen = false;
  });
  socket.on('chat', ({ conversation, position, items }: ChatMessages<Item>) => {
    upTo.set(conversation, position);
    take(conversation, items, false);
  });
  socket.on('rows', ({ position }: RowsMessage) => {
    rowsUpTo = position;
  });
  socket.on('reset', () => {
    rowsUpTo = undefined;
    ears.missedTooMuch();
  });
  return page;
}
