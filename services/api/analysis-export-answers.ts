/** Answers about exports of the analysts' tables. */

import type { ExportFormat, XesTraceKind } from '#events/analysis/export-formats.ts';
import type { ExportFailure, ExportJob } from '../analysis/exports/export-jobs.ts';

export type ExportItem = {
  id: string;
  format: ExportFormat;
  trace: XesTraceKind;
  /** True if the export contains the facts of cases. */
  facts: boolean;
  /** ISO times of the range, `to` not part of it; null: no limit. */
  from: string | null;
  to: string | null;
  /** ISO time of the request. */
  at: string;
  /**
   * Data for a citation of the export: the log, the last position (wire format) with its ISO time, and the version of
   * the tables.
   */
  log: string;
  position: string;
  clock: string;
  definition: string;
  state: ExportJob['state'];
  why: ExportFailure | null;
  progress: { done: number; events: number };
  file: { name: string; bytes: number; sha256: string; events: number } | null;
  /** ISO time at which it is deleted; null while it is unfinished. */
  until: string | null;
};

export type ExportList = {
  items: readonly ExportItem[];
  limits: { days: number; unfinished: number; kept: number };
  /** Time zone of the organisation, in whose days the ranges are ordered (IANA name). */
  zone: string;
  /** True if the person may export the facts of cases. */
  facts: boolean;
};
