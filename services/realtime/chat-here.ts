/** Who of a conversation's people is there: told to those who have it open, and nowhere kept. */
import type { ChatHere } from '#events/wire.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { chatRoom, type Io, type LiveSocket, personRoom, socketsIn } from './sockets.ts';

/** Conversations of which it is told in one go; the others follow with the next. */
const mostTold = 24;

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

/**
 * Conversations that somebody has opened or left, and people whose first page has come or whose last one has gone: those
 * who have such a conversation open are told together and not each time, since a thousand pages come back at once after
 * a restart.
 */
export function createComings(io: Io, models: Models) {
  const turned = new Set<string>();
  let moved = new Set<string>();
  const openChats = () =>
    [...io.sockets.adapter.rooms.keys()].flatMap(room =>
      room.startsWith(chatRoom('')) ? room.slice(chatRoom('').length) : [],
    );
  const concerns = (people: ReadonlySet<string>, conversation: string) => {
    const row = models.conversationRowOf(conversation);
    return row !== undefined && (people.has(row.ownerId) || row.present.some(id => people.has(id)));
  };
  const emit = (conversation: string) =>
    io
      .to(chatRoom(conversation))
      .emit('chat:here', { conversation, people: hereIn(io, models, conversation) });
  return {
    /** A page has come or gone. */
    note: (socket: LiveSocket) => void moved.add(socket.data.viewer.id),
    /** A page has opened a conversation, or left it. */
    turn: (conversation: string) => void turned.add(conversation),
    tell() {
      const people = moved;
      moved = new Set();
      if (people.size > 0)
        for (const conversation of openChats()) if (concerns(people, conversation)) turned.add(conversation);
      for (const conversation of [...turned].slice(0, mostTold)) {
        turned.delete(conversation);
        emit(conversation);
      }
    },
  };
}
