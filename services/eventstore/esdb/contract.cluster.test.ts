/**
 * The contract over the real client and the real wire: of an EventStoreDB where ESDB_URL names one (its log must be
 * empty enough to throw away), of the protocol server otherwise.
 */
import { startLogServer } from '../../../infra/servers/log/server.ts';
import type { OpenStore } from '../contract/bench.ts';
import { counted } from '../contract/counted.ts';
import { describeEventStore } from '../contract.ts';
import { openEsdbStore } from './store.ts';

async function onProtocolServer(): Promise<OpenStore> {
  const server = await startLogServer();
  const first = await openEsdbStore({ connectionString: server.url });
  const opened = [first];
  return {
    store: counted(first),
    gaps: true,
    reopen: async () => {
      const again = await openEsdbStore({ connectionString: server.url });
      opened.push(again);
      return counted(again);
    },
    dispose: async () => {
      for (const one of opened) await one.close();
      await server.stop();
    },
  };
}

describeEventStore('EventStoreDB’s client over the protocol server', onProtocolServer);
