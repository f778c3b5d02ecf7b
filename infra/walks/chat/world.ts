/**
 * Environment of a chat run: a server that restarts, a log that fails, an unreliable network and virtual
 * time.
 */
import { createRandom, type Random } from '#events/script/random.ts';
import { createWalk } from '#projections/testing/walk.ts';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import type { EventStore } from '#services/eventstore/port.ts';
import { faultlessNetwork, type NetworkConditions } from './network.ts';
import type { PageEnvironment } from './page.ts';
import { type ChatServer, openChatServer } from './server.ts';
import { createVirtualTime } from './virtual-time.ts';

export const walkConversationId = 'service.doctor';
const start = Date.parse('2026-11-20T08:00:00Z');

export type ChatSimulationOptions = {
  /** The log; default: in memory. */
  store?: EventStore;
  /** Folder of the read models; default: in memory. */
  rows?: string;
};

const weatherOf = (random: Random): NetworkConditions => {
  const slow = random.pick([20, 200, 2_000]);
  if (random.chance(0.5)) return { ...faultlessNetwork, slow };
  return { kind: 'wild', slow, twice: random.pick([0.05, 0.3]), lost: random.pick([0, 0.05, 0.3]) };
};

/**
 * The log with faults: while it fails, half of the appends are refused, or stored without an acknowledgement.
 */
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

/**
 * A call as HTTP makes it: delayed in both directions, and sometimes lost, before it arrives or after it was
 * handled.
 */
function createCall({
  time,
  random,
  weather,
  there,
}: Pick<PageEnvironment, 'time' | 'random' | 'weather'> & { there: () => boolean }) {
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

export type ChatSimulation = Awaited<ReturnType<typeof openChatSimulation>>;

export async function openChatSimulation(
  seed: number,
  { rows = ':memory:', ...options }: ChatSimulationOptions,
) {
  const random = createRandom(seed);
  const time = createVirtualTime();
  // The id has no dash, because a dash ends the log's id in positions.
  const log = options.store ?? createMemoryStore({ id: `log${seed}` });
  await createWalk({ seed: 1, log }).setUp();
  let [failing, skew, weather] = [false, 0, weatherOf(random)];
  const clock = { now: () => start + time.now() + skew };
  const store = withFaults(log, random, () => failing);
  const open = () => openChatServer({ store, rows, time, clock, random });
  let node: ChatServer | undefined = await open();
  const faults: unknown[] = [];

  const idle = async () => {
    await node?.idle();
    await new Promise<void>(resolve => setImmediate(resolve));
    if (faults.length > 0) throw faults[0];
  };
  /** Advances the time. Sometimes many timers run before the server has handled the first. */
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
  /** @throws Error while no server runs */
  const there = (): ChatServer => {
    if (!node) throw new Error('no server');
    return node;
  };
  const pages: PageEnvironment = {
    time,
    random,
    conversation: walkConversationId,
    weather: () => weather,
    connect: conn => (node ? node.connect(conn) : time.after(1, () => conn.close())),
    call: createCall({ time, random, weather: () => weather, there: () => node !== undefined }),
    history: async (who, asked) => there().history(who, walkConversationId, asked),
  };
  return {
    time,
    random,
    pass,
    pages,
    node: there,
    /** Records a violation found inside a callback; the run then fails with it. */
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
      [weather, failing] = [faultlessNetwork, false];
    },
    close: async () => node?.close(),
  };
}
