/** Pages that talk: they open a conversation, say something, and hold what they were told of it. */
import type { ChatOpened, ChatSent, ServerToClient } from '#events/wire.ts';
import type { ChatMessage } from '#projections/chat/item.ts';
import { type Page, viewer, type World } from './world.ts';

/** The service conversation of the doctor of the walk. */
export const own = 'service.doctor';

type Words = { client?: string; text?: string; replyTo?: string };
type Opened = Extract<ChatOpened<ChatMessage>, { ok: true }>;

/** What the server answers to anything at all. */
export const ask = (page: Page, event: 'chat:open' | 'chat:send', message: unknown): Promise<unknown> =>
  // The boundary that is tested: a page may say anything.
  page.socket.emitWithAck(event, message as never);

/** Opens a conversation; the answer is the server's. */
export const open = (page: Page, conversation: string, after?: string): Promise<ChatOpened<ChatMessage>> =>
  // The boundary: items are messages as HTTP answers them.
  page.socket.emitWithAck('chat:open', { conversation, ...(after ? { after } : {}) }) as Promise<
    ChatOpened<ChatMessage>
  >;

/** @throws Error where it is none of theirs */
export async function opened(page: Page, conversation: string, after?: string): Promise<Opened> {
  const answer = await open(page, conversation, after);
  if (!answer.ok) throw new Error(`${conversation} is not theirs`);
  return answer;
}

/** Pages of these people, each with the conversation open. */
export async function enter<Who extends string[]>(world: World, conversation: string, ...who: Who) {
  const pages = await Promise.all(who.map(person => world.enter(person)));
  for (const page of pages) await opened(page, conversation);
  // The boundary: as many pages as people.
  return pages as { [N in keyof Who]: Page };
}

export const say = (page: Page, conversation: string, words: Words | string): Promise<ChatSent> =>
  page.socket.emitWithAck('chat:send', {
    conversation,
    client: crypto.randomUUID(),
    ...(typeof words === 'string' ? { text: words } : words),
  });

/** Says it, and waits until everybody could be told. */
export async function said(world: World, page: Page, conversation: string, words: Words | string) {
  const answer = await say(page, conversation, words);
  if (!answer.ok) throw new Error(`refused: ${answer.code}`);
  await world.followed();
  return answer;
}

/** All messages that a page was told, in the order of their coming. */
export const heard = (page: Page, conversation: string = own): ChatMessage[] =>
  page.told.flatMap(t =>
    // The boundary, as above.
    t.event === 'chat' && t.message.conversation === conversation ? (t.message.items as ChatMessage[]) : [],
  );

export const texts = (page: Page, conversation: string = own) => heard(page, conversation).map(m => m.text);

/** What was told of one kind. */
export const toldOf = <E extends keyof ServerToClient>({ told }: Page, event: E) =>
  // The boundary: messages of an event are of its type.
  told.flatMap(t => (t.event === event ? [t.message as Parameters<ServerToClient[E]>[0]] : []));

/** Everything that was said so far is on all these pages. */
export async function settled(world: World, ...pages: Page[]): Promise<void> {
  await world.followed();
  for (const page of pages) await page.settled();
}

/** The whole history as a person reads it now. */
export function history(
  { deps: { models } }: World,
  person: string,
  conversation: string = own,
): ChatMessage[] {
  const names = { person: models.personRef, logId: models.logId };
  if (!models.talk({ viewer: viewer(person), hidden: false, ...names }, conversation)) return [];
  return models.saidPage(names, conversation, { after: 0, size: 100_000 });
}
