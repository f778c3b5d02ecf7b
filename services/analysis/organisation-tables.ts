/**
 * The tables of one serving organisation: rows wait here until a commit writes them into segments and names those in the next
 * manifest. Another organisation's cases are in other folders.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LogPosition, toLogPosition } from '#events/log-position.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import { type CommitPlan, nextManifest, planCommit, planTails, type SegmentPlan } from './commit-plan.ts';
import { commitManifest, filesOf, type Manifest, manifestName } from './manifest.ts';
import { createPendingRows, type PendingRows } from './pending-rows.ts';
import { segmentSql } from './segment.sql.ts';
import type { Segment } from './segments.ts';
import type { Pseudonym } from './tables.ts';
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

type TableCommit = {
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
  pseudonym: Pseudonym;
  write: SegmentWriter;
  clock: Clock;
  ids: Ids;
  onStep: (step: CommitStep) => void;
};

const monthOf = (clock: number) => new Date(clock).toISOString().slice(0, 7);

/** Writes the drafts' segments. Lines of facts are on the disk only while this runs. */
async function writeSegments(
  { dir, write, onStep }: OrganisationTablesDeps,
  drafts: readonly SegmentPlan[],
  erased: readonly string[],
): Promise<{ draft: SegmentPlan; segment: Segment }[]> {
  const pathOf = (file: string) => join(dir, file);
  const linesPath = ({ file }: SegmentPlan) => pathOf(`${file}.lines`);
  try {
    for (const draft of drafts)
      if (draft.lines !== null) await writeFile(linesPath(draft), draft.lines, { mode: 0o600 });
    onStep('lines');
    const jobs = drafts.map((draft): SegmentJob => {
      const lines = draft.lines === null ? null : linesPath(draft);
      const segments = draft.merged.map(({ file }) => pathOf(file));
      const without = draft.table === 'case_facts' && !draft.isTail ? erased : [];
      return { into: pathOf(draft.file), sql: segmentSql(draft.table, { lines, segments, without }) };
    });
    const written = await write(jobs);
    onStep('segments');
    return drafts.map((draft, i) => {
      const one = written[i];
      if (!one) throw new Error('the writer has left a segment out');
      const { file, from, to, month } = draft;
      return { draft, segment: { file, ...one, from: String(from), to: String(to), month } };
    });
  } finally {
    for (const draft of drafts) await rm(linesPath(draft), { force: true });
  }
}

/** Files that only the manifest before names: questions may still read them. */
function replacedFiles(before: Manifest, after: Manifest): string[] {
  const named = new Set(filesOf(after).map(({ file }) => file));
  const replaced = filesOf(before).map(({ file }) => file);
  return [manifestName(before.number), ...replaced.filter(file => !named.has(file))];
}

export function createOrganisationTables(deps: OrganisationTablesDeps): OrganisationTables {
  const { dir, pseudonym, ids, clock } = deps;
  let { manifest } = deps;
  /** As in the manifest. It is compared with the position of every event. */
  let finalPosition = toLogPosition(manifest.final);
  /** Lines of the tails that the manifest names; undefined before this process has written any. */
  let tailLines: Buffer | undefined;
  const pending = createPendingRows(pseudonym);
  const retired: { at: number; files: readonly string[] }[] = [];
  const nextFile = () => `${ids.uuid()}.parquet`;

  const commit = async ({ final, read, provisional, erased }: TableCommit) => {
    // Rows of a tail are read again after a restart: until all of them are, the manifest knows more.
    if (manifest.last && read < toLogPosition(manifest.last.position)) return;
    const month = monthOf(pending.span()?.last.clock ?? manifest.last?.clock ?? 0);
    const tails = planTails(provisional, { nextFile, month });
    const lines = Buffer.concat(tails.map(one => one.lines ?? new Uint8Array()));
    const isSame = tailLines?.equals(lines) ?? false;
    if (pending.isEmpty() && erased.length === 0 && isSame) return;
    const isErasing = erased.length > 0;
    const plan: CommitPlan = planCommit(manifest, pending.lines(), { nextFile, month, isErasing });
    const segments = await writeSegments(deps, [...plan.drafts, ...tails], erased);
    const spans = [pending.span(), provisional.span()].filter(span => span !== undefined);
    const next = nextManifest(manifest, { plan, segments, spans, final });
    await commitManifest(dir, next);
    deps.onStep('manifest');
    retired.push({ at: clock.now(), files: replacedFiles(manifest, next) });
    manifest = next;
    finalPosition = toLogPosition(next.final);
    tailLines = lines;
    pending.clear();
  };

  return {
    pending,
    final: () => finalPosition,
    emptyRows: () => createPendingRows(pseudonym),
    commit,
    sweep: async before => {
      while (retired[0] && retired[0].at <= before)
        for (const file of retired.shift()?.files ?? []) await rm(join(dir, file), { force: true });
    },
  };
}
