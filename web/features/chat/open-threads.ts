/** The open conversations of this page: one instance each, shared by all parts of the page. */
import { type Atom, atom } from 'jotai/vanilla';
import { parseConversationId } from '#events/chat/conversation.ts';
import type { NamedPerson } from '#events/person/person-renaming.ts';
import { ApiError } from '#web/lib/api.ts';
import { currentPage, pageApi } from '#web/lib/browser.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { pageSocket } from '#web/lib/socket.ts';
import type { ChatDeps } from './chat-ports.ts';
import { createMessageUploads } from './message-uploads.ts';
import { readStoredMessages } from './outbox.ts';
import { createThread, type ThreadController } from './thread.ts';
import { initialThreadState } from './thread-state.ts';
import { type ThreadView, threadViewOf } from './thread-view.ts';

const meId = (): string | undefined => currentPage().client.getQueryData(currentUserQuery().queryKey)?.id;
/** Stored under the person's id, so that another person on the same tab never sends these messages. */
const key = (personId: string, conversation: string) => `draft:${personId}:said.${conversation}`;

const port: ChatDeps = {
  line: {
    connected: pageSocket.connected,
    onChange: pageSocket.onChange,
    // Cast at the boundary: the socket pushes messages in the shape of the API.
    on: (push, listener) => pageSocket.on(push, listener as never),
    open: (conversation, after) =>
      pageSocket.ask('chat:open', { conversation, ...(after === undefined ? {} : { after }) }),
    send: (conversation, message) => pageSocket.ask('chat:send', { conversation, ...message }),
    leave: conversation => pageSocket.say('chat:leave', { conversation }),
    type: conversation => pageSocket.say('chat:typing', { conversation }),
    read: (conversation, upTo) => pageSocket.say('chat:read', { conversation, ...upTo }),
  },
  history: async (conversation, asked) => {
    try {
      return await pageApi().read('/api/chats/:id/messages', { parts: { id: conversation }, query: asked });
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
          : readStoredMessages(JSON.parse(sessionStorage.getItem(key(mine, conversation)) ?? '[]'));
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
        // Storage is full or unavailable: unsent messages are still on the page.
      }
    },
  },
};

export type OpenThread = {
  thread: ThreadController;
  shown: Atom<ThreadView>;
  /** Whether a message is being sent. */
  isSending: Atom<boolean>;
  files: ReturnType<typeof createMessageUploads>;
};
const open = new Map<string, OpenThread & { users: number }>();
/** Delay before an unused conversation is closed, so that a page change reuses it. */
const lingerMs = 3000;

/** Opens a conversation for a part of the page, or shares it if it is already open; `close` releases it. */
export function openSharedThread(id: string): OpenThread & { close: () => void } {
  const there = open.get(id) ?? createOpenThread(id);
  there.users += 1;
  return {
    ...there,
    close: () => {
      there.users -= 1;
      setTimeout(() => closeUnused(id, there), lingerMs);
    },
  };
}

/** Closes a conversation that no part uses, after its messages have been sent. */
function closeUnused(id: string, there: OpenThread & { users: number }): void {
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

pageSocket.on('rows', ({ rows }) => {
  for (const { view, row } of rows)
    if (view === 'names' && row !== null)
      for (const { thread } of open.values()) thread.rename(row as NamedPerson);
});

function createOpenThread(id: string): OpenThread & { users: number } {
  const state = atom(initialThreadState);
  const thread = createThread(id, port, value => screenStore.set(state, value));
  const made = {
    thread,
    shown: atom(get => threadViewOf(get(state))),
    isSending: atom(get => get(state).pending.some(one => one.state !== 'failed')),
    files: createMessageUploads(thread),
    users: 0,
  };
  open.set(id, made);
  thread.start();
  return made;
}

/** Sends messages that an earlier page left unsent, even if their conversations are not on screen. */
export function sendStoredMessages(): void {
  const mine = meId();
  if (mine === undefined) return;
  const begins = key(mine, '');
  for (const name of Object.keys(sessionStorage)) {
    const id = name.startsWith(begins) ? name.slice(begins.length) : '';
    if (parseConversationId(id) && !open.has(id)) openSharedThread(id).close();
  }
}
