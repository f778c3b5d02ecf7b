/** The same questions to the segments (DuckDB), to node:sqlite with the same rows, and to plain JavaScript. */
import { DatabaseSync } from 'node:sqlite';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { BenchmarkRow } from '../bench.ts';
import { leastProcessorMs } from './timing.ts';

/** Columns of `stays` that the questions need; times in ms since 1970. */
export type StayRow = {
  caseId: string;
  nth: number;
  status: number;
  enteredAt: number;
  leftAt: number | null;
  after: number | null;
};

const SHARES = [0.5, 0.85, 0.95] as const;
const ms = (column: string) => `epoch_ms(${column})`;

type Question = { what: string; segments: string; sqlite: string; wanted: number };

/** Quantiles of ended lengths in SQLite, which has no function for them. */
const ranked = (group: string) => `WITH ranked AS (SELECT ${group}, left_at - entered_at AS length,
    row_number() OVER (PARTITION BY ${group} ORDER BY left_at - entered_at) AS n, count(*) OVER (PARTITION BY ${group}) AS size
  FROM stays WHERE after_status IS NOT NULL)
  SELECT ${group}, max(size), ${SHARES.map(share => `min(length) FILTER (WHERE n >= size * ${share})`).join(', ')}
  FROM ranked GROUP BY ${group}`;
/** One list of quantiles, because each call of the function sorts for itself. */
const quantiles = (group: string) => `SELECT ${group}, count(*),
  quantile_disc(${ms('left_at')} - ${ms('entered_at')}, [${SHARES.join(', ')}])
  FROM stays WHERE after_status IS NOT NULL GROUP BY ${group}`;

const questionsAt = (then: number): readonly Question[] => [
  { what: 'cycle times', segments: quantiles('status'), sqlite: ranked('status'), wanted: 20 },
  {
    what: 'funnel',
    // The statuses of a case as bits of a number: a table of cases instead of one of pairs. SQLite cannot collect bits.
    segments: `SELECT status, count(*) FROM (SELECT bit_or(1::BIGINT << status) AS reached FROM stays GROUP BY case_id)
      JOIN range(63) AS numbers(status) ON reached >> status & 1 = 1 GROUP BY status`,
    sqlite: 'SELECT status, count(DISTINCT case_id) FROM stays GROUP BY status',
    wanted: 8,
  },
  {
    what: 'map with medians',
    segments: quantiles('status, after_status'),
    sqlite: ranked('status, after_status'),
    wanted: 20,
  },
  {
    what: 'queues at a second',
    segments: `SELECT status, count(*) FROM stays WHERE entered_at <= make_timestamp_ms(${then})
      AND (left_at IS NULL OR left_at > make_timestamp_ms(${then})) GROUP BY status`,
    sqlite: `SELECT status, count(*) FROM stays WHERE entered_at <= ${then} AND (left_at IS NULL OR left_at > ${then}) GROUP BY status`,
    wanted: 4,
  },
];

function sqliteOf(stays: readonly StayRow[]): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec(
    'CREATE TABLE stays (case_id TEXT, nth INT, status INT, entered_at INT, left_at INT, after_status INT)',
  );
  const insert = db.prepare('INSERT INTO stays VALUES (?, ?, ?, ?, ?, ?)');
  db.exec('BEGIN');
  for (const one of stays) insert.run(one.caseId, one.nth, one.status, one.enteredAt, one.leftAt, one.after);
  db.exec('COMMIT');
  return db;
}

/** The map in plain JavaScript: lengths of each edge, sorted. */
function mapOf(stays: readonly StayRow[]): Map<string, number[]> {
  const edges = new Map<string, number[]>();
  for (const { status, after, enteredAt, leftAt } of stays) {
    if (after === null || leftAt === null) continue;
    const key = `${status}>${after}`;
    const lengths = edges.get(key);
    if (lengths) lengths.push(leftAt - enteredAt);
    else edges.set(key, [leftAt - enteredAt]);
  }
  for (const lengths of edges.values()) lengths.sort((a, b) => a - b);
  return edges;
}

/** The variants in plain JavaScript: the way of each case from its stays, counted. */
function variantsOf(stays: readonly StayRow[]): Map<string, number> {
  const ways = new Map<string, string>();
  for (const { caseId, status } of stays) {
    const way = ways.get(caseId);
    ways.set(caseId, way === undefined ? String(status) : `${way}>${status}`);
  }
  const counts = new Map<string, number>();
  for (const way of ways.values()) counts.set(way, (counts.get(way) ?? 0) + 1);
  return counts;
}

const compared = (what: string, own: number, peer: number, wanted: number): BenchmarkRow => ({
  ...{ what, ms: own, ratio: peer / own, wanted },
  also: { peer: `${peer.toFixed(1)} ms` },
});

/** Measures map and variants on DuckDB, SQLite and plain JavaScript. @param stays of the same tables, by case and number */
export async function benchmarkAgainstPeers(
  db: DuckDBConnection,
  stays: readonly StayRow[],
  then: number,
): Promise<BenchmarkRow[]> {
  const sqlite = sqliteOf(stays);
  const ask = (sql: string) => leastProcessorMs(() => db.runAndReadAll(sql));
  const rows: BenchmarkRow[] = [];
  for (const { what, segments, sqlite: sql, wanted } of questionsAt(then)) {
    const peer = await leastProcessorMs(() => sqlite.prepare(sql).all());
    rows.push(
      compared(`${what} (peer: node:sqlite, same ${stays.length} stays)`, await ask(segments), peer, wanted),
    );
  }
  sqlite.close();
  const map = await leastProcessorMs(() => mapOf(stays));
  const ways = await leastProcessorMs(() => variantsOf(stays));
  rows.push(
    compared('map (peer: plain JavaScript)', await ask(quantiles('status, after_status')), map, 10),
    compared(
      'variants by cases.way (peer: plain JavaScript)',
      await ask('SELECT way, count(*) FROM cases GROUP BY way ORDER BY 2 DESC'),
      ways,
      30,
    ),
  );
  return rows;
}
