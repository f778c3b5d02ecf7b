/** Child process with the segments open, as the product's child has them. For a text it answers the rows or the processor time. */
import { cellOf, openEngine, preparedIn } from '#services/analysis/engine.ts';
import type { Question } from '#services/analysis/question.ts';
import { processorMs } from './timing.ts';

/** Cast: the parent sends what segments-side.ts makes. */
const source = JSON.parse(process.argv[2] ?? '') as Pick<Question, 'files' | 'views'>;
const engine = await openEngine(source);

async function answerTo({ sql, what }: { sql: string; what: 'rows' | 'ms' }) {
  if (!engine) return { absent: true };
  const ask = async () => (await preparedIn(engine, sql)).runAndReadAll();
  if (what === 'ms') return { ms: await processorMs(ask) };
  return { rows: (await ask()).getRowsJS().map(row => row.map(cellOf)) };
}

process.once('disconnect', () => process.exit());
process.on('message', (asked: Parameters<typeof answerTo>[0]) => {
  void answerTo(asked).then(answer => process.send?.(answer));
});
