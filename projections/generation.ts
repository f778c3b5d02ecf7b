/** A generation of rows: a file, its folder of events, and its position in the log. */
import { setImmediate } from 'node:timers';
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import { type Directory, emptyDirectory } from '#events/person/directory.ts';
import type { Log } from './contract.ts';
import { copyWithoutErasedData } from './copy-without-traces.ts';
import * as erasing from './erasing.ts';
import {
  hasFinishedRowFile,
  isIntactRowDatabase,
  pickNewestRowFile,
  removeRowDatabase,
  unusedRowFilePath,
} from './files.ts';
import { createEventFolder, type EventFolder, type SavedChanges } from './fold.ts';
import { indexAllRows } from './indexing.ts';
import { directoryWithRows, type PeopleRow, peopleView } from './people/row.ts';
import { type ListSorts, SCHEMA_VERSION } from './store/schema.ts';
import { openRowStore, type RowStore } from './store.ts';
import type { View } from './view.ts';
import { views as allViews } from './views.ts';

type Clock = { now(): number };

export type RowSource = {
  log: Log;
  clock: Clock;
  /** Default: all views. Upgrade tests pass those of another version. */
  views?: readonly View[];
};

/** A build reads the log without subscribing to it. */
export type BuildSource = Omit<RowSource, 'log'> & { log: Pick<Log, 'id' | 'read' | 'readBatches'> };

export type Generation = {
  store: RowStore;
  folder: EventFolder;
  directory: Directory;
  position: LogPosition;
};

/** Returns the options of a row store for these views: their lists, and the numbers of the views that resume. */
export const storeOptionsOf = (views: readonly View[]): { lists: ListSorts; moved: number[] } => ({
  lists: Object.assign({}, ...views.map(view => view.lists)),
  moved: views.flatMap((view, n) => (view.resumes ? [n] : [])),
});

/** Identifies the log, the views and the tables of a file of rows. A file is usable only with an equal fingerprint. */
const fingerprint = ({ log, views = allViews }: BuildSource) =>
  JSON.stringify([log.id, SCHEMA_VERSION, views.map(v => [v.name, v.version]), storeOptionsOf(views).lists]);

/** Yields to the event loop. */
export const yieldToEventLoop = () => new Promise<void>(resolve => setImmediate(resolve));

/** Events between two saves of a build. A larger number writes hot rows less often. */
const BUILD_EVENTS = 8192;
export const EVENTS_PER_READ = 512;

const open = (file: string, { views = allViews }: BuildSource) =>
  openRowStore({ file, ...storeOptionsOf(views) });

function directoryOf(store: RowStore, views: readonly View[]): Directory {
  const rows = store.withPrefix(
    views.findIndex(({ name }) => name === peopleView.name),
    '',
  );
  // The boundary: stored JSON becomes rows.
  return directoryWithRows(
    emptyDirectory,
    rows.map(row => JSON.parse(row.json) as PeopleRow),
  );
}

/** The generation of a complete file of rows. */
export function openGenerationOfFile(
  store: RowStore,
  { clock, views = allViews }: Pick<BuildSource, 'clock' | 'views'>,
): Generation {
  const folder = createEventFolder({ store, views, clock });
  const position = toLogPosition(store.meta('position') ?? '0');
  return { store, folder, directory: directoryOf(store, views), position };
}

/** Snapshots of rows made by other nodes. Their kind tells log, views and tables. */
export type SnapshotSource = {
  /** Downloads the newest snapshot of a kind into a file; false if there is none. */
  fetch(kind: string, into: string): Promise<boolean>;
};

/** Starts from another node's snapshot; undefined if there is none, or none that fits. */
export async function fetchGeneration(
  dir: string,
  source: BuildSource,
  snapshots: SnapshotSource,
): Promise<Generation | undefined> {
  if (dir === ':memory:') return undefined;
  const file = unusedRowFilePath(dir);
  const kind = fingerprint(source);
  if (!(await snapshots.fetch(kind, file))) return undefined;
  const store = open(file, source);
  if (store.meta('finished') === kind) return openGenerationOfFile(store, source);
  store.close();
  removeRowDatabase(file);
  return undefined;
}

/**
 * Copies a generation into a snapshot.
 * @returns its kind
 */
export async function copyGeneration(
  { store }: Generation,
  source: BuildSource,
  into: string,
): Promise<string> {
  await store.copy(into);
  return fingerprint(source);
}

/** Opens the newest file of this log and these views. A damaged file is deleted, because the log can rebuild it. */
export function openGeneration(dir: string, source: RowSource): Generation | undefined {
  if (dir === ':memory:') return undefined;
  const file = pickNewestRowFile(dir, fingerprint(source));
  if (file === undefined) return undefined;
  if (isIntactRowDatabase(file)) return openGenerationOfFile(open(file, source), source);
  removeRowDatabase(file);
  return undefined;
}

/**
 * Copies a generation without its deleted content, in a worker thread. The copy ends at the position where copying
 * began.
 */
export async function copyWithoutDeletedContent(
  { store }: Generation,
  dir: string,
  source: BuildSource,
  signal: AbortSignal,
): Promise<Generation> {
  const to = unusedRowFilePath(dir);
  await copyWithoutErasedData({ from: store.file, to }, signal);
  return openGenerationOfFile(open(to, source), source);
}

/**
 * Builds the rows of this version while another version answers from the same folder. The next start of this version
 * finds them.
 * @returns false if they already exist
 */
export async function prepareGeneration(dir: string, source: BuildSource): Promise<boolean> {
  if (hasFinishedRowFile(dir, fingerprint(source))) return false;
  const { store } = await buildGeneration(dir, source);
  store.close();
  return true;
}

/**
 * Saves folded rows and checkpoint in one transaction, then updates the directory. A failure discards everything folded
 * since the last checkpoint.
 */
export function saveGeneration(generation: Generation, position: LogPosition): SavedChanges {
  const { store, folder } = generation;
  const save = () => {
    const result = folder.save();
    store.setMeta('position', String(position));
    return result;
  };
  let saved: SavedChanges;
  try {
    saved = store.transaction(save);
  } catch (error) {
    folder.forget();
    throw error;
  }
  generation.position = position;
  const changed = saved.changes.filter(change => change.view === peopleView.name);
  // The boundary: a change of the view `people` has rows of that view.
  if (changed.length > 0)
    generation.directory = directoryWithRows(
      generation.directory,
      changed.map(c => c.after as PeopleRow),
    );
  return saved;
}

/** Builds a new generation from the whole log. If it fails, its file is deleted. */
export async function buildGeneration(dir: string, source: BuildSource): Promise<Generation> {
  const { views = allViews } = source;
  const store = open(unusedRowFilePath(dir), source);
  try {
    store.bulk();
    const { position, erased } = await foldAll(store, source);
    await indexAllRows(store, views, yieldToEventLoop);
    store.indexed();
    erasing.setErasedDataMarkAfterBuild(store, erased ? position : undefined);
    store.setMeta('position', String(position));
    store.setMeta('removalsFrom', String(position));
    store.setMeta('finished', fingerprint(source));
    return openGenerationOfFile(store, source);
  } catch (error) {
    store.close();
    removeRowDatabase(store.file);
    throw error;
  }
}

/** Folds the whole log. Returns the position of the last event, and whether any event erased a patient. */
async function foldAll(
  store: RowStore,
  source: BuildSource,
): Promise<{ position: LogPosition; erased: boolean }> {
  const { log, clock, views = allViews } = source;
  const folder = createEventFolder({ store, views, clock, bulk: true });
  let position = START;
  let waiting = 0;
  let erased = false;
  for await (const batch of log.readBatches({ after: START, size: EVENTS_PER_READ, long: true })) {
    for (const event of batch) {
      if (!erasing.isErasure(event)) folder.apply(event);
      else {
        // Earlier events may have been read while the key still existed.
        erased = true;
        folder.save();
        erasing.foldErasureAndRefold(folder, event, await erasing.eventsUpToErasure(event, source));
      }
    }
    position = batch[batch.length - 1]?.position ?? position;
    waiting += batch.length;
    if (waiting < BUILD_EVENTS) continue;
    folder.save();
    waiting = 0;
  }
  folder.save();
  return { position, erased };
}
