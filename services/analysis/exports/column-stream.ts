/** Streams of the engine. */
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
export async function* rowsOf(db: DuckDBConnection, sql: string): AsyncGenerator<StreamCell[][]> {
  const result = await db.stream(sql);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    const columns = chunk.getColumns();
    yield Array.from({ length: chunk.rowCount }, (_, i) => columns.map(column => cellOf(column[i])));
  }
}

/** The rows of two questions by their first column, a position that never falls. */
export async function* joinRows(
  left: AsyncIterable<StreamCell[][]>,
  right: AsyncIterable<StreamCell[][]>,
): AsyncGenerator<{ row: StreamCell[]; joined: StreamCell[][] }[]> {
  const others = cursorOf(right);
  let before = Number.NEGATIVE_INFINITY;
  for await (const rows of left) {
    const pairs: { row: StreamCell[]; joined: StreamCell[][] }[] = [];
    for (const row of rows) {
      const position = Number(row[0]);
      if (position < before) throw new Error('the rows are not in the order of the log');
      before = position;
      const joined: StreamCell[][] = [];
      for (let next = await others.peek(); next && Number(next[0]) <= position; next = await others.peek()) {
        if (Number(next[0]) < position) throw new Error('a row belongs to no event');
        joined.push(next);
        others.take();
      }
      pairs.push({ row, joined });
    }
    yield pairs;
  }
}

/** Reads rows one by one. `peek` waits only between two chunks. */
function cursorOf(chunks: AsyncIterable<StreamCell[][]>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let rows: StreamCell[][] = [];
  let at = 0;
  let isOver = false;
  return {
    peek: (): StreamCell[] | undefined | Promise<StreamCell[] | undefined> => {
      if (at < rows.length || isOver) return rows[at];
      return iterator.next().then(({ done, value }) => {
        isOver = done === true;
        rows = done ? [] : value;
        at = 0;
        return rows[0];
      });
    },
    take: () => {
      at += 1;
    },
  };
}
