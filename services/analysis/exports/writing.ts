import type { DuckDBConnection } from '@duckdb/node-api';
import type { ExportWork } from './export-work.ts';
import type { ExportSpan } from './span.ts';

/** What the writers of all formats are given. */
export type Writing = {
  db: DuckDBConnection;
  span: ExportSpan;
  work: ExportWork;
  /** Is told the number of written events. */
  onEvents: (done: number) => void;
};
