/** PM4Py with the same stays in its own process, which loads them before the first question. */
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { computedDraftStatuses } from '#events/case/status.ts';
import { quoteSqlText } from '#services/analysis/sql-text.ts';
import { isExportsPythonAvailable, openPython } from '../../servers/python.ts';

export type Pm4pyPeer = {
  version: string;
  /** Processor time in ms, and the number of edges or variants. */
  ask(what: 'map' | 'variants'): Promise<{ ms: number; size: number }>;
  stop(): Promise<void>;
};

const script = join(import.meta.dirname, 'pm4py_peer.py');

/**
 * @param dir folder in which the engine may write
 * @returns undefined if Python's tools are not installed
 */
export async function openPm4pyPeer(db: DuckDBConnection, dir: string): Promise<Pm4pyPeer | undefined> {
  if (!(await isExportsPythonAvailable())) return undefined;
  const stays = join(dir, 'stays.parquet');
  await db.run(`COPY (SELECT case_id, nth, status::VARCHAR AS status, entered_at FROM stays ORDER BY case_id, nth)
    TO ${quoteSqlText(stays)} (FORMAT parquet)`);
  const python = await openPython(script, [stays, computedDraftStatuses.join(',')]);
  // Cast: the script prints these.
  const { version } = (await python.next()) as { version: string };
  return {
    version,
    ask: async what => {
      python.write(what);
      return (await python.next()) as { ms: number; size: number };
    },
    stop: python.stop,
  };
}
