/** One run of a seed: people talk while lines break, servers restart and clocks jump; then everything heals, and is compared. */
import { isDeepStrictEqual } from 'node:util';
import type { ChatMessage } from '#projections/chat/item.ts';
import type { ThreadState } from '#web/features/chat/thread.ts';
import { createDoing, type Ran, type Said } from './doing.ts';
import { openPage, type Page } from './page.ts';
import { conversation, openWorld, type World, type WorldOptions } from './world.ts';

/** How long the healed world has until everything must have arrived, and a page until its history is read. Milliseconds. */
const healMs = 60_000;
const readMs = 1_000;
/** Things that people and the world do. */
const acts = 120;
const people = ['doctor', 'assistant', 'service', 'supervisor', 'doctor', 'service'];

/** What a page shows is always a run of the log: no hole, nothing twice, no number with another message than before. */
function createCheck(world: World) {
  const ids = new Map<number, string>();
  return ({ window }: ThreadState) => {
    for (const [i, { seq, id }] of window.messages.entries()) {
      const before = window.messages[i - 1];
      const known = ids.get(seq) ?? id;
      if (before && seq !== before.seq + 1) world.fault(new Error(`${seq} stands after ${before.seq}`));
      if (known !== id) world.fault(new Error(`number ${seq} was ${known}, and is ${id}`));
      ids.set(seq, id);
    }
  };
}

/** @throws Error that names the seed; its cause says who shows what otherwise than it was said */
export async function run(seed: number, options: WorldOptions = {}): Promise<Ran> {
  try {
    return await talk(seed, options);
  } catch (error) {
    throw new Error(`seed ${seed}`, { cause: error });
  }
}

async function talk(seed: number, options: WorldOptions): Promise<Ran> {
  const world = await openWorld(seed, options);
  const { random, pass } = world;
  const [said, ran]: [Said, Ran] = [new Map(), { said: 0, amended: 0, refused: 0, cuts: 0, restarts: 0 }];
  const check = createCheck(world);
  const pages = people
    .slice(0, 2 + random.below(people.length - 1))
    .map((who, i) => openPage(world.pages, who, `${who}-${i}`, check));
  const act = createDoing(world, pages, said, ran);
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

/** What a page does not hold is read; what it holds is what it has heard. */
async function readAll({ pass }: World, page: Page): Promise<void> {
  if (!page.shown().window.following) {
    void page.thread().toNewest();
    await pass(readMs);
  }
  for (let n = 0; n < 20 && (page.shown().window.messages[0]?.seq ?? 1) > 1; n++) {
    void page.thread().load('earlier');
    await pass(readMs);
  }
}

/** Every page shows the log, whole and in its order; everything that was said is in it once, and nothing waits. */
function compare({ node }: World, pages: readonly Page[], said: Said): void {
  const order = node().history('supervisor', conversation, { after: 0, size: 100_000 })?.items ?? [];
  const stored = new Set(order.map(m => m.client));
  if (stored.size !== order.length) throw new Error('a message was stored twice');
  for (const [client, text] of said) if (!stored.has(client)) throw new Error(`${text} was lost`);
  if (stored.size !== said.size) throw new Error('something was stored that nobody said');
  const marks = node().models.conversationRowOf(conversation)?.marks ?? {};
  for (const page of pages) {
    same(page, order);
    const { got = 0 } = marks[page.who] ?? {};
    if (got !== order.length) throw new Error(`${page.who} has ${order.length}, and is said to have ${got}`);
  }
}

function same({ name, shown }: Page, order: readonly ChatMessage[]): void {
  const { standing, window, pending } = shown();
  if (standing !== 'ready') throw new Error(`${name} is ${standing}`);
  if (pending.length > 0) throw new Error(`${name} has still ${pending.map(p => `${p.text} (${p.state})`)}`);
  if (window.messages.length !== order.length)
    throw new Error(`${name} shows ${window.messages.length} of ${order.length}`);
  for (const [i, message] of order.entries())
    if (!isDeepStrictEqual(window.messages[i], message))
      throw new Error(
        `${name} shows ${JSON.stringify(window.messages[i])}, said was ${JSON.stringify(message)}`,
      );
}
