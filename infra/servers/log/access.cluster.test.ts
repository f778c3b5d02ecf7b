/** Write access of the protocol server, for each call that writes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LogCluster, startLogCluster } from './cluster.ts';
import { connectClient, createNotedEvent, type LogClient, readNotedNumbers } from './testing/client.ts';

let dir: string;
let cluster: LogCluster;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'archline-access-'));
  cluster = await startLogCluster({ tls: dir, users: { ann: { password: 'right', readsAll: true } } });
});
afterAll(async () => {
  await cluster.stop();
  rmSync(dir, { recursive: true });
});

const as = (user: string) => connectClient(cluster.url.replace('esdb://', `esdb://${user}`));
const ann = { credentials: { username: 'ann', password: 'right' } };
const eve = { credentials: { username: 'ann', password: 'wrong' } };

type Call = (client: LogClient, stream: string, how: object) => Promise<unknown>;
const calls: [string, Call][] = [
  ['an append', (client, stream, how) => client.appendToStream(stream, createNotedEvent(0), how)],
  ['a deletion', (client, stream, how) => client.deleteStream(stream, how)],
  ['a deletion for good', (client, stream, how) => client.tombstoneStream(stream, how)],
];
const refused = { type: 'access-denied' };

test.each(calls)('%s requires a user with the right password', async (_, call) => {
  for (const user of ['', 'ann:wrong@', 'eve:right@'])
    await expect(call(as(user), 'a', {}), user).rejects.toMatchObject(refused);
  await expect(call(as('ann:right@'), 'a', eve)).rejects.toMatchObject(refused);
});

test.each(calls)('%s uses the user of the client, or of the single call', async (what, call) => {
  for (const [who, how] of [['ann:right@', {}] as const, ['', ann] as const]) {
    const stream = `${what} ${who}`;
    await as('ann:right@').appendToStream(stream, createNotedEvent(0));
    expect(await call(as(who), stream, how)).toMatchObject({ position: { commit: expect.any(BigInt) } });
  }
});

test('a refused call writes nothing', async () => {
  await expect(as('eve:right@').appendToStream('c', createNotedEvent(0))).rejects.toMatchObject(refused);
  await expect(readNotedNumbers(as('ann:right@').readStream('c'))).rejects.toMatchObject({
    type: 'stream-not-found',
  });
});
