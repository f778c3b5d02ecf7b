/**
 * Child process: for a request `[question as JSON]` it answers the rows. It reads the given segments and nothing else: neither
 * other files, nor the network, nor extensions, and its settings cannot be changed.
 */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { AnswerCell, Question, QuestionAnswer, QuestionParams } from './question.ts';
import { sqlList } from './sql-text.ts';

const MEMORY = '512MB';
/** Views that are kept. A later question of the same manifest and position needs none of its own. */
const KEPT = 4;

type Opened = { instance: DuckDBInstance; db: DuckDBConnection };
const opened = new Map<string, Opened>();

async function open({ files, views }: Question): Promise<Opened | undefined> {
  const duckdb = await import('@duckdb/node-api').catch(() => undefined);
  if (!duckdb) return undefined;
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: MEMORY,
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const db = await instance.connect();
  await db.run(`SET allowed_paths = ${sqlList(files)}`);
  await db.run('SET enable_external_access = false');
  for (const view of views) await db.run(view);
  await db.run('SET lock_configuration = true');
  return { instance, db };
}

async function openedFor(question: Question): Promise<Opened | undefined> {
  const key = question.views.join(';');
  const found = opened.get(key) ?? (await open(question));
  if (!found) return undefined;
  opened.delete(key);
  opened.set(key, found);
  for (const [old, { db, instance }] of opened) {
    if (opened.size <= KEPT) break;
    opened.delete(old);
    db.closeSync();
    instance.closeSync();
  }
  return found;
}

/** A value of DuckDB as JSON. */
function cellOf(value: unknown): AnswerCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(cellOf);
  if (Object.getPrototypeOf(value) !== Object.prototype) return String(value);
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, cellOf(inner)]));
}

/** The engine takes a number for an INTEGER or a DOUBLE; moments in ms are larger than the one and whole unlike the other. */
const bound = (params: QuestionParams) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value,
    ]),
  );

const goneWords = /^IO Error: (?:Cannot open file|No files found)/;

async function answerTo(question: Question): Promise<QuestionAnswer> {
  try {
    const at = await openedFor(question);
    if (!at) return { absent: true };
    const read = await at.db.streamAndReadUntil(question.sql, question.rows + 1, bound(question.params));
    const types = read.columnTypes();
    const all = read.getRowsJS();
    return {
      columns: read.columnNames().map((name, i) => ({ name, type: String(types[i]) })),
      rows: all.slice(0, question.rows).map(row => row.map(cellOf)),
      more: all.length > question.rows,
    };
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    return goneWords.test(failed) ? { gone: true } : { failed };
  }
}

// The server has ended, and a question under way would go on for as long as it takes.
process.once('disconnect', () => process.exit());
process.on('message', (message: [string]) => {
  // Boundary: the parent sends what query.ts makes.
  const question = JSON.parse(message[0]) as Question;
  // Not used again after an error, whatever state it has left.
  void answerTo(question).then(answer => process.send?.({ answer, again: 'rows' in answer }));
});
