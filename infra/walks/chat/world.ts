/** A server that is started again, a log that fails, a net with weather, and time that passes as it is told to. */
import { createRandom, type Random } from '#events/script/random.ts';
import { createWalk } from '#projections/testing/walk.ts';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import type { EventStore } from '#services/eventstore/port.ts';
import { calm, type Weather } from './net.ts';
import type { PageWorld } from './page.ts';
import { type Node, openNode } from './server.ts';
import { createTime } from './time.ts';

export const conversation = 'service.doctor';
const start = Date.parse('2026-11-20T08:00:00Z');

export type WorldOptions = {
  /** The log; default: in memory. */
  store?: EventStore;
  /** Folder of the rows; default: in memory. */
  rows?: string;
};

const weatherOf = (random: Random): Weather => {
  const slow = random.pick([20, 200, 2_000]);
  if (random.chance(0.5)) return { ...calm, slow };
  return { kind: 'wild', slow, twice: random.pick([0.05, 0.3]), lost: random.pick([0, 0.05, 0.3]) };
};

/** The log; while it fails, half of what is written is refused, or is stored and nobody learns of it. */
function withFaults(log: EventStore, random: Random, failing: () => boolean): EventStore {
  return {
    ...log,
    append: async (...written) => {
      if (failing() && random.chance(0.5)) throw new Error('the disk is full');
      const answer = await log.append(...written);
      if (failing() && random.chance(0.5)) throw new Error('the disk is slow');
      return answer;
    },
  };
}

/** A call as HTTP makes it: late both ways, and at times in vain, before it arrived or after it was done. */
function createCall({
  time,
  random,
  weather,
  there,
}: Pick<PageWorld, 'time' | 'random' | 'weather'> & { there: () => boolean }) {
  const way = () => 1 + random.below(weather().slow);
  const none = () => new Error('no answer');
  return <T>(run: () => T | Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const fails = random.chance(weather().lost);
      const lost = (why: unknown) => void time.after(way(), () => reject(why));
      time.after(way(), () => {
        if (!there() || (fails && random.chance(0.5))) return lost(none());
        Promise.resolve()
          .then(run)
          .then(answer => (fails ? lost(none()) : void time.after(way(), () => resolve(answer))), lost);
      });
    });
}

export type World = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld(seed: number, { rows = ':memory:', ...options }: WorldOptions) {
  const random = createRandom(seed);
  const time = createTime();
  // Without a dash: the log's id stands before one in positions.
  const log = options.store ?? createMemoryStore({ id: `log${seed}` });
  await createWalk({ seed: 1, log }).setUp();
  let [failing, skew, weather] = [false, 0, weatherOf(random)];
  const clock = { now: () => start + time.now() + skew };
  const store = withFaults(log, random, () => failing);
  const open = () => openNode({ store, rows, time, clock, random });
  let node: Node | undefined = await open();
  const faults: unknown[] = [];

  const idle = async () => {
    await node?.idle();
    await new Promise<void>(resolve => setImmediate(resolve));
    if (faults.length > 0) throw faults[0];
  };
  /** Lets so many milliseconds pass; at times much is begun before the server has done the first of it. */
  const pass = async (milliseconds: number) => {
    let over = false;
    time.after(milliseconds, () => {
      over = true;
    });
    while (!over) {
      time.step();
      if (!random.chance(0.3)) await idle();
    }
    await idle();
  };
  /** @throws Error while there is none */
  const there = (): Node => {
    if (!node) throw new Error('no server');
    return node;
  };
  const pages: PageWorld = {
    time,
    random,
    conversation,
    weather: () => weather,
    connect: conn => (node ? node.connect(conn) : time.after(1, () => conn.close())),
    call: createCall({ time, random, weather: () => weather, there: () => node !== undefined }),
    history: async (who, asked) => there().history(who, conversation, asked),
  };
  return {
    time,
    random,
    pass,
    pages,
    node: there,
    /** What must not be, noticed where nobody can be told: the run ends with it. */
    fault: (error: unknown) => void faults.push(error),
    restart: async () => {
      const old = there();
      node = undefined;
      await old.close();
      await pass(random.below(5_000));
      node = await open();
    },
    turnWeather: () => {
      weather = weatherOf(random);
    },
    turnLog: () => {
      failing = !failing;
    },
    jump: (milliseconds: number) => {
      skew += milliseconds;
    },
    heal: () => {
      [weather, failing] = [calm, false];
    },
    close: async () => node?.close(),
  };
}
