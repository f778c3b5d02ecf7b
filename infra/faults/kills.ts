/** kill -9 of any process at any moment, over the whole stack, while people act. */
import { seededRandom } from '#services/eventstore/crash/seeded-random.ts';
import type { Stack } from '../stack/stack.ts';
import type { TestServer } from '../testing/server.ts';
import type { Report } from './fault.ts';
import { peopleAtWork } from './people.ts';
import { sound } from './sound.ts';

/** `ahead` as `peopleAtWork` has it. */
export type KillOptions = { kills: number; seed: number; ahead?: number };

/** Kills a process, and starts it again. */
type Harm = { what: string; kill(): Promise<void>; again(): Promise<unknown> };

const nodeHarm = (
  stack: Stack,
  what: string,
  current: () => TestServer,
  keep: (next: TestServer) => void,
): Harm => ({
  what,
  kill: () => current().stop({ keep: true, signal: 'SIGKILL' }),
  again: async () => keep(await stack.again(current())),
});

/** Everything that runs. A log that is somebody else's is left alone. */
function harmsOf(stack: Stack): Harm[] {
  const { servers } = stack;
  const { log, kafka, redis, s3 } = servers;
  const nodes = stack.nodes.map((server, i) => {
    let current = server;
    return nodeHarm(
      stack,
      `node ${i + 1}`,
      () => current,
      next => {
        current = next;
        stack.nodes[i] = next;
      },
    );
  });
  const relay = nodeHarm(
    stack,
    'the relay',
    () => stack.relay,
    next => {
      stack.relay = next;
    },
  );
  const { worker } = stack;
  const others: Harm[] = [
    { what: 'Kafka', kill: kafka.kill, again: kafka.restart },
    { what: 'Redis', kill: redis.kill, again: redis.again },
    { what: 'S3', kill: s3.kill, again: s3.again },
  ];
  if (log.server) others.push({ what: 'the log', kill: log.server.kill, again: log.server.again });
  if (!worker) return [...nodes, relay, ...others];
  let current = worker;
  const works = nodeHarm(
    stack,
    'the worker',
    () => current,
    next => {
      current = next;
    },
  );
  return [...nodes, works, relay, ...others];
}

/** Each once before any twice, in an order that follows from the seed. */
function* inTurns(harms: readonly Harm[], random: () => number): Generator<Harm> {
  for (;;) {
    const left = [...harms];
    while (left.length > 0) {
      const [next] = left.splice(Math.floor(random() * left.length), 1);
      if (next) yield next;
    }
  }
}

/** @returns what was seen @throws Error that says what was lost, doubled or different */
export async function killAny(
  stack: Stack,
  { kills, seed, ahead }: KillOptions,
  report: Report,
): Promise<string> {
  const random = seededRandom(seed);
  const work = await peopleAtWork(
    stack.nodes.map(({ url }) => url),
    ahead,
  );
  const killed = new Map<string, number>();
  const order = inTurns(harmsOf(stack), random);
  for (let n = 0; n < kills; n++) {
    await work.more(1 + Math.floor(random() * 12));
    const { value: harm } = order.next();
    if (!harm) break;
    await harm.kill();
    await harm.again();
    killed.set(harm.what, (killed.get(harm.what) ?? 0) + 1);
    if ((n + 1) % 10 === 0)
      report(`${n + 1} of ${kills} kills, ${work.told.acknowledged.length} commands acknowledged`);
  }
  await work.more(20);
  const seen = await sound(stack, await work.stop());
  return `${[...killed].map(([what, n]) => `${what} ${n}`).join(', ')}; ${seen}`;
}
