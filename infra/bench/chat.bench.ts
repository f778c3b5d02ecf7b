/**
 * Conversations: a thousand messages a second to rooms of ten, with the order checked on each page, next to a
 * bare Socket.IO server under the same load; pages that do not read; five thousand pages and their return
 * after a restart; a conversation of a hundred thousand messages. Servers and load run in their own
 * processes. `CHAT=talk,many,long` selects parts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchmarkRow } from './bench.ts';
import { measureChatLoad } from './chat/chat-load.ts';
import { measureLongConversation } from './chat/long-conversation.ts';
import { measureManyPages } from './chat/many-pages.ts';

const parts: Record<string, (dir: string) => Promise<BenchmarkRow[]>> = {
  talk: measureChatLoad,
  many: measureManyPages,
  long: measureLongConversation,
};
const chosen = process.env.CHAT?.split(',') ?? Object.keys(parts);

/** This benchmark takes about ten minutes. */
export async function runBenchmark(): Promise<BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
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
