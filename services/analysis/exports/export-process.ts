/** Runs the exporting child over tables that stay as they are meanwhile. */
import { copyFile, link, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '#events/errors.ts';
import { compileCacheEnv, runChild } from '../../childProcess/child.ts';
import { diskFullRefusalOf } from '../../eventstore/disk-full.ts';
import { isErrno } from '../../files/disk.ts';
import type { OpenedTables } from '../query.ts';
import { type ExportProgress, exportAnswerSchema, type MadeExport } from './export-answer.ts';
import { type ExportWork, exportWorkPath } from './export-work.ts';

const script = fileURLToPath(new URL('./export-child.ts', import.meta.url));
/** Ten million events take minutes; a child that hangs must end. */
const limits = { timeMs: 2 * 3_600_000, heapMb: 48, isLean: true };

export type ExportRunOptions = Omit<ExportWork, 'files' | 'views'> & {
  open: OpenedTables;
  onProgress: (progress: ExportProgress) => void;
  signal: AbortSignal;
};

/** A second name of a segment, so that it outlives its replacement. Another disk gets a copy. */
async function keepSegment(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!isErrno(error, 'EXDEV') && !isErrno(error, 'EPERM')) throw error;
    await copyFile(from, to);
  }
}

/**
 * Writes an export into its folder, which must be empty, in a child process.
 * @throws Refusal diskFull, analysisAbsent, notCaughtUp if a segment was replaced meanwhile; ChildCrashError, the signal's reason
 */
export async function runExport({
  open,
  onProgress,
  signal,
  ...work
}: ExportRunOptions): Promise<MadeExport> {
  const { folder, tables } = work;
  const segments = join(folder, 'segments');
  await mkdir(segments, { recursive: true, mode: 0o700 });
  try {
    for (const file of open.source(tables).files) await keepSegment(file, join(segments, basename(file)));
  } catch (error) {
    throw isErrno(error, 'ENOENT') ? new Refusal('notCaughtUp') : error;
  }
  const source = open.source(tables, file => join(segments, basename(file)));
  const job: ExportWork = { ...work, ...source };
  await writeFile(exportWorkPath(folder), JSON.stringify(job), { mode: 0o600 });
  const answer = await runChild({
    ...{ script, args: [folder], answer: exportAnswerSchema, limits, env: compileCacheEnv, signal },
    onMessage: message => {
      if ('progress' in message) onProgress(message.progress);
    },
  });
  if ('made' in answer) return answer.made;
  if ('full' in answer) throw diskFullRefusalOf(new Error('the disk filled up'));
  if ('absent' in answer) throw new Refusal('analysisAbsent');
  throw new Error('failed' in answer ? answer.failed : 'the export ended early');
}
