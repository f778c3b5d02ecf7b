/**
 * The tables of one serving organisation: rows wait here until a commit writes them into segments and names those in the next
 * manifest. Another organisation's cases are in other folders.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LogPosition, toLogPosition } from '#events/log-position.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import { commitManifest, filesOf, type Manifest, manifestName } from './manifest.ts';
import { createPendingRows, type PendingRows } from './pending-rows.ts';
import type { Pseudonymise } from './pseudonym.ts';
import { planMerge, planMonth, type Segment } from './segments.ts';
import { storedTables } from './stored-tables.ts';
import { type TableName, tableNames } from './tables.ts';
import type { SegmentJob } from './write-job.ts';
import type { SegmentWriter } from './writer.ts';

export type OrganisationTables = {
  /** Rows whose clock is final. Those of events up to `final` are in segments already. */
  readonly pending: PendingRows;
  final(): LogPosition;
  /** Rows with the pseudonyms of this organisation. */
  emptyRows(): PendingRows;
  commit(now: TableCommit): Promise<void>;
  /** Removes files that were replaced before a time (ms): no question reads them any more. */
  sweep(before: number): Promise<void>;
};

export type TableCommit = {
  /** Position up to which events are final, and up to which they were read. */
  final: LogPosition;
  read: LogPosition;
  /** Rows of the events behind the final ones. */
  provisional: PendingRows;
  /** Cases whose patient was erased: their facts leave all segments now. */
  erased: readonly string[];
};

/** A point at which a process may be killed. Tests end it there. */
export type CommitStep = 'lines' | 'segments' | 'manifest' | 'entries';

export type OrganisationTablesDeps = {
  dir: string;
  /** The manifest that this process has taken over. */
  manifest: Manifest;
  pseudonym: Pseudonymise;
  write: SegmentWriter;
  clock: Clock;
  ids: Ids;
  onStep: (step: CommitStep) => void;
};

/** A segment to be written, and what the manifest says of it. */
type Draft = {
  table: TableName;
  isTail: boolean;
  file: string;
  lines: string | null;
  merged: readonly Segment[];
  from: LogPosition;
  to: LogPosition;
};

const monthOf = (clock: number) => new Date(clock).toISOString().slice(0, 7);
const least = (...positions: LogPosition[]) => positions.reduce((a, b) => (b < a ? b : a));
const most = (...positions: LogPosition[]) => positions.reduce((a, b) => (b > a ? b : a));

export function createOrganisationTables(deps: OrganisationTablesDeps): OrganisationTables {
  const { dir, pseudonym, write, ids, onStep } = deps;
  let { manifest } = deps;
  let tailText: string | undefined;
  const pending = createPendingRows(pseudonym);
  /** Files of older manifests, which questions may still read. */
  const retired: { at: number; files: readonly string[] }[] = [];
  const replacedBy = (next: Manifest) => {
    const named = new Set(filesOf(next).map(({ file }) => file));
    const files = filesOf(manifest).map(({ file }) => file);
    return [manifestName(manifest.number), ...files.filter(file => !named.has(file))];
  };
  const pathOf = (file: string) => join(dir, file);

  const segmentDraft = (
    table: TableName,
    lines: ReturnType<PendingRows['lines']>,
    merged: readonly Segment[],
  ) => {
    const fresh = lines.get(table);
    const spans = [
      ...(fresh ? [fresh] : []),
      ...merged.map(({ from, to }) => ({ from: toLogPosition(from), to: toLogPosition(to) })),
    ];
    return {
      ...{ table, isTail: false, merged, file: `${ids.uuid()}.parquet` },
      lines: fresh ? fresh.text.join('\n') : null,
      from: least(...spans.map(({ from }) => from)),
      to: most(...spans.map(({ to }) => to)),
    };
  };

  /** Segments to write, and what stays of the old ones. */
  const plan = (now: TableCommit) => {
    const lines = pending.lines();
    const clock = pending.span()?.last.clock ?? manifest.last?.clock ?? 0;
    const drafts: Draft[] = [];
    const kept: Manifest['tables'] = { ...manifest.tables };
    for (const table of tableNames) {
      const fresh = lines.get(table);
      const { isKeyed } = storedTables[table];
      const isErasing = table === 'case_facts' && now.erased.length > 0 && manifest.tables[table].length > 0;
      const over = isKeyed ? undefined : planMonth(manifest.tables[table], monthOf(clock));
      if (over) {
        // One at a time: the sealed segments of a month that is over.
        kept[table] = manifest.tables[table].filter(segment => !over.includes(segment));
        drafts.push(segmentDraft(table, new Map(), over));
      }
      if (!fresh && !isErasing) continue;
      const rows = isErasing ? Number.POSITIVE_INFINITY : (fresh?.text.length ?? 0);
      const merge = planMerge(kept[table], rows, isKeyed ? Number.POSITIVE_INFINITY : undefined);
      kept[table] = [...merge.kept];
      drafts.push(segmentDraft(table, lines, merge.merged));
    }
    return { drafts, kept, clock };
  };

  const tailDrafts = (provisional: PendingRows): Draft[] =>
    [...provisional.lines()].map(([table, { text, from, to }]) => ({
      ...{ table, isTail: true, file: `${ids.uuid()}.parquet`, lines: text.join('\n'), merged: [], from, to },
    }));

  /** Writes the drafts' segments. Lines of facts are on the disk only while this runs. */
  const segmentsOf = async (drafts: readonly Draft[], erased: readonly string[], month: string) => {
    const linePath = (draft: Draft) => pathOf(`${draft.file}.lines`);
    try {
      for (const draft of drafts)
        if (draft.lines !== null) await writeFile(linePath(draft), draft.lines, { mode: 0o600 });
      onStep('lines');
      const jobs = drafts.map(
        (draft): SegmentJob => ({
          table: draft.table,
          into: pathOf(draft.file),
          lines: draft.lines === null ? null : linePath(draft),
          segments: draft.merged.map(({ file }) => pathOf(file)),
          without: draft.table === 'case_facts' && !draft.isTail ? erased : [],
        }),
      );
      const written = await write(jobs);
      onStep('segments');
      return drafts.map(({ file, from, to }, i): Segment => {
        const one = written[i];
        if (!one) throw new Error('the writer left a segment out');
        return { file, ...one, from: String(from), to: String(to), month };
      });
    } finally {
      for (const draft of drafts) await rm(linePath(draft), { force: true });
    }
  };

  const nextManifest = (
    now: TableCommit,
    drafts: readonly Draft[],
    segments: readonly Segment[],
    kept: Manifest['tables'],
  ): Manifest => {
    const next: Manifest = { ...manifest, number: manifest.number + 1, tables: { ...kept }, tails: {} };
    for (const [i, { table, isTail }] of drafts.entries()) {
      const segment = segments[i];
      if (!segment) continue;
      if (isTail) next.tails[table] = segment;
      // In the order of positions, so that a merge takes neighbours.
      else
        next.tables[table] = [...next.tables[table], segment].sort((a, b) =>
          Number(toLogPosition(a.from) - toLogPosition(b.from)),
        );
    }
    const spans = [pending.span(), now.provisional.span()].filter(span => span !== undefined);
    const spot = ({ position, clock }: { position: LogPosition; clock: number }) => ({
      position: String(position),
      clock,
    });
    const [first, last] = [spans.at(0)?.first, spans.at(-1)?.last];
    next.first = manifest.first ?? (first ? spot(first) : null);
    next.last = last ? spot(last) : manifest.last;
    next.final = String(most(now.final, toLogPosition(manifest.final)));
    return next;
  };

  const commit = async (now: TableCommit) => {
    // Rows of a tail are read again after a restart: until all of them are, the manifest knows more.
    if (manifest.last && now.read < toLogPosition(manifest.last.position)) return;
    const tails = tailDrafts(now.provisional);
    const text = tails.map(({ lines }) => lines).join('\n');
    if (pending.isEmpty() && now.erased.length === 0 && text === tailText) return;
    const { drafts, kept, clock } = plan(now);
    const all = [...drafts, ...tails];
    const segments = await segmentsOf(all, now.erased, monthOf(clock));
    const next = nextManifest(now, all, segments, kept);
    await commitManifest(dir, next);
    onStep('manifest');
    retired.push({ at: deps.clock.now(), files: replacedBy(next) });
    manifest = next;
    tailText = text;
    pending.clear();
  };

  return {
    pending,
    final: () => toLogPosition(manifest.final),
    emptyRows: () => createPendingRows(pseudonym),
    commit,
    sweep: async before => {
      while (retired[0] && retired[0].at <= before)
        for (const file of retired.shift()?.files ?? []) await rm(pathOf(file), { force: true });
    },
  };
}
