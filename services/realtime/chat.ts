/** Conversations over the socket: open, send, read. A message is stored before it is acknowledged. */
import { parseConversationId } from '#events/chat/conversation.ts';
import { readMarksInputSchema } from '#events/chat/message.ts';
import { Refusal } from '#events/errors.ts';
import { type ChatOpenAnswer, type ChatSendAnswer, parseWirePosition, toWirePosition } from '#events/wire.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Chat } from '../chat/chat.ts';
import { refusalOfError } from '../http/envelope.ts';
import { chatPresenceOf } from './chat-presence.ts';
import type { ClusterPresence } from './cluster-presence.ts';
import { chatRoom, type LiveSocket, type SocketServer } from './sockets.ts';

export type ChatSocketDeps = {
  models: ReadModels;
  chat: Chat;
  among: ClusterPresence;
  /** Called when a page opens or leaves a conversation. Pushes the conversation's presence. */
  turned: (conversation: string) => void;
  log: { error(facts: object, words: string): void };
};

/** Maximum number of conversations that one page may have open: the page itself, the dock, and some during a switch. */
export const maxOpenConversations = 8;
/** Maximum number of missed messages sent to a page that returns. A page that missed more reads the history again. */
export const maxMissedMessages = 200;

/** The conversation id in a message, if it is well-formed. */
export const conversationIdIn = (message: unknown): string | undefined => {
  const named =
    typeof message === 'object' && message !== null && Object.hasOwn(message, 'conversation')
      ? Reflect.get(message, 'conversation')
      : undefined;
  return typeof named === 'string' && parseConversationId(named) ? named : undefined;
};

const rest = ({ conversation: _named, ...input }: Record<string, unknown>) => input;

/**
 * Opens a conversation on a page and returns the missed messages. Joins the room first, so that no message
 * falls between the answer and the first push.
 */
export function openChat(
  io: SocketServer,
  { models, turned, among }: Pick<ChatSocketDeps, 'models' | 'turned' | 'among'>,
  socket: LiveSocket,
  message: unknown,
): ChatOpenAnswer {
  const conversation = conversationIdIn(message);
  const { chats } = socket.data;
  if (!conversation || !models.talkFacts(socket.data.viewer, conversation)) return { ok: false };
  if (!chats.has(conversation) && chats.size >= maxOpenConversations) return { ok: false, full: true };
  chats.add(conversation);
  void socket.join(chatRoom(conversation));
  const after = Reflect.get(message as object, 'after');
  const since = typeof after === 'string' ? parseWirePosition(models.logId, after) : undefined;
  const names = { person: models.personRef, logId: models.logId };
  const items =
    since === undefined ? undefined : models.changedSaid(names, conversation, since, maxMissedMessages);
  turned(conversation);
  return {
    ok: true,
    position: toWirePosition(models.logId, models.position()),
    items: items ?? null,
    here: chatPresenceOf(io, { models, among }, conversation),
  };
}

export function leaveChat(
  { turned }: Pick<ChatSocketDeps, 'turned'>,
  socket: LiveSocket,
  conversation: string,
): void {
  if (!socket.data.chats.delete(conversation)) return;
  void socket.leave(chatRoom(conversation));
  turned(conversation);
}

/** Closes conversations that the viewer may no longer see and notifies the page. Keeps the others open. */
export function closeForbiddenChats(
  deps: Pick<ChatSocketDeps, 'models' | 'turned'>,
  socket: LiveSocket,
  of = [...socket.data.chats],
): void {
  for (const conversation of of) {
    if (deps.models.talkFacts(socket.data.viewer, conversation)) continue;
    leaveChat(deps, socket, conversation);
    socket.emit('chat:gone', { conversation });
  }
}

/** Stores a message. Never throws: a refusal is answered with its code. */
export async function sendChatMessage(
  { models, chat, log }: ChatSocketDeps,
  socket: LiveSocket,
  message: unknown,
): Promise<ChatSendAnswer> {
  try {
    const conversation = conversationIdIn(message);
    if (!conversation) throw new Refusal('notFound');
    // Cast: `conversationIdIn` has checked that the message is an object. The schema checks the rest.
    const input = rest(message as Record<string, unknown>);
    const { id, seq, position } = await chat.talk.send(socket.data.viewer, conversation, input);
    return { ok: true, id, seq, position: toWirePosition(models.logId, position) };
  } catch (error) {
    const refusal = refusalOfError(error);
    if (!refusal) log.error({ err: error }, 'storing a message failed');
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

/** Shows "is typing" to the others who have the conversation open. Not stored. */
export function reportTyping({ models, among }: ChatSocketDeps, socket: LiveSocket, message: unknown): void {
  const conversation = conversationIdIn(message);
  if (!conversation || !socket.data.chats.has(conversation)) return;
  const { id, name, position } = models.personRef(socket.data.viewer.id);
  socket.local
    .to(chatRoom(conversation))
    .emit('chat:typing', { conversation, person: { id, name, position } });
  among.typed(conversation, id);
}

/** Records how far a person has received and read a conversation, and passes the mark on for the next batch. */
export function storeReadMark(
  { models, chat }: ChatSocketDeps,
  socket: LiveSocket,
  message: unknown,
  told: (conversation: string, mark: { id: string; got: number; read: number }) => void,
): void {
  const conversation = conversationIdIn(message);
  if (!conversation) return;
  const { data: upTo } = readMarksInputSchema.safeParse(rest(message as Record<string, unknown>));
  if (!upTo || !models.talkFacts(socket.data.viewer, conversation)) return;
  const mark = chat.marks.note(conversation, socket.data.viewer.id, upTo);
  if (mark) told(conversation, mark);
}
