/** Random acts of users and of the environment, chosen by weight. */
import type { SimulatedChatPage } from './page.ts';
import { type ChatSimulation, walkConversationId } from './world.ts';

/** Counts of what happened in a run. A run in which nothing happens proves nothing. */
export type ActCounts = { said: number; amended: number; refused: number; cuts: number; restarts: number };

/** Texts of sent messages by the sender's message id. */
export type SentTextByMessageId = Map<string, string>;

/** Number of newest shown messages that may be answered or edited. */
const recent = 6;
/** Number of messages in a burst that exceeds the rate limit. */
const fast = 40;
const dayMs = 86_400_000;

function write({ random }: ChatSimulation, page: SimulatedChatPage, said: SentTextByMessageId): void {
  const messages = page.shown().window.messages.slice(-recent);
  const replyTo = messages.length > 0 && random.chance(0.4) ? random.pick(messages).id : null;
  const text = `m${said.size}`;
  said.set(page.thread().send({ text, replyTo }), text);
}

/** Edits or deletes a message by a call that may fail and is not retried. */
function amend({ random, pages, node }: ChatSimulation, page: SimulatedChatPage, ran: ActCounts): void {
  const own = page.shown().window.messages.filter(m => m.by.id === page.who && !m.deleted);
  if (own.length === 0) return;
  const { id } = random.pick(own.slice(-recent));
  const text = random.chance(0.7) ? `edited ${random.below(1e6)}` : undefined;
  const run = async () => {
    const { chat, person } = node();
    if (text) await chat.talk.edit(person(page.who), walkConversationId, id, { text });
    else await chat.talk.remove(person(page.who), walkConversationId, id);
  };
  ran.amended += 1;
  void pages.call(run).catch(() => {
    ran.refused += 1;
  });
}

/** Returns a function that performs one random act of a page, of its connection or of the world. */
export function createRandomActor(
  world: ChatSimulation,
  pages: readonly SimulatedChatPage[],
  said: SentTextByMessageId,
  ran: ActCounts,
) {
  const { random, time } = world;
  const any = () => random.pick(pages);
  const some = (most: number) => Math.round((random.next() - 0.5) * 2 * most);
  const talks: [number, (page: SimulatedChatPage) => void][] = [
    [30, page => write(world, page, said)],
    [
      1,
      page => {
        for (let i = 0; i < fast; i++) write(world, page, said);
      },
    ],
    [17, page => amend(world, page, ran)],
    [3, page => page.thread().sayTyping()],
    [6, page => page.thread().sayRead(page.shown().window.count)],
    [4, page => void page.thread().load('earlier')],
    [2, page => void page.thread().load('later')],
    [2, page => void page.thread().jumpTo(1 + random.below(1 + page.shown().window.count))],
    [2, page => void page.thread().toNewest()],
  ];
  const breaks: [number, (page: SimulatedChatPage) => void | Promise<void>][] = [
    [5, page => page.cut()],
    [4, page => page.stall()],
    [
      2,
      page => {
        page.online(false);
        time.after(random.below(60_000), () => page.online(true));
      },
    ],
    [3, page => page.reload()],
    [2, page => page.reopen()],
    [2, page => page.jump(some(dayMs))],
    [2, () => world.jump(some(dayMs / 24))],
    [3, world.turnWeather],
    [2, world.turnLog],
    [
      2,
      () => {
        ran.restarts += 1;
        return world.restart();
      },
    ],
  ];
  const all = [...talks, ...breaks];
  const total = all.reduce((sum, [weight]) => sum + weight, 0);
  return async (): Promise<void> => {
    let at = random.below(total);
    const i = all.findIndex(([weight]) => {
      at -= weight;
      return at < 0;
    });
    if (i >= talks.length && i < talks.length + 3) ran.cuts += 1;
    await all[i]?.[1](any());
    ran.said = said.size;
  };
}
