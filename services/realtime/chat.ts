/** Conversations over the socket: opened, said, read. What is said is stored before it is acknowledged. */
import { conversationOf } from '#events/chat/conversation.ts';
import { seenUpTo } from '#events/chat/message.ts';
import { Refusal } from '#events/errors.ts';
import { type ChatOpened, type ChatSent, readPosition, wirePosition } from '#events/wire.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Chat } from '../chat/chat.ts';
import { asRefusal } from '../http/envelope.ts';
import type { Among } from './among.ts';
import { hereIn } from './chat-here.ts';
import { chatRoom, type Io, type LiveSocket } from './sockets.ts';

export type ChatDeps = {
  models: ReadModels;
  chat: Chat;
  among: Among;
  /** Who has a conversation open has changed: those who have it open are told. */
  turned: (conversation: string) => void;
  log: { error(facts: object, words: string): void };
};

/** Conversations that one page has open at once: the page itself, the dock, and some that are being changed over. */
export const mostOpen = 8;
/** Messages that are given at once to whoever was away; beyond them the history is read anew. */
export const mostMissed = 200;

/** The conversation that a message names, where it has the form of one. */
export const conversationIn = (message: unknown): string | undefined => {
  const named =
    typeof message === 'object' && message !== null && Object.hasOwn(message, 'conversation')
      ? Reflect.get(message, 'conversation')
      : undefined;
  return typeof named === 'string' && conversationOf(named) ? named : undefined;
};

const rest = ({ conversation: _named, ...input }: Record<string, unknown>) => input;

/** Hears the conversation from here on, with nothing between what is given now and what comes. */
export function openChat(
  io: Io,
  { models, turned, among }: Pick<ChatDeps, 'models' | 'turned' | 'among'>,
  socket: LiveSocket,
  message: unknown,
): ChatOpened {
  const conversation = conversationIn(message);
  const { chats } = socket.data;
  if (!conversation || !models.talkFacts(socket.data.viewer, conversation)) return { ok: false };
  if (!chats.has(conversation) && chats.size >= mostOpen) return { ok: false, full: true };
  chats.add(conversation);
  void socket.join(chatRoom(conversation));
  const after = Reflect.get(message as object, 'after');
  const since = typeof after === 'string' ? readPosition(models.logId, after) : undefined;
  const names = { person: models.personRef, logId: models.logId };
  const items = since === undefined ? undefined : models.changedSaid(names, conversation, since, mostMissed);
  turned(conversation);
  return {
    ok: true,
    position: wirePosition(models.logId, models.position()),
    items: items ?? null,
    here: hereIn(io, { models, among }, conversation),
  };
}

export function leaveChat(
  { turned }: Pick<ChatDeps, 'turned'>,
  socket: LiveSocket,
  conversation: string,
): void {
  if (!socket.data.chats.delete(conversation)) return;
  void socket.leave(chatRoom(conversation));
  turned(conversation);
}

/** Whoever is in a conversation no longer hears nothing more of it, and is told so. Those that are still theirs stay. */
export function leaveLost(
  deps: Pick<ChatDeps, 'models' | 'turned'>,
  socket: LiveSocket,
  of = [...socket.data.chats],
): void {
  for (const conversation of of) {
    if (deps.models.talkFacts(socket.data.viewer, conversation)) continue;
    leaveChat(deps, socket, conversation);
    socket.emit('chat:gone', { conversation });
  }
}

/** Stores what is said. Never throws: what is refused is told with its code. */
export async function sayChat(
  { models, chat, log }: ChatDeps,
  socket: LiveSocket,
  message: unknown,
): Promise<ChatSent> {
  try {
    const conversation = conversationIn(message);
    if (!conversation) throw new Refusal('notFound');
    // The boundary: an object, as `conversationIn` has seen; the schema judges the rest.
    const input = rest(message as Record<string, unknown>);
    const { id, seq, position } = await chat.talk.send(socket.data.viewer, conversation, input);
    return { ok: true, id, seq, position: wirePosition(models.logId, position) };
  } catch (error) {
    const refusal = asRefusal(error);
    if (!refusal) log.error({ err: error }, 'a message could not be stored');
    const { code, data } = refusal ?? new Refusal('internal');
    const wait = data?.retryAfter;
    return {
      ok: false,
      code,
      issues: data?.issues ?? [],
      ...(typeof wait === 'number' ? { retryAfter: wait } : {}),
    };
  }
}

/** Somebody writes: told to the others who have it open, and nowhere kept. */
export function typeChat({ models, among }: ChatDeps, socket: LiveSocket, message: unknown): void {
  const conversation = conversationIn(message);
  if (!conversation || !socket.data.chats.has(conversation)) return;
  const { id, name, position } = models.personRef(socket.data.viewer.id);
  socket.local
    .to(chatRoom(conversation))
    .emit('chat:typing', { conversation, person: { id, name, position } });
  among.typed(conversation, id);
}

/** How far this person has come: told to those who have it open together with what others say of themselves. */
export function readChat(
  { models, chat }: ChatDeps,
  socket: LiveSocket,
  message: unknown,
  told: (conversation: string, mark: { id: string; got: number; read: number }) => void,
): void {
  const conversation = conversationIn(message);
  if (!conversation) return;
  const { data: upTo } = seenUpTo.safeParse(rest(message as Record<string, unknown>));
  if (!upTo || !models.talkFacts(socket.data.viewer, conversation)) return;
  const mark = chat.marks.note(conversation, socket.data.viewer.id, upTo);
  if (mark) told(conversation, mark);
}
