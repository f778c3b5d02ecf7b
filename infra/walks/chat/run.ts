/**
 * One run of a seed: users chat while connections break, servers restart and clocks jump. Then all faults end
 * and the pages are compared with the log.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ChatMessage } from '#projections/chat/item.ts';
import type { ThreadState } from '#web/features/chat/thread-state.ts';
import { openChatPage, type SimulatedChatPage } from './page.ts';
import { type ActCounts, createRandomActor, type SentTextByMessageId } from './random-acts.ts';
import {
  type ChatSimulation,
  type ChatSimulationOptions,
  openChatSimulation,
  walkConversationId,
} from './world.ts';

/**
 * Milliseconds from the end of the faults until everything must have arrived, and for reading a page's
 * history.
 */
const healMs = 60_000;
const readMs = 1_000;
/** Number of random acts in a run. */
const acts = 120;
const people = ['doctor', 'assistant', 'service', 'supervisor', 'doctor', 'service'];

/**
 * Checks each shown state: the messages are consecutive, without duplicates, and a number never changes its
 * message.
 */
function createCheck(world: ChatSimulation) {
  const ids = new Map<number, string>();
  return ({ window }: ThreadState) => {
    for (const [i, { seq, id }] of window.messages.entries()) {
      const before = window.messages[i - 1];
      const known = ids.get(seq) ?? id;
      if (before && seq !== before.seq + 1) world.fault(new Error(`${seq} follows ${before.seq}`));
      if (known !== id) world.fault(new Error(`number ${seq} was ${known}, and is ${id}`));
      ids.set(seq, id);
    }
  };
}

/** @throws Error with the seed; its cause names the page and the difference */
export async function runChatSimulation(
  seed: number,
  options: ChatSimulationOptions = {},
): Promise<ActCounts> {
  try {
    return await talk(seed, options);
  } catch (error) {
    throw new Error(`seed ${seed}`, { cause: error });
  }
}

async function talk(seed: number, options: ChatSimulationOptions): Promise<ActCounts> {
  const world = await openChatSimulation(seed, options);
  const { random, pass } = world;
  const [said, ran]: [SentTextByMessageId, ActCounts] = [
    new Map(),
    { said: 0, amended: 0, refused: 0, cuts: 0, restarts: 0 },
  ];
  const check = createCheck(world);
  const pages = people
    .slice(0, 2 + random.below(people.length - 1))
    .map((who, i) => openChatPage(world.pages, who, `${who}-${i}`, check));
  const act = createRandomActor(world, pages, said, ran);
  for (let i = 0; i < acts; i++) {
    await act();
    await pass(random.below(random.pick([5, 100, 3_000])));
  }
  world.heal();
  for (const page of pages) page.online(true);
  await pass(healMs);
  for (const page of pages) await readAll(world, page);
  compare(world, pages, said);
  for (const page of pages) page.thread().end();
  await world.close();
  return ran;
}

/** Loads the messages that a page does not hold. The page received the others by pushes. */
async function readAll({ pass }: ChatSimulation, page: SimulatedChatPage): Promise<void> {
  if (!page.shown().window.following) {
    void page.thread().toNewest();
    await pass(readMs);
  }
  for (let n = 0; n < 20 && (page.shown().window.messages[0]?.seq ?? 1) > 1; n++) {
    void page.thread().load('earlier');
    await pass(readMs);
  }
}

/**
 * Verifies that every page shows the whole log in order, that each sent message is stored once, and that no
 * message waits.
 */
function compare(
  { node }: ChatSimulation,
  pages: readonly SimulatedChatPage[],
  said: SentTextByMessageId,
): void {
  const order = node().history('supervisor', walkConversationId, { after: 0, size: 100_000 })?.items ?? [];
  const stored = new Set(order.map(m => m.client));
  if (stored.size !== order.length) throw new Error('a message was stored twice');
  for (const [client, text] of said) if (!stored.has(client)) throw new Error(`${text} was lost`);
  if (stored.size !== said.size) throw new Error('a message was stored that no page sent');
  const marks = node().models.conversationRowOf(walkConversationId)?.marks ?? {};
  for (const page of pages) {
    same(page, order);
    const { got = 0 } = marks[page.who] ?? {};
    if (got !== order.length)
      throw new Error(`${page.who} has ${order.length}, but its read mark says ${got}`);
  }
}

function same({ name, shown }: SimulatedChatPage, order: readonly ChatMessage[]): void {
  const { standing, window, pending } = shown();
  if (standing !== 'ready') throw new Error(`${name} is ${standing}`);
  if (pending.length > 0) throw new Error(`${name} has still ${pending.map(p => `${p.text} (${p.state})`)}`);
  if (window.messages.length !== order.length)
    throw new Error(`${name} shows ${window.messages.length} of ${order.length}`);
  for (const [i, message] of order.entries())
    if (!isDeepStrictEqual(window.messages[i], message))
      throw new Error(
        `${name} shows ${JSON.stringify(window.messages[i])}, sent was ${JSON.stringify(message)}`,
      );
}
