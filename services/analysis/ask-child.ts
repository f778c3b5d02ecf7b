/**
 * Child process: answers an analyst's question, given as `[question as JSON]`. Its parent ends it at the deadline and lowers
 * its memory; here the text is checked by the engine's own parse before it runs.
 */
import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import type { AskedParam } from '#events/question/params.ts';
import type { AskedAnswer, AskedQuestion, AskedTable, RefusedText } from './asked-question.ts';
import { cellOf, type Engine, openEngine } from './engine.ts';
import { answerOfError, placeOf } from './engine-error.ts';
import { foreignName } from './fence.ts';
import type { AnswerCell } from './question.ts';

/** Most characters of an answer's cells; later rows are left out. */
const CHARACTERS = 8_000_000;
const DAY_MS = 86_400_000;

let kept: { key: string; engine: Engine } | undefined;

/** The views of the last question are kept for the next one. */
async function engineFor(question: AskedQuestion): Promise<Engine | undefined> {
  const key = question.views.join(';');
  if (kept?.key === key) return kept.engine;
  kept?.engine.db.closeSync();
  kept?.engine.instance.closeSync();
  kept = undefined;
  const engine = await openEngine(question, { errors_as_json: 'true' });
  if (engine) kept = { key, engine };
  return engine;
}

async function nearestOf({ db }: Engine, name: string, tables: readonly string[]): Promise<string> {
  const read = await db.runAndReadAll(
    'SELECT name FROM unnest(string_split($tables, $space)) AS known(name) ORDER BY levenshtein(name, $name), name LIMIT 1',
    { tables: tables.join(' '), space: ' ', name },
  );
  return String(read.getRows()[0]?.[0] ?? '');
}

/** Why the text may not run; undefined if it may. */
async function refusalOf(engine: Engine, { sql, tables }: AskedQuestion): Promise<RefusedText | undefined> {
  const { count } = await engine.db.extractStatements(sql);
  if (count !== 1) return { issue: 'sql-one' };
  const read = await engine.db.runAndReadAll('SELECT json_serialize_sql($sql::VARCHAR)', { sql });
  // Boundary: the engine's own form of a parsed text.
  const tree = JSON.parse(String(read.getRows()[0]?.[0])) as { error: boolean };
  if (tree.error) return { issue: 'sql-select' };
  const foreign = foreignName(tree, tables);
  if (!foreign) return undefined;
  const { kind, name, offset } = foreign;
  const values = { name, ...placeOf(sql, offset ?? 0) };
  if (kind === 'function') return { issue: 'sql-forbidden', values };
  return { issue: 'sql-table', values: { ...values, nearest: await nearestOf(engine, name, tables) } };
}

async function bind(
  prepared: DuckDBPreparedStatement,
  name: string,
  { type, value }: AskedParam,
): Promise<void> {
  const { DuckDBDateValue, DuckDBTimestampValue } = await import('@duckdb/node-api');
  const index = prepared.parameterIndex(name);
  if (value === null) prepared.bindNull(index);
  else if (type === 'day') prepared.bindDate(index, new DuckDBDateValue(Date.parse(String(value)) / DAY_MS));
  else if (type === 'moment')
    prepared.bindTimestamp(index, new DuckDBTimestampValue(BigInt(Date.parse(String(value))) * 1000n));
  else if (typeof value === 'string') prepared.bindVarchar(index, value);
  else if (Number.isSafeInteger(value)) prepared.bindBigInt(index, BigInt(value));
  else prepared.bindDouble(index, value);
}

const lengthOf = (cell: AnswerCell) => (typeof cell === 'string' ? cell.length : JSON.stringify(cell).length);

async function readRows(prepared: DuckDBPreparedStatement, most: number): Promise<AskedTable> {
  const result = await prepared.stream();
  const types = result.columnTypes();
  const columns = result.columnNames().map((name, i) => ({ name, type: String(types[i]) }));
  const rows: AnswerCell[][] = [];
  let characters = 0;
  for await (const chunk of result.yieldRowsJs())
    for (const row of chunk) {
      const cells = row.map(cellOf);
      for (const cell of cells) characters += lengthOf(cell);
      if (rows.length === most || characters > CHARACTERS) return { columns, rows, more: true };
      rows.push(cells);
    }
  return { columns, rows, more: false };
}

async function answerTo(question: AskedQuestion): Promise<AskedAnswer> {
  const { sql, params } = question;
  try {
    const engine = await engineFor(question);
    if (!engine) return { absent: true };
    const refused = await refusalOf(engine, question);
    if (refused) return { refused };
    const prepared = await (await engine.db.extractStatements(sql)).prepare(0);
    const { StatementType } = await import('@duckdb/node-api');
    if (prepared.statementType !== StatementType.SELECT) return { refused: { issue: 'sql-select' } };
    const names = Array.from({ length: prepared.parameterCount }, (_, i) => prepared.parameterName(i + 1));
    const missing = names.filter(name => !Object.hasOwn(params, name));
    const unknown = Object.keys(params).filter(name => !names.includes(name));
    if (missing.length + unknown.length > 0) return { missing, unknown };
    for (const [name, param] of Object.entries(params)) await bind(prepared, name, param);
    return await readRows(prepared, question.rows);
  } catch (error) {
    return answerOfError(sql, error);
  }
}

// The server has ended, and a question under way would go on for as long as it takes.
process.once('disconnect', () => process.exit());
process.on('message', (message: [string]) => {
  // Boundary: the parent sends what ask.ts makes.
  const question = JSON.parse(message[0]) as AskedQuestion;
  // Not used again after an error, whatever state it has left.
  void answerTo(question).then(answer => process.send?.({ answer, again: 'rows' in answer }));
});
