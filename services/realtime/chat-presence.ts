/** Presence in conversations: pushed to those who have the conversation open, never stored. */
import type { ChatPresence } from '#events/wire.ts';
import { participantIds } from '#projections/chat/participation.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { type ClusterPresence, presenceOnThisNode } from './cluster-presence.ts';
import { chatRoom, type SocketServer } from './sockets.ts';

/** Maximum number of conversations whose presence is pushed in one tick. The rest follow in the next tick. */
const maxPushesPerTick = 24;

export type ChatPresenceDeps = {
  models: Pick<ReadModels, 'conversationRowOf' | 'personRef'>;
  among: ClusterPresence;
};

/** Returns the people who have the conversation open, and the participants with a connected page. */
export function chatPresenceOf(
  io: SocketServer,
  { models, among }: ChatPresenceDeps,
  conversation: string,
): ChatPresence['people'] {
  const here = presenceOnThisNode(io);
  const open = new Set([...here.open(conversation), ...among.open(conversation)]);
  const row = models.conversationRowOf(conversation);
  const online = (row ? participantIds(row) : []).filter(id => here.online(id) || among.online(id));
  return [...new Set([...online, ...open])].map(id => {
    const { name, position } = models.personRef(id);
    return { id, name, position, here: open.has(id) };
  });
}

/**
 * Collects presence changes (a conversation opened or left, a person's first page connected or last page
 * closed) and pushes them in batches. Why: after a restart a thousand pages reconnect at once.
 */
export function createChatPresencePush(io: SocketServer, deps: ChatPresenceDeps) {
  const { models } = deps;
  const turned = new Set<string>();
  let moved = new Set<string>();
  const openChats = () =>
    [...io.sockets.adapter.rooms.keys()].flatMap(room =>
      room.startsWith(chatRoom('')) ? room.slice(chatRoom('').length) : [],
    );
  const concerns = (people: ReadonlySet<string>, conversation: string) => {
    const row = models.conversationRowOf(conversation);
    return row !== undefined && participantIds(row).some(id => people.has(id));
  };
  const emit = (conversation: string) =>
    io.local
      .to(chatRoom(conversation))
      .emit('chat:here', { conversation, people: chatPresenceOf(io, deps, conversation) });
  return {
    /** Notes that one of this person's pages connected or disconnected. */
    note: (personId: string) => void moved.add(personId),
    /** Notes that a page opened or left this conversation. */
    turn: (conversation: string) => void turned.add(conversation),
    tell() {
      const people = moved;
      moved = new Set();
      if (people.size > 0)
        for (const conversation of openChats()) if (concerns(people, conversation)) turned.add(conversation);
      for (const conversation of [...turned].slice(0, maxPushesPerTick)) {
        turned.delete(conversation);
        emit(conversation);
      }
    },
  };
}
