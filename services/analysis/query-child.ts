/**
 * Child process: for a request `[question as JSON]` it answers the rows. It reads the given segments and nothing else: neither
 * other files, nor the network, nor extensions, and its settings cannot be changed.
 */
import { answerCellOf, closeEngine, type Engine, openEngine, prepareStatement } from './engine.ts';
import type { Question, QuestionAnswer, QuestionParams } from './question.ts';

/** Views that are kept. A later question of the same manifest and position needs none of its own. */
const KEPT = 4;

/** Conformance over ten million events takes a gigabyte, all other reports less. */
const MEMORY = '1536MB';

const opened = new Map<string, Engine>();

async function openedFor(question: Question): Promise<Engine | undefined> {
  const key = question.views.join(';');
  const found = opened.get(key) ?? (await openEngine(question, { memory_limit: MEMORY }));
  if (!found) return undefined;
  opened.delete(key);
  opened.set(key, found);
  for (const [old, engine] of opened) {
    if (opened.size <= KEPT) break;
    opened.delete(old);
    closeEngine(engine);
  }
  return found;
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
    const statement = await prepareStatement(at, question.sql);
    statement.bind(bound(question.params));
    const read = await statement.streamAndReadUntil(question.rows + 1);
    const types = read.columnTypes();
    const all = read.getRowsJS();
    return {
      columns: read.columnNames().map((name, i) => ({ name, type: String(types[i]) })),
      rows: all.slice(0, question.rows).map(row => row.map(answerCellOf)),
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
  // Cast: the parent sends what query.ts makes.
  const question = JSON.parse(message[0]) as Question;
  // A process is not reused after an error, because its state is then unknown.
  void answerTo(question).then(answer => process.send?.({ answer, again: 'rows' in answer }));
});
