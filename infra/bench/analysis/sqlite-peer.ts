/** node:sqlite in memory with the same stays. Unlike the segments, it has no file to parse. */
import { DatabaseSync } from 'node:sqlite';
import type { BenchQuestion, StayRow } from './questions.ts';
import { measureWarmProcessorMs } from './timing.ts';

export type SqlitePeer = {
  rows(question: BenchQuestion): unknown[][];
  /** Processor time of a question in ms. */
  ms(question: BenchQuestion): Promise<number>;
  /** Runs `work` while the question's index exists. */
  withIndex<T>(question: BenchQuestion, work: () => Promise<T>): Promise<T>;
  close(): void;
};

export function openSqlitePeer(stays: readonly StayRow[]): SqlitePeer {
  const db = new DatabaseSync(':memory:');
  db.exec(
    'CREATE TABLE stays (case_id TEXT, nth INT, status INT, entered_at INT, left_at INT, lasted_s INT, after_status INT)',
  );
  const insert = db.prepare('INSERT INTO stays VALUES (?, ?, ?, ?, ?, ?, ?)');
  db.exec('BEGIN');
  for (const { caseId, nth, status, enteredAt, leftAt, lastedS, after } of stays)
    insert.run(caseId, nth, status, enteredAt, leftAt, lastedS, after);
  db.exec('COMMIT');
  return {
    rows: ({ sqlite }) =>
      db
        .prepare(sqlite)
        .all()
        .map(row => Object.values(row)),
    ms: ({ sqlite }) => {
      const prepared = db.prepare(sqlite);
      return measureWarmProcessorMs(() => prepared.all());
    },
    withIndex: async ({ index }, work) => {
      db.exec(`CREATE INDEX served ON stays ${index}; ANALYZE`);
      try {
        return await work();
      } finally {
        db.exec('DROP INDEX served; DROP TABLE sqlite_stat1');
      }
    },
    close: () => db.close(),
  };
}
