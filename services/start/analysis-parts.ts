/** Assembles the analysts' data: the replay's track, and the tables for questions. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAsk } from '../analysis/ask.ts';
import { createBacklogProcess } from '../analysis/backlog.ts';
import { createDurableFolder, createMemoryFolder, createSharedFolder } from '../analysis/durable-folder.ts';
import { type RunningTables, startTables } from '../analysis/follower.ts';
import { createPseudonyms } from '../analysis/pseudonym.ts';
import { absentAnalysisTables, createAnalysisTables } from '../analysis/query.ts';
import {
  type BucketTableStore,
  createBucketTableStore,
  removeBucketTables,
} from '../analysis/table-bucket.ts';
import { createTableCleaner, repeatCleaning } from '../analysis/table-cleaner.ts';
import { createCopyCleaner } from '../analysis/table-copies.ts';
import { absentTableDownloads, createTableDownloads } from '../analysis/table-downloads.ts';
import { createFolderTableStore } from '../analysis/table-folder.ts';
import { removeTables, tablesFolder, tablesPrefix } from '../analysis/table-folders.ts';
import { createTablePositionWait } from '../analysis/tables-reached.ts';
import { createTracks } from '../analysis/tracks.ts';
import { createWholeTables } from '../analysis/whole-tables.ts';
import { createSegmentWriter } from '../analysis/writer.ts';
import { createEventOpener } from '../vault/sealed-store.ts';
import type { ServerPorts } from './assemble-server.ts';
import type { OpenedLogParts } from './open-log.ts';

/** Background work of a process on the analysts' tables. */
export type TableParts = {
  /** Follows the log and keeps the tables, under a lease. Absent if no tables are kept. */
  startTables?(): RunningTables;
  /** Erases and removes old files, whether the log is followed or not. @returns the function that stops it */
  startCare(): () => Promise<void>;
  /** Removes old copies of segments in a bucket. @returns the function that stops it */
  startCopyCare?(): () => Promise<void>;
};

const trackFolderOf = ({ analysisDir, bucket, log }: ServerPorts, logId: string) => {
  if (analysisDir === undefined) return createMemoryFolder();
  const own = createDurableFolder(tablesFolder(analysisDir, logId));
  return bucket ? createSharedFolder(own, bucket, { prefix: tablesPrefix(logId), log }) : own;
};

/** Removes tables if an installation no longer keeps any, because they would retain the facts of erased patients. */
const removingParts = (store: BucketTableStore, log: ServerPorts['log']): TableParts => ({
  startCare: () => {
    const removing = removeBucketTables(store).catch((err: unknown) =>
      log.error({ err }, "removing the analysts' tables from the bucket failed"),
    );
    return () => removing;
  },
});

/** Creates a folder for answers until they are sent. Removes the files that a killed process has left there. */
function answersFolder({ analysisDir }: ServerPorts): string | undefined {
  if (analysisDir === undefined) return undefined;
  const dir = join(analysisDir, 'answers');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
}

const backlogProgram = fileURLToPath(new URL('./backlog-child.ts', import.meta.url));

/** Opens the parts. `tableParts` is undefined if there is no work on tables. */
export function openAnalysisParts(
  ports: ServerPorts,
  { sealedLog, store, keyring, keyFor, measures }: OpenedLogParts,
) {
  const { vault, ids, timers, clock, log, analysisDir, bucket, analysis = true, questionsAtOnce } = ports;
  const { backlogPlace } = ports;
  const pseudonyms = createPseudonyms({ vault, ids, keyFor });
  const folder = trackFolderOf(ports, sealedLog.id);
  const tracks = createTracks({ log: sealedLog, folder, pseudonyms, timers, clock, report: log });
  const asking = createAsk({ timers, filesDir: answersFolder(ports), running: questionsAtOnce });
  const absent = {
    ...asking,
    ...{ pseudonyms, tracks, analysisTables: absentAnalysisTables, tableDownloads: absentTableDownloads },
    tableParts: undefined,
  };
  if (analysisDir === undefined) return absent;
  const dir = tablesFolder(analysisDir, sealedLog.id);
  const shared = bucket && createBucketTableStore(bucket, sealedLog.id, dir);
  if (!analysis) {
    removeTables(dir).catch((err: unknown) => log.error({ err }, "removing the analysts' tables failed"));
    return { ...absent, tableParts: shared && removingParts(shared, log) };
  }
  const tableStore = shared ?? createFolderTableStore(dir);
  const parts = { vault, ids, timers, clock, log, pseudonyms, sealedLog, store, tableStore };
  const onSetAside = measures.setAside;
  const buildBacklog = backlogPlace && createBacklogProcess(backlogProgram, backlogPlace);
  let running: RunningTables | undefined;
  const own = async (position: bigint, waitMs: number) => running?.reached(position, waitMs) ?? true;
  const reached = shared ? createTablePositionWait({ tableStore: shared, clock, timers }) : own;
  const tableParts: TableParts = {
    startTables: () => {
      const openSealed = createEventOpener({ keyring });
      running = startTables({ ...parts, onSetAside, openSealed, buildBacklog, write: createSegmentWriter() });
      measures.follower('analysis', running.lag);
      return running;
    },
    startCare: () => repeatCleaning(createTableCleaner({ ...parts, onSetAside }), parts),
    ...(shared && { startCopyCare: () => repeatCleaning(createCopyCleaner(shared, sealedLog.id), parts) }),
  };
  const reading = {
    tableStore,
    logId: sealedLog.id,
    holder: ids.uuid(),
    onSetAside,
    reached,
    fault: () => running?.fault(),
  };
  const whole = createWholeTables({ dir: join(analysisDir, 'whole'), clock, ids, timers });
  return {
    ...asking,
    ...{ pseudonyms, tracks, tableParts },
    analysisTables: createAnalysisTables(reading),
    tableDownloads: createTableDownloads(tableStore, sealedLog.id, whole),
  };
}
