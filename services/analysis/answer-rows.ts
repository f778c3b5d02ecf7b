/** Reads the rows of a question that was checked, or writes them to a file. */
import { join } from 'node:path';
import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import type { TableFormat } from '#events/analysis/export-formats.ts';
import type { AnsweredTable, AskedQuestion, WrittenAnswerFile } from './asked-question.ts';
import { bindParams } from './bound-params.ts';
import { countRowsOfCutCopy, firstFilePath, isCopyCut, runSqlCopy } from './cut-copy.ts';
import { answerCellOf, type Engine } from './engine.ts';
import { findForbiddenName } from './fence.ts';
import { type AnswerColumn, copyToFileSql } from './file-sql.ts';
import { formatTreeJson, type ParseNode, parseTreeJson } from './parse-tree.ts';
import type { AnswerCell } from './question.ts';
import { withTotalRowOrder } from './repeatable.ts';

/** A question whose text may run, with the engine's parse of it. */
export type CheckedQuestion = {
  engine: Engine;
  question: AskedQuestion;
  /** Its parameters are bound. */
  prepared: DuckDBPreparedStatement;
  tree: ParseNode;
};
export type AnswerFileTarget = NonNullable<AskedQuestion['file']>;

/** Most characters of an answer's cells; later rows are left out. */
const CHARACTERS = 8_000_000;

const lengthOf = (cell: AnswerCell) => (typeof cell === 'string' ? cell.length : JSON.stringify(cell).length);

export async function readAnswerRows(
  prepared: DuckDBPreparedStatement,
  most: number,
): Promise<Omit<AnsweredTable, 'unrepeatable'>> {
  const result = await prepared.stream();
  const types = result.columnTypes();
  const columns = result.columnNames().map((name, i) => ({ name, type: String(types[i]) }));
  const rows: AnswerCell[][] = [];
  let characters = 0;
  for await (const chunk of result.yieldRowsJs())
    for (const row of chunk) {
      const cells = row.map(answerCellOf);
      for (const cell of cells) characters += lengthOf(cell);
      if (rows.length === most || characters > CHARACTERS) return { columns, rows, more: true };
      rows.push(cells);
    }
  return { columns, rows, more: false };
}

/** The engine's own parse of a text. */
export async function parseQuestionText({ db }: Engine, sql: string): Promise<ParseNode> {
  const read = await db.runAndReadAll('SELECT json_serialize_sql($sql::VARCHAR)', { sql });
  return parseTreeJson(String(read.getRows()[0]?.[0]));
}

/**
 * The text of a tree, without comments and without an end. Trap: the engine writes some names without their quotes
 * (`"a b".*`), so that a name can become SQL. The new text has to pass the fence like the first one.
 * @throws Error if it does not
 */
async function textOf({ engine, question }: CheckedQuestion, tree: ParseNode): Promise<string> {
  const read = await engine.db.runAndReadAll('SELECT json_deserialize_sql($tree::JSON)', {
    tree: formatTreeJson(tree),
  });
  const text = String(read.getRows()[0]?.[0]);
  const again = await parseQuestionText(engine, text);
  if (again.error || findForbiddenName(again, question.tables))
    throw new Error('A name in this text does not work as a name. Give it one of letters and digits.');
  return text;
}

async function prepare({ engine, question }: CheckedQuestion, sql: string): Promise<DuckDBPreparedStatement> {
  const prepared = await engine.db.prepare(sql);
  await bindParams(prepared, question.params);
  return prepared;
}

/** The columns of a text. Trap: a prepared statement knows them only once it runs with its parameters. */
async function columnsOf(checked: CheckedQuestion, text: string): Promise<AnswerColumn[]> {
  const prepared = await prepare(checked, `SELECT * FROM (${text}) AS asked LIMIT 0`);
  const result = await prepared.runAndReadAll();
  const types = result.columnTypes();
  return result.columnNames().map((name, i) => ({ name, type: String(types[i]) }));
}

async function orderedText(checked: CheckedQuestion, columns: number): Promise<string> {
  return textOf(checked, withTotalRowOrder(checked.tree, columns));
}

/** Prepares the question so that no two of its rows change places. */
export async function prepareOrderedQuestion(checked: CheckedQuestion): Promise<DuckDBPreparedStatement> {
  const columns = await columnsOf(checked, await textOf(checked, checked.tree));
  return prepare(checked, await orderedText(checked, columns.length));
}

type Written = Omit<WrittenAnswerFile, 'unrepeatable'>;

/** Rows of the only file, of what the engine says of it. A file without rows has no statistics. */
function countIn(rows: readonly (readonly unknown[])[], format: TableFormat): number {
  const [first = []] = rows;
  return Number((format === 'parquet' ? first[1] : first[0]) ?? 0);
}

async function hasMore(checked: CheckedQuestion, text: string): Promise<boolean> {
  const sql = `SELECT count(*) FROM (SELECT 1 FROM (${text}) AS asked LIMIT ${checked.question.rows + 1})`;
  const read = await (await prepare(checked, sql)).runAndReadAll();
  return Number(read.getRows()[0]?.[0]) > checked.question.rows;
}

/** Writes the rows to the first file of a folder of its own. Rows behind it are left out. */
export async function writeAnswerFile(
  checked: CheckedQuestion,
  { dir, format, bytes }: AnswerFileTarget,
  order: 'ordered' | 'loose',
): Promise<Written> {
  const { question, tree } = checked;
  const text = await textOf(checked, tree);
  const columns = await columnsOf(checked, text);
  const sql = order === 'ordered' ? await orderedText(checked, columns.length) : text;
  const into = join(dir, order);
  const copied = copyToFileSql({ sql, columns, into, format, rows: question.rows, bytes });
  const { db } = checked.engine;
  const rows = await runSqlCopy(db, await prepare(checked, copied), into);
  const file = firstFilePath(into, format);
  // Trap: rows that end just behind the limit leave a second file without an interruption.
  if (!rows || (await isCopyCut(into)))
    return { file, ...(await countRowsOfCutCopy(db, file, format)), more: true };
  const count = countIn(rows, format);
  return { file, count, read: count, more: count === question.rows && (await hasMore(checked, text)) };
}
