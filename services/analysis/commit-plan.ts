/** What a commit of an organisation's tables writes: segments from new rows and small older segments, and tails. Pure. */
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import type { Manifest } from './manifest.ts';
import type { EventMoment, PendingLines, PendingRows } from './pending-rows.ts';
import { planMerge, planMonthMerge, type Segment } from './segments.ts';
import { storedTables } from './stored-tables.ts';
import { type TableName, tableNames } from './tables.ts';

/** A segment to be written. */
export type SegmentPlan = {
  table: TableName;
  /** Rows whose clock may still change. The next commit replaces them. */
  isTail: boolean;
  file: string;
  /** New rows as lines (row-lines.ts). */
  lines: Uint8Array | null;
  /** Older segments that become a part of it. */
  merged: readonly Segment[];
  from: LogPosition;
  to: LogPosition;
  /** Month of the log's clock: that of the segments that become one, or now. */
  month: string;
};

export type CommitPlan = {
  drafts: readonly SegmentPlan[];
  /** Segments that stay as they are. */
  kept: Manifest['tables'];
};

const byPosition = (a: LogPosition, b: LogPosition) => (a < b ? -1 : 1);

type Parts = { fresh: PendingLines | undefined; merged: readonly Segment[]; month: string };

function draftOf(table: TableName, file: string, { fresh, merged, month }: Parts): SegmentPlan {
  const froms = [...(fresh ? [fresh.from] : []), ...merged.map(({ from }) => toLogPosition(from))];
  const tos = [...(fresh ? [fresh.to] : []), ...merged.map(({ to }) => toLogPosition(to))];
  const lines = fresh?.bytes ?? null;
  const [from = START, to = START] = [froms.toSorted(byPosition).at(0), tos.toSorted(byPosition).at(-1)];
  return { table, isTail: false, file, lines, merged, from, to, month };
}

export type CommitPlanOptions = {
  /** Names a new file. */
  nextFile: () => string;
  /** Month of the log's clock now. */
  month: string;
  /** Facts of cases have to go. */
  isErasing: boolean;
};

export function planCommit(
  { tables }: Pick<Manifest, 'tables'>,
  lines: ReadonlyMap<TableName, PendingLines>,
  { nextFile, month, isErasing }: CommitPlanOptions,
): CommitPlan {
  const drafts: SegmentPlan[] = [];
  const kept: Manifest['tables'] = { ...tables };
  const put = (table: TableName, parts: Parts) => {
    if (parts.fresh || parts.merged.length > 0) drafts.push(draftOf(table, nextFile(), parts));
    kept[table] = kept[table].filter(segment => !parts.merged.includes(segment));
  };
  for (const table of tableNames) {
    const fresh = lines.get(table);
    const { sealedRows } = storedTables[table];
    const over = planMonthMerge(tables[table], month, sealedRows);
    if (over) put(table, { fresh: undefined, merged: over, month: over[0]?.month ?? month });
    if (table === 'case_facts' && isErasing) put(table, { fresh, merged: tables[table], month });
    else if (fresh) put(table, { fresh, merged: planMerge(kept[table], fresh.rows, sealedRows), month });
  }
  return { drafts, kept };
}

/** The tails: rows of the events behind the final ones. */
export const planTails = (
  provisional: PendingRows,
  { nextFile, month }: Pick<CommitPlanOptions, 'nextFile' | 'month'>,
): SegmentPlan[] =>
  [...provisional.lines()].map(([table, fresh]) => ({
    ...draftOf(table, nextFile(), { fresh, merged: [], month }),
    isTail: true,
  }));

const written = ({ position, clock }: EventMoment) => ({ position: String(position), clock });

export type WrittenCommit = {
  plan: CommitPlan;
  /** Drafts and tails, and the segments that they have become. */
  segments: readonly { draft: SegmentPlan; segment: Segment }[];
  /** First and last event of each part of the new rows, in order. */
  spans: readonly { first: EventMoment; last: EventMoment }[];
  final: LogPosition;
};

/** The manifest after a commit. */
export function buildNextManifest(
  manifest: Manifest,
  { plan, segments, spans, final }: WrittenCommit,
): Manifest {
  const tables = { ...plan.kept };
  const tails: Manifest['tails'] = {};
  for (const { draft, segment } of segments)
    if (draft.isTail) tails[draft.table] = segment;
    else tables[draft.table] = [...tables[draft.table], segment];
  // In the order of positions, so that a merge takes neighbours.
  for (const table of tableNames)
    tables[table] = tables[table].toSorted((a, b) =>
      byPosition(toLogPosition(a.from), toLogPosition(b.from)),
    );
  const [first, last] = [spans.at(0)?.first, spans.at(-1)?.last];
  return {
    ...{ ...manifest, number: manifest.number + 1, tables, tails },
    first: manifest.first ?? (first ? written(first) : null),
    last: last ? written(last) : manifest.last,
    final: String([final, toLogPosition(manifest.final)].toSorted(byPosition)[1]),
  };
}
