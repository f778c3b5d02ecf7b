/**
 * Whole tables as one Parquet file each, for notebooks: their segments have replaced rows and no open stays. A file is made
 * when it is asked for, kept while it is read, and made again later; it has the same rows then.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '#events/errors.ts';
import { compileCacheEnv } from '../childProcess/child.ts';
import { createReusedChild } from '../childProcess/reused-child.ts';
import type { Clock, Ids, RepeatingTimers } from '../clock/clock.ts';
import { createMutex } from '../concurrency/mutex.ts';
import type { OpenedTables } from './query.ts';
import { type TableName, tableNames } from './tables.ts';
import { type WholeTableJob, wholeTableAnswerSchema } from './whole-table-job.ts';

/** A file of Parquet on this node's disk. */
export type StoredTableFile = { path: string; bytes: number; sha256: string };

export type WholeTables = {
  /**
   * A table as of a moment. `name` names the moment: the same one gives the same rows, so that parts that are read one after
   * another fit together.
   * @throws Refusal analysisAbsent, notCaughtUp
   */
  file(
    of: { orgId: string; table: TableName; name: string },
    open: () => Promise<OpenedTables>,
  ): Promise<StoredTableFile>;
  /** Forgets a file that was removed meanwhile. */
  forget(file: StoredTableFile): void;
};

const script = fileURLToPath(new URL('./whole-table-child.ts', import.meta.url));
const limits = { timeMs: 120_000, heapMb: 128 };
const childIdleMs = 10_000;
const SWEEP_MS = 5_000;
/** A file is removed this long after its last use; facts, which may be erased, this long after their making. */
const KEPT_MS = 50_000;
const MOST = 32;

type Held = { file: StoredTableFile; usedAt: number; isOver: (now: number) => boolean };

/** `case_facts` stays alone, so that its file is made where the other tables may not be read, and the other way round. */
const neededFor = (table: TableName): TableName[] =>
  tableNames.filter(name => (name === 'case_facts') === (table === 'case_facts'));

type WholeDeps = { dir: string; clock: Clock; ids: Pick<Ids, 'uuid'>; timers: RepeatingTimers };

export function createWholeTables({ dir, clock, ids, timers }: WholeDeps): WholeTables {
  // Files of an earlier process; nobody else removes them.
  rmSync(dir, { recursive: true, force: true });
  const ask = createReusedChild({
    script,
    answer: wholeTableAnswerSchema,
    limits,
    env: compileCacheEnv,
    idleMs: childIdleMs,
  });
  const oneAtATime = createMutex();
  const held = new Map<string, Held>();

  const write = async (job: WholeTableJob): Promise<StoredTableFile> => {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const answer = await ask([JSON.stringify(job)]);
    if ('absent' in answer) throw new Refusal('analysisAbsent');
    if ('gone' in answer) throw new Refusal('notCaughtUp');
    if ('failed' in answer) throw new Error(`writing a whole table failed: ${answer.failed}`);
    return { path: job.into, bytes: answer.bytes, sha256: answer.sha256 };
  };
  const drop = (key: string, { file }: Held) => {
    held.delete(key);
    return rm(file.path, { force: true });
  };
  const sweep = async () => {
    const now = clock.now();
    for (const [key, one] of held) if (one.isOver(now)) await drop(key, one);
    const oldest = [...held].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key, one] of oldest.slice(0, Math.max(0, held.size - MOST))) await drop(key, one);
  };
  timers.every(SWEEP_MS, () => void sweep().catch(() => undefined));

  const make = async (key: string, table: TableName, { views }: ReturnType<OpenedTables['source']>) => {
    const file = await write({ table, into: join(dir, `${ids.uuid()}.parquet`), views });
    const madeAt = clock.now();
    const one: Held = {
      file,
      usedAt: madeAt,
      isOver: now => now - (table === 'case_facts' ? madeAt : one.usedAt) >= KEPT_MS,
    };
    held.set(key, one);
    // At once, because files that are asked for quickly would fill the disk before the next tick.
    await sweep();
    return one;
  };
  const found = (key: string) => {
    const one = held.get(key);
    return one && !one.isOver(clock.now()) ? one : undefined;
  };
  return {
    file: async ({ orgId, table, name }, open) => {
      const place = `${orgId} ${table} ${name}`;
      // Facts that were erased are in no segment of the newest manifest, so each request looks there.
      const source = table === 'case_facts' ? (await open()).source(neededFor(table)) : undefined;
      const key = source ? `${place} ${source.files.join()}` : place;
      const one =
        found(key) ??
        (await oneAtATime.hold('', async () => {
          return found(key) ?? make(key, table, source ?? (await open()).source(neededFor(table)));
        }));
      one.usedAt = clock.now();
      return one.file;
    },
    forget: file => {
      for (const [key, one] of held) if (one.file === file) held.delete(key);
    },
  };
}
