/** Assembles what analysts read: the replay's track, and the tables for questions. */
import { join } from 'node:path';
import { createAsk } from '../analysis/ask.ts';
import { createDurableFolder, createMemoryFolder } from '../analysis/durable-folder.ts';
import { type RunningTables, startTables } from '../analysis/follower.ts';
import { createPseudonyms } from '../analysis/pseudonym.ts';
import { absentTables, createAnalysisTables } from '../analysis/query.ts';
import { absentTableDownloads, createTableDownloads } from '../analysis/table-downloads.ts';
import { removeTables, tablesFolder } from '../analysis/table-folders.ts';
import { createTracks } from '../analysis/tracks.ts';
import { createWholeTables } from '../analysis/whole-tables.ts';
import { createSegmentWriter } from '../analysis/writer.ts';
import type { OpenLog, ServerPorts } from './assemble-server.ts';

/** Follows the log once it is started. `startTables`: undefined where no tables are kept. */
export function openAnalysis(ports: ServerPorts, { sealedLog, store, keyFor }: OpenLog) {
  const { vault, ids, timers, clock, log, analysisDir, analysis = true } = ports;
  const pseudonyms = createPseudonyms({ vault, ids, keyFor });
  const folder =
    analysisDir === undefined ? createMemoryFolder() : createDurableFolder(join(analysisDir, sealedLog.id));
  const tracks = createTracks({ log: sealedLog, folder, pseudonyms, timers, clock, report: log });
  const asking = createAsk({ timers });
  const absent = {
    ...asking,
    ...{ pseudonyms, tracks, analysisTables: absentTables, tableDownloads: absentTableDownloads },
    startTables: undefined,
  };
  if (analysisDir === undefined) return absent;
  const dir = tablesFolder(analysisDir, sealedLog.id);
  if (!analysis) {
    removeTables(dir).catch((err: unknown) => log.error({ err }, "removing the analysts' tables failed"));
    return absent;
  }
  const parts = { vault, ids, timers, clock, log, pseudonyms, sealedLog, store };
  const whole = createWholeTables({ dir: join(analysisDir, 'whole'), clock, ids, timers });
  let running: RunningTables | undefined;
  const reached = async (position: bigint, waitMs: number) => running?.reached(position, waitMs) ?? true;
  return {
    ...asking,
    pseudonyms,
    tracks,
    tableDownloads: createTableDownloads(dir, sealedLog.id, whole),
    analysisTables: createAnalysisTables({ dir, logId: sealedLog.id, reached }),
    startTables: (): RunningTables => {
      running = startTables({ ...parts, dir, write: createSegmentWriter() });
      return running;
    },
  };
}
