import { join } from 'node:path';
import type { Contender, OpenContender } from './contender.ts';
import { type EmmettStore, emmettExpectedVersion, installAndImportPeer } from './peers.ts';

type Connection = { close(): void };

type EmmettSqlite = {
  sqliteConnection(options: { fileName: string }): Connection;
  SQLiteConnectionPool(options: {
    fileName: string;
    connectionOptions: { singleton: true; connection: Connection };
  }): unknown;
  getSQLiteEventStore(options: { fileName: string; pool: unknown }): EmmettStore;
};

const NAME = '@event-driven-io/emmett-sqlite 0.42.4';

/**
 * Uses one caller and one connection that stays open, which is its fastest setup. Several callers would share
 * a transaction by accident, because nesting is counted per connection; with several connections SQLITE_BUSY
 * ends the process.
 */
export const openEmmettSqlite: OpenContender = async dir => {
  try {
    const peer = (await installAndImportPeer('@event-driven-io/emmett-sqlite', 'sqlite3')) as EmmettSqlite;
    const fileName = join(dir, 'emmett.db');
    const connection = peer.sqliteConnection({ fileName });
    // Without its own connection, the pool opens and closes the file for each append, which is ten times
    // slower.
    const pool = peer.SQLiteConnectionPool({ fileName, connectionOptions: { singleton: true, connection } });
    const store = peer.getSQLiteEventStore({ fileName, pool });
    const once: Contender['append'] = (stream, there, { type, data, ...metadata }) =>
      store.appendToStream(stream, [{ type, data, metadata }], {
        expectedStreamVersion: emmettExpectedVersion(there),
      });
    return {
      name: NAME,
      append: (...args) => againWhileBusy(() => once(...args)),
      close: async () => connection.close(),
    };
  } catch (error) {
    return {
      name: NAME,
      notRun: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
    };
  }
};

/**
 * Retries an append whose COMMIT failed because one of emmett's statements was still open. Emmett has rolled
 * back by then and logged it.
 */
async function againWhileBusy(append: () => Promise<unknown>): Promise<unknown> {
  for (let i = 1; ; i++) {
    try {
      return await append();
    } catch (error) {
      const busy = error instanceof Error && error.message.includes('SQLITE_BUSY');
      if (!busy || i === 5) throw error;
    }
  }
}
