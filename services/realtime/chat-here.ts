/** Who of a conversation's people is there: told to those who have it open, and nowhere kept. */
import type { ChatHere } from '#events/wire.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { chatRoom, type Io, type LiveSocket, personRoom, socketsIn } from './sockets.ts';

type Models = Pick<ReadModels, 'conversationRowOf' | 'personRef'>;

/** Those who have it open, and those of its people whose pages are connected. */
export function hereIn(io: Io, models: Models, conversation: string): ChatHere['people'] {
  const open = new Set(socketsIn(io, chatRoom(conversation)).map(({ data }) => data.viewer.id));
  const row = models.conversationRowOf(conversation);
  const { rooms } = io.sockets.adapter;
  const online = (row ? [row.ownerId, ...row.present] : []).filter(id => rooms.has(personRoom(id)));
  return [...new Set([...online, ...open])].map(id => {
    const { name, position } = models.personRef(id);
    return { id, name, position, here: open.has(id) };
  });
}

export function tellHere(io: Io, models: Models, conversation: string): void {
  const room = chatRoom(conversation);
  if (!io.sockets.adapter.rooms.has(room)) return;
  io.to(room).emit('chat:here', { conversation, people: hereIn(io, models, conversation) });
}

/**
 * People whose first page has come or whose last one has gone since: those in conversation with them are told, together
 * and not each time, since a thousand pages come back at once after a restart.
 */
export function createComings(io: Io, models: Models) {
  let moved = new Set<string>();
  const openChats = () => [...io.sockets.adapter.rooms.keys()].filter(room => room.startsWith(chatRoom('')));
  return {
    note: (socket: LiveSocket) => void moved.add(socket.data.viewer.id),
    tell() {
      if (moved.size === 0) return;
      const people = moved;
      moved = new Set();
      for (const room of openChats()) {
        const conversation = room.slice(chatRoom('').length);
        const row = models.conversationRowOf(conversation);
        if (row && [row.ownerId, ...row.present].some(id => people.has(id)))
          tellHere(io, models, conversation);
      }
    },
  };
}
