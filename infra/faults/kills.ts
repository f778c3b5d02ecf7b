/** Fault: kill -9 of any process of the stack at any moment, while users work. */
import { createSeededRandom } from '#services/eventstore/crash/seeded-random.ts';
import type { TestStack } from '../stack/stack.ts';
import type { ServerProcess } from '../testing/server.ts';
import type { ProgressPrinter } from './fault.ts';
import { verifyStack } from './verify-stack.ts';
import { startWorkload } from './workload.ts';

/** `ahead`: see `startWorkload`. */
export type KillOptions = { kills: number; seed: number; ahead?: number };

/** A process that can be killed and restarted. */
type KillTarget = { what: string; kill(): Promise<void>; restart(): Promise<unknown> };

const nodeTarget = (
  stack: TestStack,
  what: string,
  current: () => ServerProcess,
  keep: (next: ServerProcess) => void,
): KillTarget => ({
  what,
  kill: () => current().stop({ keep: true, signal: 'SIGKILL' }),
  restart: async () => keep(await stack.again(current())),
});

/** Every process of the stack. An external log (ESDB_URL) is not killed. */
function killTargetsOf(stack: TestStack): KillTarget[] {
  const { servers } = stack;
  const { log, kafka, redis, s3 } = servers;
  const nodes = stack.nodes.map((server, i) => {
    let current = server;
    return nodeTarget(
      stack,
      `node ${i + 1}`,
      () => current,
      next => {
        current = next;
        stack.nodes[i] = next;
      },
    );
  });
  const relay = nodeTarget(
    stack,
    'the relay',
    () => stack.relay,
    next => {
      stack.relay = next;
    },
  );
  const { worker } = stack;
  const others: KillTarget[] = [
    { what: 'Kafka', kill: kafka.kill, restart: kafka.restart },
    { what: 'Redis', kill: redis.kill, restart: redis.restart },
    { what: 'S3', kill: s3.kill, restart: s3.restart },
  ];
  if (log.server) others.push({ what: 'the log', kill: log.server.kill, restart: log.server.restart });
  if (!worker) return [...nodes, relay, ...others];
  let current = worker;
  const works = nodeTarget(
    stack,
    'the worker',
    () => current,
    next => {
      current = next;
    },
  );
  return [...nodes, works, relay, ...others];
}

/** Yields every process once before any process twice, in an order derived from the seed. */
function* inRandomOrder(harms: readonly KillTarget[], random: () => number): Generator<KillTarget, never> {
  for (;;) {
    const left = [...harms];
    while (left.length > 0) {
      const [next] = left.splice(Math.floor(random() * left.length), 1);
      if (next) yield next;
    }
  }
}

/** @returns a summary for the table of faults @throws Error naming what was lost, duplicated or different */
export async function testKills(
  stack: TestStack,
  { kills, seed, ahead }: KillOptions,
  report: ProgressPrinter,
): Promise<string> {
  const random = createSeededRandom(seed);
  const work = await startWorkload(
    stack.nodes.map(({ url }) => url),
    ahead,
  );
  const killed = new Map<string, number>();
  const order = inRandomOrder(killTargetsOf(stack), random);
  for (let n = 0; n < kills; n++) {
    await work.more(1 + Math.floor(random() * 12));
    const { value: harm } = order.next();
    if (!harm) break;
    await harm.kill();
    await harm.restart();
    killed.set(harm.what, (killed.get(harm.what) ?? 0) + 1);
    if ((n + 1) % 10 === 0)
      report(`${n + 1} of ${kills} kills, ${work.record.acknowledged.length} commands acknowledged`);
  }
  await work.more(20);
  const seen = await verifyStack(stack, await work.stop());
  return `${[...killed].map(([what, n]) => `${what} ${n}`).join(', ')}; ${seen}`;
}
