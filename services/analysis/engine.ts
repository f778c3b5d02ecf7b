/** The database engine in a child process: it reads the given segments and nothing else, and its settings cannot be changed. */
import type { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { AnswerCell, Question } from './question.ts';
import { sqlListLiteral } from './sql-text.ts';

const MEMORY = '512MB';

/** For reports. At ten million events a report takes up to 0.8 GB, as of now or as of a moment. */
export const REPORT_MEMORY = '1GB';

/** Texts whose plans an engine keeps. A report has three, and its pages two more. */
const PLANS = 64;

export type Engine = {
  instance: DuckDBInstance;
  db: DuckDBConnection;
  /** Prepared texts, the oldest first. */
  plans: Map<string, DuckDBPreparedStatement>;
};

/** Prepares a text once: planning over the views takes as long as answering a short question. */
export async function prepareStatement({ db, plans }: Engine, sql: string): Promise<DuckDBPreparedStatement> {
  const known = plans.get(sql);
  if (known) return known;
  const prepared = await db.prepare(sql);
  plans.set(sql, prepared);
  for (const [old, plan] of plans) {
    if (plans.size <= PLANS) break;
    plans.delete(old);
    plan.destroySync();
  }
  return prepared;
}

export function closeEngine({ instance, db, plans }: Engine): void {
  for (const plan of plans.values()) plan.destroySync();
  db.closeSync();
  instance.closeSync();
}

/**
 * Opens the segments as views. Extensions are neither loaded nor installed, and nothing else is written to disk.
 * @param settings of the engine, besides those
 * @param writes the only folder in which it may write. Default: none
 * @returns undefined where the engine is not installed
 */
export async function openEngine(
  { files, views }: Pick<Question, 'files' | 'views'>,
  settings: Readonly<Record<string, string>> = {},
  writes?: string,
): Promise<Engine | undefined> {
  const duckdb = await import('@duckdb/node-api').catch(() => undefined);
  if (!duckdb) return undefined;
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: MEMORY,
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...settings,
  });
  const db = await instance.connect();
  // Segments never change, and the system keeps their bytes in memory. The engine's own cache of bytes asks the system about the file
  // before each use, and an erased patient's facts could stay in it after their file is gone.
  await db.run('SET parquet_metadata_cache = true');
  await db.run('SET enable_external_file_cache = false');
  await db.run("SET validate_external_file_cache = 'NO_VALIDATION'");
  await db.run(`SET allowed_paths = ${sqlListLiteral(files)}`);
  if (writes !== undefined) await db.run(`SET allowed_directories = ${sqlListLiteral([`${writes}/`])}`);
  await db.run('SET enable_external_access = false');
  for (const view of views) await db.run(view);
  await db.run('SET lock_configuration = true');
  return { instance, db, plans: new Map() };
}

/** A value of the engine as JSON. */
export function answerCellOf(value: unknown): AnswerCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(answerCellOf);
  if (Object.getPrototypeOf(value) !== Object.prototype) return String(value);
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, answerCellOf(inner)]));
}
