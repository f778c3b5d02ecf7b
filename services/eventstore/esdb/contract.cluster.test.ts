/**
 * The contract over the real client and the real wire: of an EventStoreDB where ESDB_URL names one (each test writes
 * streams of its own there, which stay), of the protocol server otherwise. Which one it was is in the tests' names.
 */
import type { LogPosition } from '#events/log-position.ts';
import { type LogVariant, logVariants, startLogVariant } from '../../../infra/servers/log/variants.ts';
import { apart } from '../contract/apart.ts';
import type { OpenStore } from '../contract/bench.ts';
import { counted } from '../contract/counted.ts';
import { describeEventStore } from '../contract.ts';
import type { EventStore } from '../port.ts';
import { openEsdbStore } from './store.ts';

const given = process.env.ESDB_URL;

/** @param seen what of the log is this test's, its events counted */
async function over(connectionString: string, seen: (store: EventStore, from: LogPosition) => EventStore) {
  const first = await openEsdbStore({ connectionString });
  const from = await first.head();
  const opened = [first];
  return {
    store: seen(first, from),
    gaps: true as const,
    // Each append is a call over the wire; pages and caches are smaller, or far larger, than this.
    many: 2_000,
    reopen: async () => {
      const again = await openEsdbStore({ connectionString });
      opened.push(again);
      return seen(again, from);
    },
    dispose: async () => {
      for (const one of opened) await one.close();
    },
  };
}

async function onProtocolServer(form: LogVariant): Promise<OpenStore> {
  const servers = await startLogVariant(form, { seed: form.nodes });
  const opened = await over(servers.url, counted);
  return { ...opened, dispose: () => opened.dispose().then(servers.stop) };
}

function onEventStoreDb(url: string): Promise<OpenStore> {
  const prefix = `test-${crypto.randomUUID()}-`;
  return over(url, (store, from) => counted(apart(store, prefix, from)));
}

if (given) describeEventStore('on EventStoreDB', () => onEventStoreDb(given));
else
  for (const form of logVariants)
    describeEventStore(`EventStoreDB’s client over ${form.name} of the protocol server`, () =>
      onProtocolServer(form),
    );
