/**
 * What if another version folded the same log: its rows against those that are served, and for each row that differs the
 * event at which the two part. Events are replayed, never commands.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ChangedField, findChangedFields } from './changed-fields.ts';
import { compareViewRows, type RowDifference, type ViewRowCounts } from './compare-rows.ts';
import type { LogFeedSource } from './log-feed.ts';
import { findFirstRowDifference } from './parting.ts';
import type { RowTraceStep, WatchedRows } from './version-messages.ts';
import { startVersionProcess, type VersionProcess } from './version-process.ts';

export type WhatIfStep = 'building' | 'comparing' | 'tracing';
/** `share`: of the step, from 0 to 1. */
export type WhatIfProgress = { step: WhatIfStep; share: number };

/** `to`: the position of both. */
export type WhatIfOptions = Omit<LogFeedSource, 'onBatch'> & {
  /** Compares only rows that an event from this position on has touched. Default: all. */
  from?: bigint;
  /** `file`: rows that are served at `to`. Default: this version's are built. */
  here: { folder: string; file?: string };
  there: { folder: string };
  /** An empty folder for both versions' files. The caller deletes it. */
  dir: string;
  /** Rows that are compared. Default: all. */
  wants?: (view: string, id: string) => boolean;
  onProgress?: (progress: WhatIfProgress) => void;
  signal?: AbortSignal;
};

/** `isIn`: the versions that have the view. */
type ComparedView = { view: string; isIn: 'both' | 'here' | 'there' } & ViewRowCounts;
export type PartingEvent = Omit<RowTraceStep, 'hash'>;

/** A row that differs. */
export type RowParting = Pick<RowDifference, 'id' | 'kind'> & {
  view: string;
  /** The view from whose row this one is derived; null if it is folded from events. */
  derivedFrom: string | null;
  /** The event at which the rows part. Null if they differ only since the erasure of their patient. */
  event: PartingEvent | null;
  /** Events before it that touched the row, oldest first. */
  before: PartingEvent[];
  fields: ChangedField[];
  /** Both rows after the event; null where there is none. */
  rows: { here: unknown; there: unknown };
};

export type VersionComparison = {
  logId: string;
  position: bigint;
  from: bigint | null;
  views: ComparedView[];
  /** Of all rows that differ, those that were looked into: of each view the first to part, oldest first. */
  partings: RowParting[];
};

/** Most rows of a view whose history is recorded; most partings of a view, fields and earlier events in the result. */
const mostTraced = 40;
const mostPartings = 5;
const mostFields = 20;
const mostBefore = 5;

type Versions = { here: VersionProcess; there: VersionProcess };

export const countDifferences = ({ differ, onlyHere, onlyThere }: ViewRowCounts): number =>
  differ + onlyHere + onlyThere;

/** Folders of the two versions' files of one step. */
function foldersIn(dir: string, step: string): { here: string; there: string } {
  const folders = { here: join(dir, `${step}-here`), there: join(dir, `${step}-there`) };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folders;
}

/** Runs both; a failure of one ends neither, but is thrown at once. */
async function both<T>(
  versions: Versions,
  run: (version: VersionProcess, name: keyof Versions) => Promise<T>,
): Promise<Record<keyof Versions, T>> {
  const [here, there] = await Promise.all([run(versions.here, 'here'), run(versions.there, 'there')]);
  return { here, there };
}

/** Names of all views, this version's first. */
function viewsOf({ here, there }: Versions): Pick<ComparedView, 'view' | 'isIn'>[] {
  const [own, other] = [here, there].map(({ views }) => views.map(({ name }) => name));
  const isIn = (view: string) => (own?.includes(view) ? (other?.includes(view) ? 'both' : 'here') : 'there');
  return [...new Set([...(own ?? []), ...(other ?? [])])].map(view => ({ view, isIn: isIn(view) }));
}

type Comparison = { views: ComparedView[]; differences: Map<string, RowDifference[]> };

async function compareAll(versions: Versions, options: WhatIfOptions): Promise<Comparison> {
  const { from = 0n, wants = () => true, onProgress } = options;
  const views: ComparedView[] = [];
  const differences = new Map<string, RowDifference[]>();
  const all = viewsOf(versions);
  for (const named of all) {
    const { view } = named;
    onProgress?.({ step: 'comparing', share: views.length / all.length });
    const pagesOf = (version: VersionProcess) => (after: string, limit: number) =>
      version.ask('page', { view, after, limit });
    const compared = await compareViewRows(
      [pagesOf(versions.here), pagesOf(versions.there)],
      row => row.position >= from && wants(view, row.id),
      mostTraced,
    );
    views.push({ ...named, ...compared.counts });
    if (named.isIn === 'both' && compared.differences.length > 0) differences.set(view, compared.differences);
  }
  return { views, differences };
}

const withoutHash = ({ hash: _hash, ...event }: RowTraceStep): PartingEvent => event;

/** The last events before a position, each once. */
function eventsBefore(steps: readonly RowTraceStep[], position: bigint): PartingEvent[] {
  const known = new Map(steps.filter(step => step.position < position).map(step => [step.position, step]));
  return [...known.values()]
    .toSorted((a, b) => (a.position < b.position ? -1 : 1))
    .slice(-mostBefore)
    .map(withoutHash);
}

async function partingOf(versions: Versions, view: string, difference: RowDifference): Promise<RowParting> {
  const { id, kind } = difference;
  const steps = await both(versions, version => version.ask('trace', { view, id }));
  const point = findFirstRowDifference(steps.here, steps.there);
  const rows = await both(versions, async (version, name) => {
    const nth = point ? point[name] : steps[name].length - 1;
    const json = nth < 0 ? null : await version.ask('traced', { view, id, nth });
    return json === null ? null : JSON.parse(json);
  });
  const event =
    point &&
    [steps.here[point.here], steps.there[point.there]].find(step => step?.position === point.position);
  return {
    ...{ view, id, kind, rows },
    derivedFrom: versions.there.views.find(({ name }) => name === view)?.from ?? null,
    event: event ? withoutHash(event) : null,
    before: event ? eventsBefore([...steps.here, ...steps.there], event.position) : [],
    fields: findChangedFields(rows.here, rows.there, mostFields),
  };
}

const byPosition = (a: RowParting, b: RowParting): number =>
  (a.event?.position ?? 0n) === (b.event?.position ?? 0n)
    ? 0
    : a.event && (!b.event || a.event.position < b.event.position)
      ? -1
      : 1;

/** Folds the log once more and records the history of rows that differ. */
async function traceAll(
  versions: Versions,
  { dir, build }: { dir: string; build: Build },
  differences: Comparison['differences'],
): Promise<RowParting[]> {
  const watch: WatchedRows = Object.fromEntries(
    [...differences].map(([view, rows]) => [view, rows.map(({ id }) => id)]),
  );
  const folders = foldersIn(dir, 'traced');
  build.begin('tracing');
  await both(versions, (version, name) => version.ask('build', { dir: folders[name], watch }));
  const partings: RowParting[] = [];
  for (const [view, rows] of differences) {
    const own: RowParting[] = [];
    for (const row of rows) own.push(await partingOf(versions, view, row));
    partings.push(...own.toSorted(byPosition).slice(0, mostPartings));
  }
  // The order of views stays where rows part at the same event: a derived row follows the row that it is derived from.
  return partings.toSorted(byPosition);
}

type Build = ReturnType<typeof createBuildProgress>;

/** Reports the progress of the slower of the two builds. */
function createBuildProgress(
  { to, onProgress }: Pick<WhatIfOptions, 'to' | 'onProgress'>,
  names: (keyof Versions)[],
) {
  let step: WhatIfStep = 'building';
  const reached = { here: 0n, there: 0n };
  const tell = () => {
    const least = Math.min(...names.map(name => Number(reached[name])));
    onProgress?.({ step, share: to === 0n ? 1 : least / Number(to) });
  };
  return {
    begin: (next: WhatIfStep) => {
      step = next;
      reached.here = reached.there = 0n;
      tell();
    },
    onBatchOf: (name: keyof Versions) => (position: bigint) => {
      reached[name] = position;
      tell();
    },
  };
}

async function openVersions(options: WhatIfOptions, build: Build): Promise<Versions> {
  const { log, to, batch, signal } = options;
  const start = (name: keyof Versions) =>
    startVersionProcess({
      folder: options[name].folder,
      log,
      to,
      batch,
      onBatch: build.onBatchOf(name),
      signal,
    });
  const here = await start('here');
  try {
    return { here, there: await start('there') };
  } catch (error) {
    await here.end();
    throw error;
  }
}

/**
 * @throws VersionUnusableError if a folder is no version or does not understand the log; the log's error; the signal's reason
 */
export async function compareVersions(options: WhatIfOptions): Promise<VersionComparison> {
  const { log, to, from, here, dir } = options;
  const build = createBuildProgress(options, here.file === undefined ? ['here', 'there'] : ['there']);
  const versions = await openVersions(options, build);
  try {
    const folders = foldersIn(dir, 'built');
    build.begin('building');
    await both(versions, async (version, name) => {
      if (name === 'here' && here.file !== undefined) await version.ask('open', { file: here.file });
      else await version.ask('build', { dir: folders[name] });
    });
    const { views, differences } = await compareAll(versions, options);
    const partings = differences.size === 0 ? [] : await traceAll(versions, { dir, build }, differences);
    return { logId: log.id, position: to, from: from ?? null, views, partings };
  } finally {
    await both(versions, version => version.end());
  }
}
