/**
 * Answers an analyst's question: its text is checked by the engine's own parse before it runs. One at a time, in a process that
 * may be ended.
 */
import {
  type AnswerFileTarget,
  type CheckedQuestion,
  parseQuestionText,
  prepareOrderedQuestion,
  readAnswerRows,
  writeAnswerFile,
} from './answer-rows.ts';
import type {
  AnsweredTable,
  AskedQuestion,
  AskedQuestionAnswer,
  TextRefusal,
  WrittenAnswerFile,
} from './asked-question.ts';
import { bindParams, paramNamesOf } from './bound-params.ts';
import { closeEngine, type Engine, openEngine } from './engine.ts';
import { answerOfError, lineAndColumnAt } from './engine-error.ts';
import { findForbiddenName } from './fence.ts';
import type { ParseNode } from './parse-tree.ts';
import { findUnrepeatablePart, orderingOf } from './repeatable.ts';
import { compareRows } from './row-order.ts';

let kept: { key: string; engine: Engine } | undefined;

/** The views of the last question are kept for the next one. */
async function engineFor(question: AskedQuestion): Promise<Engine | undefined> {
  const writes = question.file?.dir;
  const key = [writes, ...question.views].join(';');
  if (kept?.key === key) return kept.engine;
  if (kept) closeEngine(kept.engine);
  kept = undefined;
  const engine = await openEngine(question, { errors_as_json: 'true' }, writes);
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

/** The parsed text, or why it may not run. */
async function checkedTree(
  engine: Engine,
  { sql, tables }: AskedQuestion,
): Promise<{ tree: ParseNode } | { refused: TextRefusal }> {
  const { count } = await engine.db.extractStatements(sql);
  if (count !== 1) return { refused: { issue: 'sql-one' } };
  const tree = await parseQuestionText(engine, sql);
  if (tree.error) return { refused: { issue: 'sql-select' } };
  const foreign = findForbiddenName(tree, tables);
  if (!foreign) return { tree };
  const { kind, name, offset } = foreign;
  const values = { name, ...lineAndColumnAt(sql, offset ?? 0) };
  if (kind === 'function') return { refused: { issue: 'sql-forbidden', values } };
  const nearest = await nearestOf(engine, name, tables);
  return { refused: { issue: 'sql-table', values: { ...values, nearest } } };
}

const isTooLarge = (error: unknown) => error instanceof Error && error.message.includes('Out of Memory');

/**
 * Reads the rows in order of the text's own ORDER BY and then of their columns. Rows without an order are put in one if all
 * of them are there: the engine reads merged segments in another order.
 */
async function readOrdered(checked: CheckedQuestion): Promise<AnsweredTable> {
  const { question, prepared, tree } = checked;
  const { isOrdered, isCut } = orderingOf(tree);
  const fixed = isOrdered ? await prepareOrderedQuestion(checked).catch(() => undefined) : undefined;
  const table = await readAnswerRows(fixed ?? prepared, question.rows);
  const isLoose = isOrdered ? !fixed : table.more || isCut;
  if (!isOrdered && !isLoose) table.rows.sort(compareRows);
  return { ...table, unrepeatable: findUnrepeatablePart(tree) ?? (isLoose ? 'order' : null) };
}

/** Rows that are too many to be sorted are written as they come. */
async function writeOrdered(checked: CheckedQuestion, file: AnswerFileTarget): Promise<WrittenAnswerFile> {
  const unrepeatable = findUnrepeatablePart(checked.tree) ?? null;
  try {
    return { ...(await writeAnswerFile(checked, file, 'ordered')), unrepeatable };
  } catch (error) {
    if (!isTooLarge(error) || orderingOf(checked.tree).isOrdered) throw error;
    return { ...(await writeAnswerFile(checked, file, 'loose')), unrepeatable: unrepeatable ?? 'order' };
  }
}

export async function answerQuestion(question: AskedQuestion): Promise<AskedQuestionAnswer> {
  const { sql, params } = question;
  try {
    const engine = await engineFor(question);
    if (!engine) return { absent: true };
    const checked = await checkedTree(engine, question);
    if ('refused' in checked) return checked;
    const prepared = await (await engine.db.extractStatements(sql)).prepare(0);
    const { StatementType } = await import('@duckdb/node-api');
    if (prepared.statementType !== StatementType.SELECT) return { refused: { issue: 'sql-select' } };
    const names = paramNamesOf(prepared);
    const missing = names.filter(name => !Object.hasOwn(params, name));
    const unknown = Object.keys(params).filter(name => !names.includes(name));
    if (missing.length + unknown.length > 0) return { missing, unknown };
    await bindParams(prepared, params);
    const whole = { ...checked, engine, question, prepared };
    return await (question.file ? writeOrdered(whole, question.file) : readOrdered(whole));
  } catch (error) {
    return answerOfError(sql, error);
  }
}
