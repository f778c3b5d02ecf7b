/** Reads the rows of a query from the engine as a stream. */
import type { DuckDBConnection } from '@duckdb/node-api';

/** A cell of a stream: whole numbers, texts and truths. */
export type StreamCell = string | number | boolean | null;

const cellOf = (value: unknown): StreamCell => {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
};

/**
 * Reads a question some rows at a time. The engine holds no more of them than it needs for their order.
 * Trap: a connection has one stream at a time.
 */
export async function* streamRows(db: DuckDBConnection, sql: string): AsyncGenerator<StreamCell[][]> {
  const result = await db.stream(sql);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    const columns = chunk.getColumns();
    yield Array.from({ length: chunk.rowCount }, (_, i) => columns.map(column => cellOf(column[i])));
  }
}
