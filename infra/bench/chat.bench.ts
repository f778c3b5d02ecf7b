/**
 * Conversations: a thousand messages a second to rooms of ten, each page's order checked number by number, beside a bare
 * Socket.IO server under the same load; pages that read nothing; five thousand pages, and their return after a restart; a
 * conversation of a hundred thousand messages. Server and load are processes of their own. `CHAT=talk,many,long` chooses.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from './bench.ts';
import { longRows } from './chat/long.ts';
import { manyRows } from './chat/many.ts';
import { talkRows } from './chat/talk.ts';

const parts: Record<string, (dir: string) => Promise<Row[]>> = {
  talk: talkRows,
  many: manyRows,
  long: longRows,
};
const chosen = process.env.CHAT?.split(',') ?? Object.keys(parts);

/** Takes about ten minutes. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of chosen) {
    const dir = mkdtempSync(join(tmpdir(), 'archline-bench-'));
    try {
      rows.push(...((await parts[name]?.(dir)) ?? []));
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
  return rows;
}
