/**
 * Child process with the segments open, like the product's child process. Answers a text in SQL with its rows or its
 * processor time. The word `copy` makes it copy the tables into memory, as the product's child does after repeated
 * questions.
 */
import { copyTablesIntoMemory } from '#services/analysis/copied-tables.ts';
import { answerCellOf, openEngine, prepareStatement, REPORT_MEMORY } from '#services/analysis/engine.ts';
import type { Question } from '#services/analysis/question.ts';
import { measureProcessorMs, measureWarmProcessorMs } from './timing.ts';

// Cast: the parent sends what engine-process.ts makes.
const source = JSON.parse(process.argv[2] ?? '') as Pick<Question, 'files' | 'views'>;
const opened = await openEngine(source, { memory_limit: REPORT_MEMORY });
if (!opened) throw new Error('DuckDB is not installed');
const engine = opened;

const ask = async (sql: string) => (await prepareStatement(engine, sql)).runAndReadAll();

async function answerTo({ sql, what }: { sql: string; what: 'rows' | 'ms' | 'copy' }) {
  if (what === 'copy') return { ms: await measureProcessorMs(() => copyTablesIntoMemory(engine)) };
  if (what === 'ms') return { ms: await measureWarmProcessorMs(() => ask(sql)) };
  return { rows: (await ask(sql)).getRowsJS().map(row => row.map(answerCellOf)) };
}

process.once('disconnect', () => process.exit());
process.on('message', (asked: Parameters<typeof answerTo>[0]) => {
  void answerTo(asked).then(answer => process.send?.(answer));
});
