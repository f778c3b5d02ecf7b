/** Writes the file of an export with the engine, in its format. */

import type { ExportFormat } from '#events/analysis/export-formats.ts';
import type { Engine } from '../engine.ts';
import type { ExportProgress, MadeExport } from './export-answer.ts';
import type { ExportWork } from './export-work.ts';
import { writeOcel } from './ocel.ts';
import { writeOcelSqlite } from './ocel-sqlite.ts';
import { openExportSpan } from './span.ts';
import { writeTables } from './table-zip.ts';
import type { ExportWriterInput } from './writing.ts';
import { writeXes } from './xes.ts';

const MS = 1000;
const KIB = 1024;

type Writer = (writing: ExportWriterInput) => Promise<Pick<MadeExport, 'path' | 'bytes' | 'sha256'>>;

const writers: Readonly<Record<ExportFormat, Writer>> = {
  parquet: writing => writeTables('parquet', writing),
  csv: writing => writeTables('csv', writing),
  ndjson: writing => writeTables('ndjson', writing),
  ocel: writeOcel,
  'ocel-sqlite': writeOcelSqlite,
  xes: writeXes,
};

export async function writeExport(
  { db }: Pick<Engine, 'db'>,
  work: ExportWork,
  onProgress: (progress: ExportProgress) => void,
): Promise<MadeExport> {
  const span = await openExportSpan(db, work);
  const { events } = span;
  const onEvents = (done: number) => onProgress({ done, events });
  onEvents(0);
  const written = await writers[work.format]({ db, span, work, onEvents });
  const { user, system } = process.cpuUsage();
  return {
    ...{ ...written, events, processorMs: (user + system) / MS },
    memory: process.resourceUsage().maxRSS * KIB,
  };
}
