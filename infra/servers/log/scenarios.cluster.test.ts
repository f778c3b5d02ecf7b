/**
 * Compares failures of cluster nodes with three EventStoreDB 23.10.8 (`recorded/cluster.json`): a client must
 * get the same kinds of answers in the same order.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type LogCluster, startLogCluster } from './cluster.ts';
import recorded from './recorded/cluster.json' with { type: 'json' };
import {
  type AnswerKindsByOperation,
  dropRepeatedAnswerKinds,
  openAnswerRecorder,
  parseAnswerKinds,
} from './testing/watch.ts';

/** Kinds of answers of a recorded scenario. */
const recordedKinds = (what: string) =>
  parseAnswerKinds(recorded.find(scenario => scenario.what === what) ?? expect.fail('it was not recorded'));

/** Appends, reads and subscribes until `stop`. */
async function ask(cluster: LogCluster) {
  const { seen, append, read, subscribe, repeat, dispose } = await openAnswerRecorder(cluster.url);
  const asking = [repeat(append), repeat(read), repeat(subscribe)];
  const stop = async () => {
    await Promise.all(asking.map(end => end()));
    await dispose();
  };
  return { seen, stop };
}

const leader = (cluster: LogCluster) => cluster.leader() ?? expect.fail('nobody leads');
/**
 * Faults of the cluster, each with the duration of an election in ms. Elections are long enough for some
 * calls to arrive during one. The election after a frozen leader is short, because it must end before the old
 * leader thaws.
 */
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

test.each(acts)('the protocol server answers like EventStoreDB when: %s', async (what, electionMs, act) => {
  const cluster = await startLogCluster({ nodes: 3, electionMs });
  const { seen, stop } = await ask(cluster);
  const goesOn = async () => {
    const before = { append: seen.append.length, subscription: seen.subscription.length };
    const more = () => seen.append.slice(before.append).filter(kind => kind === 'ok').length;
    await expect.poll(more).toBeGreaterThan(3);
    const events = () => seen.subscription.slice(before.subscription).filter(kind => kind === 'events');
    await expect.poll(() => events().length).toBeGreaterThan(3);
  };
  await goesOn();
  await act(cluster);
  await goesOn();
  await stop();
  await cluster.stop();
  expect(dropRepeatedAnswerKinds(seen)).toEqual(recordedKinds(what));
});

const run = promisify(execFile);
const program = fileURLToPath(new URL('./testing/quorum-loss.ts', import.meta.url));
/** Rejection that the client never handles: of a leader discovery that another call waits for. */
const UNHANDLED = 'Error: Failed to discover after 10 attempts.';

test.each([
  ['two of three killed for 15 s', 'two of three'],
  ['all killed for 15 s', 'all'],
])('the protocol server answers like EventStoreDB when: %s', async (what, gone) => {
  const { stdout } = await run(process.execPath, [program, gone], { timeout: 240_000 });
  // Cast: the program prints one object.
  const { unhandled, ...seen } = JSON.parse(stdout) as AnswerKindsByOperation & { unhandled: string[] };
  expect(seen).toEqual(recordedKinds(what));
  expect(unhandled.filter(error => error !== UNHANDLED)).toEqual([]);
});
