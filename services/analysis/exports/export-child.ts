/**
 * Child process: for a folder with `work.json` it writes the file of an export, and says how far it is and what it has made.
 * It is ended at any time: what it has not finished is thrown away.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '../engine.ts';
import { tableNames } from '../tables.ts';
import type { ExportChildAnswer, ExportProgress } from './export-answer.ts';
import { type ExportWork, exportWorkPath } from './export-work.ts';
import { lineFilePathsIn } from './line-files.ts';
import { writeExport } from './write-export.ts';

/** Beyond it the engine fails instead of growing. */
const MEMORY = '64MB';

/** Files that the engine writes. */
const outputsOf = ({ folder, format }: ExportWork) => [
  ...tableNames.map(name => join(folder, `${name}.${format}`)),
  ...lineFilePathsIn(folder),
];

const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (/ENOSPC|EDQUOT|disk is full|No space left/i.test(error.message) ||
    ('code' in error && error.code === 'ENOSPC'));

async function answerTo(work: ExportWork): Promise<ExportChildAnswer> {
  try {
    const files = [...work.files, ...outputsOf(work)];
    const engine = await openEngine({ files, views: work.views }, { memory_limit: MEMORY });
    if (!engine) return { absent: true };
    const onProgress = (progress: ExportProgress) => process.send?.({ progress });
    return { made: await writeExport(engine, work, onProgress) };
  } catch (error) {
    if (isFull(error)) return { full: true };
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

// The server has ended, and begins the export again at its next start.
process.once('disconnect', () => process.exit());
// Cast: the parent sends what export-maker.ts makes.
const work = JSON.parse(readFileSync(exportWorkPath(process.argv[2] ?? ''), 'utf8')) as ExportWork;
process.send?.(await answerTo(work), () => process.disconnect?.());
