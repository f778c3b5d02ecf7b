import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { START } from '#events/log-position.ts';
import type { EsdbConnection, RunningCall } from './connection.ts';
import { createLogReads } from './log-reads.ts';

const patience = {
  stuck: { afterMs: 1, eachMs: 1 },
  callMs: 60_000,
  wholeMs: 60_000,
  silentMs: 1,
  restMs: { first: 1, most: 1 },
};

test('ending a subscription does not wait for its running silence check', async () => {
  const { promise: looked, resolve: look } = Promise.withResolvers<void>();
  const silent = () =>
    ({ events: new PassThrough({ objectMode: true }), cancel: () => undefined }) as RunningCall<never>;
  const all = () => {
    look();
    return silent();
  };
  // The read uses no other member of the wire.
  const wire = {
    subscribe: silent,
    all,
    doubt: async () => undefined,
  } as Partial<EsdbConnection> as EsdbConnection;
  const reads = createLogReads({ wire, patience, closing: new AbortController() });
  const ended = new AbortController();
  const following = Array.fromAsync(reads.live(START, { signal: ended.signal }));
  await looked;
  ended.abort();
  expect(await following).toEqual([]);
});
