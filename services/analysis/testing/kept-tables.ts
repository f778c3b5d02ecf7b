/** Tables that follow a log in memory, in a folder of their own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWalk } from '#projections/testing/walk.ts';
import { type Clock, type RepeatingTimers, systemClock, systemIds, systemTimers } from '../../clock/clock.ts';
import { createMemoryStore } from '../../eventstore/memory.ts';
import type { EventStore } from '../../eventstore/port.ts';
import { createMemoryVault } from '../../vault/memory.ts';
import type { Vault } from '../../vault/port.ts';
import { type RunningTables, startTables, type TablesDeps } from '../follower.ts';
import { createPseudonyms } from '../pseudonym.ts';
import { type AsOf, createAnalysisTables, createQueryProcesses } from '../query.ts';
import { createTableCleaner, repeatCleaning, type TableCleaner } from '../table-cleaner.ts';
import type { TableStore } from '../table-files.ts';
import { createFolderTableStore } from '../table-folder.ts';
import { type TableName, tableNames } from '../tables.ts';
import { createSegmentWriter } from '../writer.ts';

/** Shared, because a process that loads the engine takes longer to start than to write most segments, or to read them. */
const write = createSegmentWriter();
const ask = createQueryProcesses(300_000);

/** Timers whose periods are short, so that a failed follower begins again at once. */
const fastTimers: RepeatingTimers = { every: (ms, run) => systemTimers.every(Math.min(ms, 30), run) };

export type TestTables = {
  log: EventStore;
  vault: Vault;
  dir: string;
  tableStore: TableStore;
  start(more?: Partial<TablesDeps>): RunningTables;
  /** Starts what cleans the files. @returns the function that stops it */
  care(): () => Promise<void>;
  careOnce(): TableCleaner;
  /** All rows of every table as sorted lines. */
  lines(orgId: string, asOf?: AsOf): Promise<Record<TableName, string[]>>;
  tables: ReturnType<typeof createAnalysisTables>;
  pseudonyms: ReturnType<typeof createPseudonyms>;
  dispose(): void;
};

type KeptOptions = {
  log?: EventStore;
  /** The log with personal parts sealed. Default: the log, whose parts the tables do not read. */
  sealedLog?: EventStore;
  clock?: Clock;
  /** Default: in memory. */
  vault?: Vault;
  /** Derives keys. Default: the same key for all purposes. */
  keyFor?: (purpose: string) => Buffer;
  /** Default: a new folder, which is removed. */
  dir?: string;
  /** Default: the local folder. */
  storeOf?: (dir: string) => TableStore;
};

export function openTestTables(options: KeptOptions = {}): TestTables {
  const { log = createMemoryStore(), sealedLog = log, clock = systemClock } = options;
  const { storeOf = createFolderTableStore, vault = createMemoryVault() } = options;
  const { keyFor = () => Buffer.alloc(32, 7) } = options;
  const { dir = mkdtempSync(join(tmpdir(), 'archline-tables-')) } = options;
  const pseudonyms = createPseudonyms({ vault, ids: systemIds, keyFor });
  const tableStore = storeOf(dir);
  const tables = createAnalysisTables({ tableStore, logId: log.id, holder: 'reader', ask });
  const deps = { sealedLog, store: log, vault, clock, ids: systemIds, timers: fastTimers };
  const ignored = { warn: () => undefined, error: () => undefined };
  return {
    ...{ log, vault, dir, tables, pseudonyms, tableStore },
    start: more =>
      startTables({ ...deps, log: ignored, pseudonyms, write, tableStore, restMs: 1, lingerMs: 5, ...more }),
    careOnce: () => createTableCleaner({ ...deps, tableStore }),
    care: () => repeatCleaning(createTableCleaner({ ...deps, tableStore }), { ...deps, log: ignored }),
    lines: async (orgId, asOf) => {
      const open = await tables.open(orgId, asOf);
      const all: [TableName, string[]][] = [];
      for (const name of tableNames) {
        const { rows } = await open.run(`SELECT * FROM ${name}`);
        all.push([name, rows.map(row => JSON.stringify(row)).sort()]);
      }
      // Cast: every table has an entry.
      return Object.fromEntries(all) as Record<TableName, string[]>;
    },
    dispose: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** A walk over cases of two serving organisations. */
export async function walkTwoOrganisations(
  log: EventStore,
  { seed, steps }: { seed: number; steps: number },
) {
  const walk = createWalk({ seed, log, cases: 14 });
  await walk.setUp();
  for (let i = 0; i < steps; i++) await walk.step();
  return walk;
}
