/**
 * The tables of one serving organisation: rows wait here until a commit writes them into segments and names those in the next
 * manifest. Another organisation's cases are in other folders.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LogPosition, toLogPosition } from '#events/log-position.ts';
import type { Ids } from '../clock/clock.ts';
import {
  buildNextManifest,
  type CommitPlan,
  planCommit,
  planTails,
  type SegmentPlan,
} from './commit-plan.ts';
import {
  commitManifest,
  createEmptyManifest,
  filesOfManifest,
  type Manifest,
  ManifestNumberTakenError,
  parseManifestNumbers,
  readManifest,
} from './manifest.ts';
import { createPendingRows, type PendingRows } from './pending-rows.ts';
import { segmentSql } from './segment.sql.ts';
import type { Segment } from './segments.ts';
import { fetchSegments, type TableFiles } from './table-files.ts';
import type { FindPseudonym } from './tables.ts';
import type { AfterItem } from './turn-pace.ts';
import type { SegmentJob } from './write-job.ts';
import type { SegmentWriter } from './writer.ts';

export type OrganisationTables = {
  /** Rows whose clock is final and that are in no segment: a commit without new rows leaves them. */
  readonly pending: PendingRows;
  /** Position up to which rows are in segments. */
  final(): LogPosition;
  /** Rows with the pseudonyms of this organisation. */
  emptyRows(): PendingRows;
  commit(now: TableCommit): Promise<void>;
  /**
   * Follows the newest manifest: segments may have been set aside since.
   * @throws ManifestNumberTakenError if the tables have to be opened again
   */
  follow(): Promise<void>;
};

type TableCommit = {
  /** Position up to which events are final, and up to which they were read. */
  final: LogPosition;
  read: LogPosition;
  /** Rows of the events behind the final ones. */
  provisional: PendingRows;
  /** Final rows go into segments, although no row is new. */
  isSealing: boolean;
  afterItem: AfterItem;
  /** Cases whose patient was erased: their facts leave all segments now. */
  erased: readonly string[];
};

/** A point at which a process may be killed. Tests end it there. */
export type CommitStep = 'lines' | 'segments' | 'manifest' | 'entries';

export type OrganisationTablesDeps = {
  files: TableFiles;
  /** The manifest that this process has taken over. */
  manifest: Manifest;
  pseudonym: FindPseudonym;
  write: SegmentWriter;
  ids: Ids;
  onStep: (step: CommitStep) => void;
};

/** Whether the bytes are those of two parts. Mostly their lengths differ: after a backlog, a part is tens of megabytes. */
const isConcatenated = (bytes: Uint8Array, ...parts: readonly [Uint8Array, Uint8Array]) =>
  bytes.length === parts[0].length + parts[1].length && Buffer.concat(parts).equals(bytes);

const monthOf = (clock: number) => new Date(clock).toISOString().slice(0, 7);

/** Brings the segments that become a part of new ones into the folder. */
async function fetchMerged(files: TableFiles, drafts: readonly SegmentPlan[]): Promise<void> {
  const merged = drafts.flatMap(one => one.merged);
  const absent = await fetchSegments(files, merged);
  if (absent.length > 0) throw new Error(`${absent.length} segments of the analysts' tables are missing`);
}

type WrittenDraft = { draft: SegmentPlan; segment: Segment };

/** Writes the drafts' segments. Lines of facts are on the disk only while this runs. */
async function writeSegments(
  { files, write, onStep }: OrganisationTablesDeps,
  drafts: readonly SegmentPlan[],
  erased: readonly string[],
): Promise<WrittenDraft[]> {
  const pathOf = (file: string) => join(files.dir, file);
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

/** `built`: the tables that commits extend. `served`: older ones that answer until those have caught up. */
type BuiltAndServed = { built: Manifest; served: Manifest | undefined };

/** Tables that lack segments are built from the log's start. */
const builtAndServed = (manifest: Manifest): BuiltAndServed =>
  manifest.lacks?.length
    ? {
        built: { ...createEmptyManifest(manifest.log, manifest.servedBy), holder: manifest.holder },
        served: manifest,
      }
    : { built: manifest, served: undefined };

const lastOf = ({ last }: Manifest) => toLogPosition(last?.position ?? '0');

export function createOrganisationTables(deps: OrganisationTablesDeps): OrganisationTables {
  const { files, pseudonym, ids } = deps;
  let { built, served } = builtAndServed(deps.manifest);
  /** `final` of the built manifest as a position, because it is compared with the position of every event. */
  let finalPosition = toLogPosition(built.final);
  /** Lines of the events in the tails that the manifest names; undefined before this process has written any. */
  let tailLines: Uint8Array | undefined;
  const pending = createPendingRows(pseudonym);
  /** Erased cases since the last commit that wrote. Their facts may wait here, read before the erasure. */
  let erasedSince: readonly string[] = [];
  const nextFile = () => `${ids.uuid()}.parquet`;

  /** Commits what was built, unless the tables that answer have later events. */
  const publish = async (next: Manifest) => {
    const before = served && filesOfManifest(built);
    if (served && lastOf(next) < lastOf(served)) built = next;
    else {
      const number = (served ?? built).number + 1;
      await commitManifest(files, { ...next, number });
      served = undefined;
      built = { ...next, number };
    }
    // No manifest has named them.
    const named = new Set(filesOfManifest(built).map(({ file }) => file));
    await files.remove((before ?? []).map(({ file }) => file).filter(file => !named.has(file)));
  };

  const commit = async ({ final, read, provisional, ...now }: TableCommit) => {
    const erased = [...new Set([...erasedSince, ...now.erased])];
    erasedSince = erased;
    // After a restart, the events of the tails are read again. A commit before the last of them would lose rows of the manifest.
    if (built.last && read < toLogPosition(built.last.position)) return;
    const month = monthOf(pending.span()?.last.clock ?? built.last?.clock ?? 0);
    const lines = Buffer.from(provisional.eventLines());
    // Events that are no rows, as those of the audit, make older ones final. Their rows are in the tails already, and stay there.
    const isSame = tailLines && isConcatenated(tailLines, pending.eventLines(), lines);
    if (isSame && erased.length === 0 && !(now.isSealing && !pending.isEmpty())) return;
    const tails = planTails(provisional, { nextFile, month });
    const isErasing = erased.length > 0;
    await pending.writeCases(now.afterItem);
    const plan: CommitPlan = planCommit(built, pending.lines(), { nextFile, month, isErasing });
    const drafts = [...plan.drafts, ...tails];
    await fetchMerged(files, drafts);
    const segments = await writeSegments(deps, drafts, erased);
    await files.keep(segments.map(({ segment }) => segment));
    const spans = [pending.span(), provisional.span()].filter(span => span !== undefined);
    try {
      await publish(buildNextManifest(built, { plan, segments, spans, final }));
    } catch (error) {
      // Nothing names them, and they may hold facts.
      if (error instanceof ManifestNumberTakenError) await files.remove(drafts.map(({ file }) => file));
      throw error;
    }
    deps.onStep('manifest');
    finalPosition = toLogPosition(built.final);
    tailLines = lines;
    erasedSince = [];
    pending.clear();
  };

  return {
    pending,
    final: () => finalPosition,
    emptyRows: () => createPendingRows(pseudonym),
    commit,
    follow: async () => {
      const known = (served ?? built).number;
      const newest = parseManifestNumbers(await files.names())[0] ?? 0;
      if (newest <= known) return;
      const manifest = await readManifest(files, built.log);
      if (manifest?.holder !== built.holder) throw new ManifestNumberTakenError(newest);
      // A commit of this process has a name before it is durable.
      if (!manifest.lacks?.length) return;
      // More was set aside while the tables are built again anyway.
      if (served) served = manifest;
      else throw new ManifestNumberTakenError(newest);
    },
  };
}
