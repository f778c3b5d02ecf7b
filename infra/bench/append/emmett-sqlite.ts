import { join } from 'node:path';
import type { Contender, OpenContender } from './contender.ts';
import { type EmmettStore, expectedVersion, loadPeer } from './peers.ts';

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
 * One caller only, with one connection kept open, which is its fastest. Several callers on it would share a transaction
 * by accident (nesting is counted per connection), and on connections of their own SQLITE_BUSY ends the process.
 */
export const openEmmettSqlite: OpenContender = async dir => {
  try {
    const peer = (await loadPeer('@event-driven-io/emmett-sqlite', 'sqlite3')) as EmmettSqlite;
    const fileName = join(dir, 'emmett.db');
    const connection = peer.sqliteConnection({ fileName });
    // Without one that is handed over it opens and closes the file for each append, which is ten times as slow.
    const pool = peer.SQLiteConnectionPool({ fileName, connectionOptions: { singleton: true, connection } });
    const store = peer.getSQLiteEventStore({ fileName, pool });
    const once: Contender['append'] = (stream, there, { type, data, ...metadata }) =>
      store.appendToStream(stream, [{ type, data, metadata }], {
        expectedStreamVersion: expectedVersion(there),
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

/** Now and then its COMMIT finds a statement of its own still open; it has rolled back then, and said so on stdout. */
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
