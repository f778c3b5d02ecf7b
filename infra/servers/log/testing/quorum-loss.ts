/**
 * `node quorum-loss.ts 'two of three'|'all'`: kills two or all of three nodes, restarts them, and prints
 * what a client saw as JSON. Runs as its own program, because the client leaves a rejection unhandled, which
 * ends a process without a handler.
 */
import { setTimeout as rest } from 'node:timers/promises';
import { startLogCluster } from '../cluster.ts';
import { dropRepeatedAnswerKinds, openAnswerRecorder, watchedOperations } from './watch.ts';

const unhandled: string[] = [];
process.on('unhandledRejection', error => unhandled.push(String(error)));

async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await rest(20);
}

const cluster = await startLogCluster({ nodes: 3, electionMs: 10 });
const { seen, append, read, subscribe, repeat } = await openAnswerRecorder(cluster.url, {
  requiresLeader: true,
});
const stopAll = async (stops: (() => Promise<void>)[]) => {
  for (const stop of stops) await stop();
};

const broken = subscribe(new AbortController().signal);
const asking = [repeat(append), repeat(read)];
await until(() => seen.append.length > 3 && seen.read.length > 3 && seen.subscription.length > 3);

const gone = process.argv[2] === 'all' ? [0, 1, 2] : [0, 1];
const isOneLeft = gone.length < 3;
if (isOneLeft) await stopAll(asking);
for (const node of gone) await cluster.kill(node, 'gossip');
await broken;
if (isOneLeft) {
  // The remaining node names the leader it knows. One append and one read are enough: the number of tries
  // until it notices the loss is random.
  while (seen.append.at(-1) !== 'not-leader') await append();
  while (seen.read.at(-1) !== 'not-leader') await read();
  asking.push(repeat(append), repeat(read));
}
await cluster.notice();
asking.push(repeat(subscribe));
await until(() => watchedOperations.every(way => seen[way].at(-1) === 'Error'));
await stopAll(asking);

// No requests until a node leads. Otherwise the client would learn the leader from a follower and recover.
for (const node of gone) await cluster.restart(node);
await until(() => cluster.leader() !== undefined);
const before = seen.append.length;
for (const work of [append, read, subscribe]) repeat(work);
await until(() => seen.read.at(-1) === 'ok' && seen.subscription.at(-1) === 'confirmed');
await until(() => seen.append.length > before + 3);

process.stdout.write(JSON.stringify({ ...dropRepeatedAnswerKinds(seen), unhandled }), () => process.exit());
