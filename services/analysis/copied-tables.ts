/**
 * Copies of the tables that every report reads, in the memory of an engine that is asked again and again: a filter by method asks
 * dozens of questions. From copies, a question takes a half to a third of the time, because nothing is unpacked and the engine
 * keeps its plan, which it makes again for each run over Parquet.
 */
import type { Engine } from './engine.ts';

/**
 * Not `case_facts`: an erased patient's facts would stay in memory after their file is gone. Order: `cases` as of a moment is made
 * from `stays`.
 */
const tables = ['stays', 'cases'] as const;

/** Most stays that are copied. A copied stay takes 35 bytes, and 200 until it is compressed. */
export const MAX_COPIED_STAYS = 1_500_000;

/** Processor time of copying, for each stay, in ms. */
const MS_OF_STAY = 0.001;

/**
 * Whether copies pay: once the questions have taken as long as copying will. So an engine spends at most twice the time that
 * would have been best, however many questions follow.
 * @param spentMs processor time of the engine's questions
 */
export const isWorthCopying = ({ spentMs, stays }: { spentMs: number; stays: number }): boolean =>
  stays <= MAX_COPIED_STAYS && spentMs >= stays * MS_OF_STAY;

/** Number of stays in an engine's tables. */
export async function countStays({ db }: Pick<Engine, 'db'>): Promise<number> {
  const counted = await db.runAndReadAll('SELECT count(*) FROM stays');
  return Number(counted.getRows()[0]?.[0]);
}

/**
 * Copies the tables, and has the views read the copies: the same rows, in the same order. May be run again after it failed.
 * @param signal stops the copying between two statements. `db.interrupt()` ends a running statement.
 * @throws Error after an interruption. Views that have no copy stay as they are.
 */
export async function copyTablesIntoMemory(
  { db, plans }: Pick<Engine, 'db' | 'plans'>,
  signal?: AbortSignal,
): Promise<void> {
  const statements = [
    // Only an attached database compresses what it has in memory: to a sixth.
    "ATTACH IF NOT EXISTS ':memory:' AS copied (COMPRESS)",
    ...tables.flatMap(table => [
      `CREATE TABLE IF NOT EXISTS copied.${table} AS FROM ${table}`,
      'CHECKPOINT copied',
      `CREATE OR REPLACE VIEW ${table} AS FROM copied.${table}`,
    ]),
  ];
  for (const statement of statements) {
    signal?.throwIfAborted();
    await db.run(statement);
  }
  for (const plan of plans.values()) plan.destroySync();
  plans.clear();
}
