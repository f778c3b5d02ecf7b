import type { DuckDBConnection } from '@duckdb/node-api';
import type { ExportWork } from './export-work.ts';
import type { ExportSpan } from './span.ts';

/** Input of the writers of all formats. */
export type ExportWriterInput = {
  db: DuckDBConnection;
  span: ExportSpan;
  work: ExportWork;
  /** Called with the number of events written so far. */
  onEvents: (done: number) => void;
};
