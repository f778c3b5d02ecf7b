/**
 * Files of lines on the way to an export: the engine writes them, and this process reads them as bytes. Reading the same rows as
 * values takes twice the time, and tens of megabytes for the texts of each chunk.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteSqlText } from '../sql-text.ts';

const names = ['events', 'links', 'objects', 'statuses'] as const;
type LineName = (typeof names)[number];

/** Between the columns of a line. No text of JSON or XML contains it. */
const SEPARATOR = 1;
const LINE_END = 10;
const CHUNK = 256 * 1024;

const pathOf = (folder: string, name: LineName) => join(folder, `${name}.lines`);
export const lineFilePathsIn = (folder: string): string[] => names.map(name => pathOf(folder, name));

/** Writes the rows of a question as lines, in their order. @returns the path */
export async function writeRowLines(
  db: DuckDBConnection,
  sql: string,
  { folder, name }: { folder: string; name: LineName },
): Promise<string> {
  const path = pathOf(folder, name);
  const options = `FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '${String.fromCharCode(SEPARATOR)}'`;
  // A temporary file would have a name that the engine may not use.
  await db.run(`COPY (${sql}) TO ${quoteSqlText(path)} (${options}, USE_TMP_FILE false)`);
  return path;
}

/** Reads a file line by line. Trap: a line's bytes are overwritten after the next one is asked for. */
export function* readLines(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  let buffer = Buffer.allocUnsafe(CHUNK);
  let held = 0;
  try {
    for (;;) {
      if (held === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(held)]);
      const read = readSync(file, buffer, held, buffer.length - held, null);
      if (read === 0) return;
      held += read;
      let start = 0;
      // Bytes behind the held ones are of lines that were read.
      for (
        let end = buffer.indexOf(LINE_END);
        end >= 0 && end < held;
        end = buffer.indexOf(LINE_END, start)
      ) {
        yield buffer.subarray(start, end);
        start = end + 1;
      }
      buffer.copyWithin(0, start, held);
      held -= start;
    }
  } finally {
    closeSync(file);
  }
}

/** A line's first column, and the rest. */
export function splitFirstColumn(line: Buffer): [first: string, rest: Buffer] {
  const end = line.indexOf(SEPARATOR);
  return [line.toString('latin1', 0, end), line.subarray(end + 1)];
}

/** Reads the lines of a file by keys that never run back. */
function createLinesByKey<Key extends number | string>(path: string, keyOf: (text: string) => Key) {
  const lines = readLines(path);
  const nextOf = () => {
    const { done, value } = lines.next();
    if (done) return undefined;
    const [first, text] = splitFirstColumn(value);
    return { key: keyOf(first), text: String(text) };
  };
  let next = nextOf();
  return (key: Key): string[] => {
    const found: string[] = [];
    for (; next !== undefined && next.key <= key; next = nextOf()) {
      if (next.key < key) throw new Error('a row belongs to no other one');
      found.push(next.text);
    }
    return found;
  };
}

/** A line, and for each other file its lines with the same key. */
type Joined = { text: Buffer; more: readonly (readonly string[])[] };

/**
 * Joins files by the key with which their lines begin. All are in the order of the key, so that none is held.
 * @throws Error if they are not
 */
export function* joinLinesByKey<Key extends number | string>(
  left: string,
  others: readonly string[],
  keyOf: (text: string) => Key,
): Generator<Joined> {
  const takes = others.map(path => createLinesByKey(path, keyOf));
  let before: Key | undefined;
  for (const line of readLines(left)) {
    const [first, text] = splitFirstColumn(line);
    const key = keyOf(first);
    if (before !== undefined && key < before) throw new Error('the rows are not in order');
    before = key;
    yield { text, more: takes.map(take => take(key)) };
  }
}
