/** Who of a conversation's people is there: told to those who have it open, and nowhere kept. */
import type { ChatHere } from '#events/wire.ts';
import { participantIds } from '#projections/chat/participation.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { type Among, createHere } from './among.ts';
import { chatRoom, type Io } from './sockets.ts';

/** Conversations of which it is told in one go; the others follow with the next. */
const mostTold = 24;

export type HereDeps = { models: Pick<ReadModels, 'conversationRowOf' | 'personRef'>; among: Among };

/** Those who have it open, and those of its people whose pages are connected. */
export function hereIn(io: Io, { models, among }: HereDeps, conversation: string): ChatHere['people'] {
  const here = createHere(io);
  const open = new Set([...here.open(conversation), ...among.open(conversation)]);
  const row = models.conversationRowOf(conversation);
  const online = (row ? participantIds(row) : []).filter(id => here.online(id) || among.online(id));
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
export function createComings(io: Io, deps: HereDeps) {
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
      .emit('chat:here', { conversation, people: hereIn(io, deps, conversation) });
  return {
    /** A page of this person's has come or gone. */
    note: (personId: string) => void moved.add(personId),
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
