/**
 * Asks the same questions of the analysts' tables (DuckDB), node:sqlite, plain JavaScript and PM4Py, by turns and with
 * the same rows. All sides have the rows in memory; ours are the copies that an engine makes after repeated questions.
 * A column of each row shows the time of first questions, which read the segments.
 */
import type { Engine } from '#services/analysis/engine.ts';
import type { Question as ChildQuestion } from '#services/analysis/question.ts';
import type { BenchmarkRow } from '../bench.ts';
import { type EngineProcess, startEngineProcess } from './engine-process.ts';
import {
  collectDurationsByEdge,
  collectTypedDurationsByEdge,
  countCaseVariants,
  edgeRowsOf,
} from './plain-peer.ts';
import { openPm4pyPeer } from './pm4py-peer.ts';
import {
  type BenchQuestion,
  benchQuestionsAt,
  processMapSql,
  type StayRow,
  variantsSql,
} from './questions.ts';
import { openSqlitePeer, type SqlitePeer } from './sqlite-peer.ts';
import { measureMediansByTurns, measureWarmProcessorMs } from './timing.ts';

type Peers = {
  /** Engine from which the peers' rows are read. */
  engine: Engine;
  source: Pick<ChildQuestion, 'files' | 'views'>;
  /** Moment at which the queues are counted, ms. */
  moment: number;
  /** Folder in which the engine may write. */
  dir: string;
};

/** The analysts' tables in two processes: one reads the segments, one reads copies in memory. */
type Own = { segments: EngineProcess; copies: EngineProcess };

/** Median times of a question: ours on copies, ours on segments, and the peer's. */
type Times = Record<'own' | 'segments' | 'peer', number>;

const timesOf = ({ copies, segments }: Own, sql: string, peer: () => Promise<number>): Promise<Times> =>
  measureMediansByTurns({ own: () => copies.ms(sql), segments: () => segments.ms(sql), peer });

const compared = (what: string, { own, segments, peer }: Times, wanted?: number): BenchmarkRow => ({
  ...{ what, ms: own, ratio: peer / own, ...(wanted !== undefined && { wanted }) },
  also: {
    peer: `${peer.toFixed(1)} ms`,
    'from segments': `${segments.toFixed(1)} ms, ${(peer / segments).toFixed(1)} times`,
  },
});

/** Rows as sorted text, which is equal although each side has its own order, numbers and lists. */
const textsOf = (rows: readonly unknown[][]) =>
  rows
    .map(row => row.flat().join())
    .sort()
    .join('\n');

/** @throws Error if the rows of the two sides differ, because a fast wrong answer has no ratio */
function checkSame(what: string, own: readonly unknown[][], peer: readonly unknown[][]): void {
  if (textsOf(own) !== textsOf(peer)) throw new Error(`${what}: the answers are not the same`);
}

async function staysOf({ db }: Engine): Promise<StayRow[]> {
  const read =
    await db.runAndReadAll(`SELECT case_id AS "caseId", nth, status, epoch_ms(entered_at)::DOUBLE AS "enteredAt",
    epoch_ms(left_at)::DOUBLE AS "leftAt", lasted_s AS "lastedS", after_status AS after FROM stays ORDER BY case_id, nth`);
  // Cast: the columns are those of the question.
  return read.getRowObjectsJS() as StayRow[];
}

async function questionRows(own: Own, sqlite: SqlitePeer, question: BenchQuestion) {
  const { what, index, wanted } = question;
  const peer = sqlite.rows(question);
  for (const side of [own.copies, own.segments]) checkSame(what, await side.rows(question.segments), peer);
  const times = () => timesOf(own, question.segments, () => sqlite.ms(question));
  const plain = await times();
  const indexed = await sqlite.withIndex(question, times);
  return [
    compared(`${what} (peer: node:sqlite)`, plain, wanted),
    compared(`${what} (peer: node:sqlite with the index ${index})`, indexed),
  ];
}

async function sqliteRows(own: Own, { engine, moment }: Peers): Promise<BenchmarkRow[]> {
  const sqlite = openSqlitePeer(await staysOf(engine));
  const rows: BenchmarkRow[] = [];
  for (const question of benchQuestionsAt(moment)) rows.push(...(await questionRows(own, sqlite, question)));
  sqlite.close();
  return rows;
}

async function plainRows(own: Own, { engine }: Peers): Promise<BenchmarkRow[]> {
  const stays = await staysOf(engine);
  const map = await own.copies.rows(processMapSql);
  for (const peer of [collectDurationsByEdge(stays), collectTypedDurationsByEdge(stays)])
    checkSame('map', map, edgeRowsOf(peer));
  const submitted = (await own.copies.rows(variantsSql)).filter(([way]) => way !== '');
  checkSame('variants', submitted, [...countCaseVariants(stays)]);
  const beside = (sql: string, pass: () => unknown) => timesOf(own, sql, () => measureWarmProcessorMs(pass));
  const many = `same ${stays.length.toLocaleString('en')} stays`;
  return [
    compared(
      `map with medians (peer: plain JavaScript, ${many})`,
      await beside(processMapSql, () => collectDurationsByEdge(stays)),
      10,
    ),
    compared(
      'map with medians (peer: JavaScript with numbers as keys and typed arrays)',
      await beside(processMapSql, () => collectTypedDurationsByEdge(stays)),
    ),
    compared(
      'variants by cases.way (peer: plain JavaScript)',
      await beside(variantsSql, () => countCaseVariants(stays)),
    ),
  ];
}

const pm4pyQuestions = [
  { what: 'map with medians', name: 'map', sql: processMapSql, wanted: 15 },
  { what: 'variants by cases.way', name: 'variants', sql: variantsSql, wanted: 30 },
] as const;

async function pm4pyRows(own: Own, { engine, dir }: Peers): Promise<BenchmarkRow[]> {
  const peer = await openPm4pyPeer(engine.db, dir);
  if (!peer) return [{ what: 'map and variants (peer: PM4Py)', notRun: 'Python’s tools are not installed' }];
  const rows: BenchmarkRow[] = [];
  try {
    for (const { what, name, sql, wanted } of pm4pyQuestions) {
      const sizes = [(await own.copies.rows(sql)).length, (await peer.ask(name)).size];
      const times = await timesOf(own, sql, async () => (await peer.ask(name)).ms);
      const row = compared(`${what} (peer: PM4Py ${peer.version} without its loading)`, times, wanted);
      // A few rows may differ: drafts have no path, and PM4Py chooses the order of stays at the same moment.
      rows.push({ ...row, also: { ...row.also, rows: sizes.join(' and ') } });
    }
  } finally {
    await peer.stop();
  }
  return rows;
}

export async function benchmarkAgainstPeers(peers: Peers): Promise<BenchmarkRow[]> {
  const own = { segments: startEngineProcess(peers.source), copies: startEngineProcess(peers.source) };
  try {
    const what = 'copies of the tables for later questions, once';
    return [
      { what, ms: await own.copies.copy() },
      ...(await sqliteRows(own, peers)),
      ...(await plainRows(own, peers)),
      ...(await pm4pyRows(own, peers)),
    ];
  } finally {
    own.segments.stop();
    own.copies.stop();
  }
}
