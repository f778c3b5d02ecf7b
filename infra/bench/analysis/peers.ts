/** The same questions to the segments (DuckDB), to node:sqlite, plain JavaScript and PM4Py with the same rows, by turns. */
import type { Engine } from '#services/analysis/engine.ts';
import type { Question as ChildQuestion } from '#services/analysis/question.ts';
import type { BenchmarkRow } from '../bench.ts';
import { type EngineProcess, startEngineProcess } from './engine-process.ts';
import { collectDurationsByEdge, countCaseVariants, edgeRowsOf } from './plain-peer.ts';
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
  /** Reads the rows for the peers. */
  engine: Engine;
  source: Pick<ChildQuestion, 'files' | 'views'>;
  /** Moment of the queues, ms. */
  moment: number;
  /** Folder in which the engine may write. */
  dir: string;
};

const compared = (
  what: string,
  { own, peer }: Record<'own' | 'peer', number>,
  wanted?: number,
): BenchmarkRow => ({
  ...{ what, ms: own, ratio: peer / own, ...(wanted !== undefined && { wanted }) },
  also: { peer: `${peer.toFixed(1)} ms` },
});

/** Rows in an order of their own, whatever each side takes for a number or a list. */
const textsOf = (rows: readonly unknown[][]) =>
  rows
    .map(row => row.flat().join())
    .sort()
    .join('\n');

/** @throws Error if two sides do not have the same rows: a fast wrong answer has no ratio */
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

async function questionRows(segments: EngineProcess, sqlite: SqlitePeer, question: BenchQuestion) {
  const { what, index, wanted } = question;
  checkSame(what, await segments.rows(question.segments), sqlite.rows(question));
  const sides = { own: () => segments.ms(question.segments), peer: () => sqlite.ms(question) };
  const plain = await measureMediansByTurns(sides);
  const indexed = await sqlite.withIndex(question, () => measureMediansByTurns(sides));
  return [
    compared(`${what} (peer: node:sqlite)`, plain, wanted),
    compared(`${what} (peer: node:sqlite with the index ${index})`, indexed),
  ];
}

async function sqliteRows(segments: EngineProcess, { engine, moment }: Peers): Promise<BenchmarkRow[]> {
  const sqlite = openSqlitePeer(await staysOf(engine));
  const rows: BenchmarkRow[] = [];
  for (const question of benchQuestionsAt(moment))
    rows.push(...(await questionRows(segments, sqlite, question)));
  sqlite.close();
  return rows;
}

async function plainRows(segments: EngineProcess, { engine }: Peers): Promise<BenchmarkRow[]> {
  const stays = await staysOf(engine);
  checkSame('map', await segments.rows(processMapSql), edgeRowsOf(collectDurationsByEdge(stays)));
  const submitted = (await segments.rows(variantsSql)).filter(([way]) => way !== '');
  checkSame('variants', submitted, [...countCaseVariants(stays)]);
  const map = await measureMediansByTurns({
    own: () => segments.ms(processMapSql),
    peer: () => measureWarmProcessorMs(() => collectDurationsByEdge(stays)),
  });
  const variants = await measureMediansByTurns({
    own: () => segments.ms(variantsSql),
    peer: () => measureWarmProcessorMs(() => countCaseVariants(stays)),
  });
  return [
    compared(
      `map with medians (peer: plain JavaScript, same ${stays.length.toLocaleString('en')} stays)`,
      map,
      10,
    ),
    compared('variants by cases.way (peer: plain JavaScript)', variants),
  ];
}

const pm4pyQuestions = [
  { what: 'map with medians', name: 'map', sql: processMapSql, wanted: 15 },
  { what: 'variants by cases.way', name: 'variants', sql: variantsSql, wanted: 30 },
] as const;

async function pm4pyRows(segments: EngineProcess, { engine, dir }: Peers): Promise<BenchmarkRow[]> {
  const peer = await openPm4pyPeer(engine.db, dir);
  if (!peer) return [{ what: 'map and variants (peer: PM4Py)', notRun: 'Python’s tools are not installed' }];
  const rows: BenchmarkRow[] = [];
  try {
    for (const { what, name, sql, wanted } of pm4pyQuestions) {
      const sizes = [(await segments.rows(sql)).length, (await peer.ask(name)).size];
      const times = await measureMediansByTurns({
        own: () => segments.ms(sql),
        peer: async () => (await peer.ask(name)).ms,
      });
      const row = compared(`${what} (peer: PM4Py ${peer.version} without its loading)`, times, wanted);
      // Drafts have an empty way, and PM4Py orders stays of the same moment as it likes: a few rows may differ.
      rows.push({ ...row, also: { ...row.also, rows: sizes.join(' and ') } });
    }
  } finally {
    await peer.stop();
  }
  return rows;
}

export async function benchmarkAgainstPeers(peers: Peers): Promise<BenchmarkRow[]> {
  const segments = startEngineProcess(peers.source);
  try {
    return [
      ...(await sqliteRows(segments, peers)),
      ...(await plainRows(segments, peers)),
      ...(await pm4pyRows(segments, peers)),
    ];
  } finally {
    segments.stop();
  }
}
