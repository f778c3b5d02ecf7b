/**
 * The contract over the real client and a real network: on the EventStoreDB of ESDB_URL if set (each test
 * leaves its streams there), otherwise on the protocol server. The tests' names say which.
 */
import type { LogPosition } from '#events/log-position.ts';
import { startLogVariant } from '../../../infra/servers/log/variants.ts';
import type { StoreUnderTest } from '../contract/context.ts';
import { createGaplessStore } from '../contract/gapless-store.ts';
import { createPrefixedStore } from '../contract/prefixed-store.ts';
import { describeEventStore } from '../contract.ts';
import type { RawEventStore } from '../port.ts';
import { defaultDeadlines } from './deadlines.ts';
import { openEsdbStore } from './store.ts';

const given = process.env.ESDB_URL;
/** On a busy machine, a thousand parallel appends take longer than the product's deadline of eight seconds. */
const patience = { ...defaultDeadlines, callMs: 120_000, wholeMs: 240_000 };

/** @param seen returns the part of the log that belongs to this test, with its events renumbered */
async function over(
  connectionString: string,
  seen: (store: RawEventStore, from: LogPosition) => RawEventStore,
) {
  const first = await openEsdbStore({ connectionString, patience });
  const from = await first.head();
  const opened = [first];
  return {
    store: seen(first, from),
    gaps: true as const,
    // Each append is a network call. Pages and caches are either smaller or far larger than this.
    many: 1_000,
    reopen: async () => {
      const again = await openEsdbStore({ connectionString, patience });
      opened.push(again);
      return seen(again, from);
    },
    dispose: async () => {
      for (const one of opened) await one.close();
    },
  };
}

async function onProtocolServer(): Promise<StoreUnderTest> {
  const servers = await startLogVariant({ nodes: 3, tls: true }, { seed: 3 });
  const opened = await over(servers.url, createGaplessStore);
  return { ...opened, dispose: () => opened.dispose().then(servers.stop) };
}

function onEventStoreDb(url: string): Promise<StoreUnderTest> {
  const prefix = `test-${crypto.randomUUID()}-`;
  return over(url, (store, from) => createGaplessStore(createPrefixedStore(store, prefix, from)));
}

if (given) describeEventStore('on EventStoreDB', () => onEventStoreDb(given));
else
  describeEventStore(
    'EventStoreDB’s client over three nodes with TLS of the protocol server',
    onProtocolServer,
  );
