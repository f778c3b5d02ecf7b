/**
 * When cluster nodes go, a client sees the same kinds of answers in the same order as with three EventStoreDB 23.10.8
 * (`recorded/cluster.json`). The two scenarios without a quorum are left out: there the client leaves a rejection
 * unhandled, which ends the process. They are tested in `services/eventstore/esdb/cluster.cluster.test.ts`.
 */
import { setTimeout as rest } from 'node:timers/promises';
import { type CommandError, EventStoreDBClient, jsonEvent, START } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { type LogCluster, startLogCluster } from './cluster.ts';
import recorded from './recorded/cluster.json' with { type: 'json' };

type Seen = Record<'append' | 'read' | 'subscription', string[]>;

/** `0.2 to 1 s: unknown: Could not recognize … (9)` is `unknown`. What was under way as a node went is no answer. */
const kindsIn = (lines: readonly string[]) =>
  lines
    .map(line => /^[\d.]+ to [\d.]+ s: ([\w-]+)/.exec(line)?.[1] ?? line)
    .filter(kind => kind !== 'unavailable')
    .filter((kind, i, all) => kind !== all[i - 1]);

/** Asks three ways at once until it is told to stop. */
async function watch(cluster: LogCluster) {
  const client = EventStoreDBClient.connectionString(cluster.url);
  await client.appendToStream('a', jsonEvent({ type: 'x', data: {} }));
  const seen: Seen = { append: [], read: [], subscription: [] };
  const note = (of: keyof Seen, what: string) => void seen[of].push(`0 to 0 s: ${what}`);
  const failed = (of: keyof Seen) => (error: Partial<CommandError>) => note(of, error.type ?? 'Error');
  let watching = true;
  const each = async (work: () => Promise<unknown>) => {
    while (watching) {
      await work();
      await rest(20);
    }
  };
  const append = () =>
    client
      .appendToStream('a', jsonEvent({ type: 'x', data: {} }))
      .then(() => note('append', 'ok'), failed('append'));
  const read = async () => {
    try {
      for await (const _ of client.readStream('a', { maxCount: 1 }));
      note('read', 'ok');
    } catch (error) {
      failed('read')(error as CommandError);
    }
  };
  let live: ReturnType<typeof client.subscribeToAll> | undefined;
  const subscribe = () =>
    new Promise<void>(resolve => {
      const call = client.subscribeToAll({ fromPosition: START });
      live = call;
      call.on('confirmation', () => note('subscription', 'confirmed'));
      call.on('data', () => note('subscription', 'events'));
      call.on('error', (error: unknown) => {
        failed('subscription')(error as CommandError);
        resolve();
      });
      call.on('end', resolve);
    });
  const all = [each(append), each(read), each(subscribe)];
  const stop = async () => {
    watching = false;
    await live?.unsubscribe();
    await Promise.all(all);
    await client.dispose();
  };
  return { seen, stop };
}

const leader = (cluster: LogCluster) => cluster.leader() ?? expect.fail('nobody leads');
/** With for how long nobody leads then: long enough to be met, but for the frozen one, who is thawed after that. */
const acts: [string, number, (cluster: LogCluster) => Promise<void>][] = [
  ['leader killed, started again after 6 s', 2_000, cluster => cluster.kill(leader(cluster))],
  ['a follower killed, started again after 6 s', 2_000, cluster => cluster.kill(2)],
  [
    'leader frozen for 8 s',
    50,
    async cluster => {
      const frozen = leader(cluster);
      cluster.freeze(frozen);
      await expect.poll(() => cluster.leader()).toBeDefined();
      cluster.thaw(frozen);
    },
  ],
  ['leader asked to resign', 2_000, cluster => cluster.resign()],
];

test.each(acts)('%s', async (what, electionMs, act) => {
  const cluster = await startLogCluster({ nodes: 3, electionMs });
  const { seen, stop } = await watch(cluster);
  const goesOn = async () => {
    const before = { append: seen.append.length, subscription: seen.subscription.length };
    const more = () => seen.append.slice(before.append).filter(line => line.endsWith('ok')).length;
    await expect.poll(more).toBeGreaterThan(3);
    const events = () => seen.subscription.slice(before.subscription).filter(line => line.endsWith('events'));
    await expect.poll(() => events().length).toBeGreaterThan(3);
  };
  await goesOn();
  await act(cluster);
  await goesOn();
  await stop();
  await cluster.stop();
  const there = recorded.find(scenario => scenario.what === what) ?? expect.fail('it was not recorded');
  for (const way of ['append', 'read', 'subscription'] as const)
    expect(kindsIn(seen[way]), way).toEqual(kindsIn(there[way]));
});
