/** What the exporting child is asked for, and what it says. */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { ExportFormat, TraceKind } from '#events/analysis/export-formats.ts';
import type { Question } from '../question.ts';
import type { TableName } from '../tables.ts';

export type ExportWork = Pick<Question, 'files' | 'views'> & {
  format: ExportFormat;
  trace: TraceKind;
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

/** Where the child finds its work. It may be too long for an argument. */
export const workPath = (folder: string) => join(folder, 'work.json');

const progressSchema = z.object({ done: z.int(), events: z.int() });
/** `events`: number of events of the file, of which `done` are written. */
export type ExportProgress = z.infer<typeof progressSchema>;

const madeSchema = z.object({
  path: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  events: z.int(),
  /** Of the child: processor time in ms, and its largest memory in bytes. */
  processorMs: z.number(),
  memory: z.int(),
});
export type MadeExport = z.infer<typeof madeSchema>;

export const exportAnswer = z.union([
  z.object({ progress: progressSchema }),
  z.object({ made: madeSchema }),
  /** The disk is full. */
  z.object({ full: z.literal(true) }),
  /** The engine is not installed. */
  z.object({ absent: z.literal(true) }),
  z.object({ failed: z.string() }),
]);
export type ExportAnswer = z.infer<typeof exportAnswer>;
