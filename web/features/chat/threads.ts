/** The conversations that this page has open: each once, however many parts of the page show it. */
import { type Atom, atom } from 'jotai/vanilla';
import { conversationOf } from '#events/chat/conversation.ts';
import type { Named } from '#events/person/person-renaming.ts';
import { ApiError } from '#web/lib/api.ts';
import { api, thisPage } from '#web/lib/browser.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { wireLine } from '#web/lib/socket.ts';
import { me } from '#web/lib/view.ts';
import { createFiles } from './files.ts';
import { restored } from './outbox.ts';
import type { ChatPort } from './port.ts';
import { type ShownThread, shownThread } from './shown-thread.ts';
import { createThread, firstState, type Thread } from './thread.ts';

const meId = (): string | undefined => thisPage().client.getQueryData(me().queryKey)?.id;
/** Under the person: what one has not sent is never another's to send, who signs in on the same tab. */
const key = (personId: string, conversation: string) => `draft:${personId}:said.${conversation}`;

const port: ChatPort = {
  line: {
    connected: wireLine.connected,
    onChange: wireLine.onChange,
    // The boundary: items of the socket are messages as the API answers them.
    on: (push, listener) => wireLine.on(push, listener as never),
    open: (conversation, after) =>
      wireLine.ask('chat:open', { conversation, ...(after === undefined ? {} : { after }) }),
    send: (conversation, message) => wireLine.ask('chat:send', { conversation, ...message }),
    leave: conversation => wireLine.say('chat:leave', { conversation }),
    type: conversation => wireLine.say('chat:typing', { conversation }),
    read: (conversation, upTo) => wireLine.say('chat:read', { conversation, ...upTo }),
  },
  history: async (conversation, asked) => {
    try {
      return await api().read('/api/chats/:id/messages', { parts: { id: conversation }, query: asked });
    } catch (error) {
      if (error instanceof ApiError && error.http === 404) return null;
      throw error;
    }
  },
  clock: { now: () => Date.now() },
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  newId: () => crypto.randomUUID(),
  outbox: {
    get: conversation => {
      const mine = meId();
      try {
        return mine === undefined
          ? []
          : restored(JSON.parse(sessionStorage.getItem(key(mine, conversation)) ?? '[]'));
      } catch {
        return [];
      }
    },
    set: (conversation, pending) => {
      const mine = meId();
      if (mine === undefined) return;
      try {
        if (pending.length === 0) sessionStorage.removeItem(key(mine, conversation));
        else sessionStorage.setItem(key(mine, conversation), JSON.stringify(pending));
      } catch {
        // The box is full or shut: what is unsent is still on the page.
      }
    },
  },
};

export type Open = {
  thread: Thread;
  shown: Atom<ShownThread>;
  /** True while a message is on its way. */
  isSending: Atom<boolean>;
  files: ReturnType<typeof createFiles>;
};
const open = new Map<string, Open & { users: number }>();
/** One that is closed for a moment, because the page turns, is the same one when it is opened again. */
const lingerMs = 3000;

/** Opens a conversation for a part of the page; the answer's `close` says that it shows it no longer. */
export function openThread(id: string): Open & { close: () => void } {
  const there = open.get(id) ?? begin(id);
  there.users += 1;
  return {
    ...there,
    close: () => {
      there.users -= 1;
      setTimeout(() => endUnused(id, there), lingerMs);
    },
  };
}

/** Ends one that nothing shows; not before what was said there has gone out. */
function endUnused(id: string, there: Open & { users: number }): void {
  const isOver = () => there.users > 0 || open.get(id) !== there;
  if (isOver()) return;
  const stop = screenStore.sub(there.isSending, () => leave());
  const leave = () => {
    if (screenStore.get(there.isSending) && !isOver()) return;
    stop();
    if (isOver()) return;
    open.delete(id);
    there.thread.end();
  };
  leave();
}

wireLine.on('rows', ({ rows }) => {
  for (const { view, row } of rows)
    if (view === 'names' && row !== null) for (const { thread } of open.values()) thread.rename(row as Named);
});

function begin(id: string): Open & { users: number } {
  const state = atom(firstState);
  const thread = createThread(id, port, value => screenStore.set(state, value));
  const made = {
    thread,
    shown: atom(get => shownThread(get(state))),
    isSending: atom(get => get(state).pending.some(one => one.state !== 'failed')),
    files: createFiles(thread),
    users: 0,
  };
  open.set(id, made);
  thread.start();
  return made;
}

/** Something unsent is left behind: an outbox of an earlier page goes out, also where its conversation is not on screen. */
export function sendLeftOver(): void {
  const mine = meId();
  if (mine === undefined) return;
  const begins = key(mine, '');
  for (const name of Object.keys(sessionStorage)) {
    const id = name.startsWith(begins) ? name.slice(begins.length) : '';
    if (conversationOf(id) && !open.has(id)) openThread(id).close();
  }
}
