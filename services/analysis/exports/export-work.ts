/** Request to the exporting child process. */
import { join } from 'node:path';
import type { ExportFormat, XesTraceKind } from '#events/analysis/export-formats.ts';
import type { Question } from '../question.ts';
import type { TableName } from '../tables.ts';

export type ExportWork = Pick<Question, 'files' | 'views'> & {
  format: ExportFormat;
  trace: XesTraceKind;
  /** Tables that exist. Without `case_facts`, nothing of it is in the file. */
  tables: readonly TableName[];
  /** Clock of the log in ms; events at `to` and later are left out. Null: no limit. */
  from: number | null;
  to: number | null;
  /** Id of the log, by which events have ids of their own in XES. */
  log: string;
  /** What a result is cited by, for formats that have room for it. */
  about: Readonly<Record<string, string | number | null>>;
  /** Empty folder for the file and what is made on the way. */
  folder: string;
};

/** Path of the file with the child's work, which may be too long for an argument. */
export const exportWorkPath = (folder: string) => join(folder, 'work.json');
