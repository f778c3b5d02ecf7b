/**
 * The real client and server of conversations under seeded faults: connections break, packets are late,
 * duplicated, reordered or lost, servers restart, the log fails, pages reload, clocks jump. At the end every
 * page must show exactly the same messages in the same order, with each sent message once.
 * `SEED=n RUNS=m npx vitest run infra/walks/chat.test.ts` runs other seeds; a failure names its seed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteStore } from '#services/eventstore/sqlite.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';
import type { ActCounts } from './chat/random-acts.ts';
import { runChatSimulation } from './chat/run.ts';

const seed = Number(process.env.SEED ?? 1);
const runs = Number(process.env.RUNS ?? 30);
/** A run takes up to a second on a busy machine. */
const timeout = 300_000 + runs * 3_000;

const none: ActCounts = { said: 0, amended: 0, refused: 0, cuts: 0, restarts: 0 };
const sum = (a: ActCounts, b: ActCounts): ActCounts => ({
  said: a.said + b.said,
  amended: a.amended + b.amended,
  refused: a.refused + b.refused,
  cuts: a.cuts + b.cuts,
  restarts: a.restarts + b.restarts,
});

it(`all pages show the same messages in the same order: ${runs} runs`, { timeout }, async () => {
  let all = none;
  for (let n = seed; n < seed + runs; n++) all = sum(all, await runChatSimulation(n));
  for (const [what, count] of Object.entries(all)) expect(count, what).toBeGreaterThan(runs / 4);
});

it('all pages show the same messages with a log and read models on disk, which a restart reopens', async () => {
  for (const n of [seed, seed + 1, seed + 2]) {
    const dir = mkdtempSync(join(tmpdir(), 'archline-chat-'));
    const store = createVersionedStore(openSqliteStore({ dir }));
    try {
      expect((await runChatSimulation(n, { store, rows: dir })).said).toBeGreaterThan(0);
    } finally {
      await store.close();
      rmSync(dir, { recursive: true });
    }
  }
});
