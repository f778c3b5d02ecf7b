/** Two logs in one process. When one fails, the client also rejects appends to the other, and they are retried. */
import { expect, onTestFinished, test } from 'vitest';
import { type LogCluster, startLogCluster } from '../../../infra/servers/log/cluster.ts';
import { collectEventIds, createTestEvent } from '../contract/context.ts';
import type { RawEventStore } from '../port.ts';
import type { Deadlines } from './deadlines.ts';
import { openEsdbStore } from './store.ts';

const never = { afterMs: 3_600_000, eachMs: 3_600_000 };
const patient: Deadlines = {
  callMs: 300_000,
  wholeMs: 300_000,
  silentMs: 300_000,
  stuck: never,
  restMs: { first: 10, most: 100 },
};
const impatient: Deadlines = { ...patient, wholeMs: 0 };

async function openLog(patience: Deadlines): Promise<{ server: LogCluster; store: RawEventStore }> {
  const server = await startLogCluster();
  const store = await openEsdbStore({ connectionString: server.url, patience });
  onTestFinished(async () => {
    await store.close();
    await server.stop();
  });
  return { server, store };
}

test('an append is answered and stored once although another log has failed before its answer', async () => {
  const failing = await openLog(impatient);
  const working = await openLog(patient);
  await failing.store.append('case-a', 'any', [createTestEvent('before')]);
  await working.store.append('case-a', 'any', [createTestEvent('before')]);

  working.server.freeze(0);
  const waiting = working.store.append('case-a', 'any', [createTestEvent('waiting')]);
  await failing.server.kill(0);
  await expect(failing.store.append('case-a', 'any', [createTestEvent('lost')])).rejects.toThrow('logDown');
  working.server.thaw(0);

  await waiting;
  expect(await collectEventIds(working.store.readAll())).toEqual(['before', 'waiting']);
});
