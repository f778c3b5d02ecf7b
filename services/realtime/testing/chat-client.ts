/** A page's side of a conversation: open, send, and read what was received. */
import type { ChatOpenAnswer, ChatSendAnswer, ServerToClient } from '#events/wire.ts';
import type { ChatMessage } from '#projections/chat/item.ts';
import { type RealtimeWorld, type TestPage, viewerById } from './realtime-world.ts';

/** The service conversation of the walk's doctor. */
export const doctorConversation = 'service.doctor';

type Words = { client?: string; text?: string; replyTo?: string };
type Opened = Extract<ChatOpenAnswer<ChatMessage>, { ok: true }>;

/** Sends a chat request of any shape and returns the server's answer. */
export const sendChatRequest = (
  page: TestPage,
  event: 'chat:open' | 'chat:send',
  message: unknown,
): Promise<unknown> =>
  // Why the cast: the tests send invalid messages too, because a page may send anything.
  page.socket.emitWithAck(event, message as never);

/** Opens a conversation and returns the server's answer. */
export const openConversation = (
  page: TestPage,
  conversation: string,
  after?: string,
): Promise<ChatOpenAnswer<ChatMessage>> =>
  // The cast is safe: the server presents these items as it does for HTTP.
  page.socket.emitWithAck('chat:open', { conversation, ...(after ? { after } : {}) }) as Promise<
    ChatOpenAnswer<ChatMessage>
  >;

/** @throws Error if the person may not open the conversation */
export async function openAllowedConversation(
  page: TestPage,
  conversation: string,
  after?: string,
): Promise<Opened> {
  const answer = await openConversation(page, conversation, after);
  if (!answer.ok) throw new Error(`${conversation} is not theirs`);
  return answer;
}

/** Connects a page for each person and opens the conversation on it. */
export async function connectPagesTo<Who extends string[]>(
  world: RealtimeWorld,
  conversation: string,
  ...who: Who
) {
  const pages = await Promise.all(who.map(person => world.enter(person)));
  for (const page of pages) await openAllowedConversation(page, conversation);
  // The cast is safe: `pages` has one page for each person of `who`.
  return pages as { [N in keyof Who]: TestPage };
}

export const sendMessage = (
  page: TestPage,
  conversation: string,
  words: Words | string,
): Promise<ChatSendAnswer> =>
  page.socket.emitWithAck('chat:send', {
    conversation,
    client: crypto.randomUUID(),
    ...(typeof words === 'string' ? { text: words } : words),
  });

/** Sends a message and waits until the read models have followed. */
export async function sendAndAwaitReadModels(
  world: RealtimeWorld,
  page: TestPage,
  conversation: string,
  words: Words | string,
) {
  const answer = await sendMessage(page, conversation, words);
  if (!answer.ok) throw new Error(`refused: ${answer.code}`);
  await world.followed();
  return answer;
}

/** All messages that a page received, in order. */
export const receivedMessages = (page: TestPage, conversation: string = doctorConversation): ChatMessage[] =>
  page.told.flatMap(t =>
    // The cast is safe: the server presents these items as it does for HTTP.
    t.event === 'chat' && t.message.conversation === conversation ? (t.message.items as ChatMessage[]) : [],
  );

export const receivedTexts = (page: TestPage, conversation: string = doctorConversation) =>
  receivedMessages(page, conversation).map(m => m.text);

/** All events of one kind that a page received. */
export const receivedEvents = <E extends keyof ServerToClient>({ told }: TestPage, event: E) =>
  // The cast is safe: all messages of an event have the type that ServerToClient declares for it.
  told.flatMap(t => (t.event === event ? [t.message as Parameters<ServerToClient[E]>[0]] : []));

/** Waits until these pages have received everything sent so far. */
export async function waitUntilPagesReceived(world: RealtimeWorld, ...pages: TestPage[]): Promise<void> {
  await world.followed();
  for (const page of pages) await page.settled();
}

/** The whole history of a conversation as a person reads it now. */
export function readHistory(
  { deps: { models } }: RealtimeWorld,
  person: string,
  conversation: string = doctorConversation,
): ChatMessage[] {
  const names = { person: models.personRef, logId: models.logId };
  if (!models.talk({ viewer: viewerById(person), hidden: false, ...names }, conversation)) return [];
  return models.saidPage(names, conversation, { after: 0, size: 100_000 });
}
