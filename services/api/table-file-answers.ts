/** Answers about the files of the analysts' tables. */
import type { ColumnMeaning } from '../analysis/tables.ts';
import type { AnalysisPositionFields } from './analysis-answers.ts';

/** An immutable file of Parquet. `from`, `to`: positions of its first and last row, as digits. */
type TableSegment = { url: string; rows: number; bytes: number; sha256: string; from: string; to: string };

export type TableListing = AnalysisPositionFields & {
  name: string;
  /** The table as of this position as one file, under an address that always has the same rows. */
  whole: string;
  columns: readonly ColumnMeaning[];
  /**
   * The segments, for readers that keep a copy up to date and need only the new ones. A replaced segment stays
   * readable for 55 seconds.
   */
  segments: readonly TableSegment[];
  /**
   * Segments may have several rows with the same `key`; the row with the highest `order` counts. Null for a table that
   * only grows.
   */
  newestBy: { key: string; order: string } | null;
  definition: string;
};

/** `position`: the answer includes erasures up to it. `more`: ask again after the last item's position. */
export type ErasedCases = {
  items: readonly { caseId: string; position: string; at: string }[];
  more: boolean;
  position: string;
};
