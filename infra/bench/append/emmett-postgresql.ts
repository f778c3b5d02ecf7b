import type { OpenContender } from './contender.ts';
import { type EmmettStore, emmettExpectedVersion, installAndImportPeer } from './peers.ts';
import { startPostgres } from './postgres.ts';

type EmmettPostgres = {
  getPostgreSQLEventStore(connection: string): EmmettStore & { close(): Promise<void> };
};

const NAME = '@event-driven-io/emmett-postgresql 0.42.0';

/** Runs against a server with default settings, started for this run: fsync and synchronous_commit are on. */
export const openEmmettPostgresql: OpenContender = async dir => {
  try {
    const peer = (await installAndImportPeer('@event-driven-io/emmett-postgresql')) as EmmettPostgres;
    const server = await startPostgres(dir);
    const store = peer.getPostgreSQLEventStore(server.connection);
    return {
      name: `${NAME} on ${server.version}`,
      append: (stream, there, { type, data, ...metadata }) =>
        store.appendToStream(stream, [{ type, data, metadata }], {
          expectedStreamVersion: emmettExpectedVersion(there),
        }),
      close: async () => {
        await store.close();
        server.stop();
      },
    };
  } catch (error) {
    return {
      name: NAME,
      notRun: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
    };
  }
};
