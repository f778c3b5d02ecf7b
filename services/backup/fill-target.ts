/** Fills an empty log, vault and file storage from a verified backup, in the order of copying. */
import { join } from 'node:path';
import { caseStreamPrefix } from '#events/case/stream.ts';
import type { Json, NewRawEvent } from '#events/envelope.ts';
import { groupStreamRuns, readNewestEvent } from '../eventstore/copy.ts';
import type { RawEventStore } from '../eventstore/port.ts';
import { isFinishedUpload, parseUploadRecord } from '../files/upload-record.ts';
import { tombstoneOf } from '../vault/keyring.ts';
import type { Vault, VaultRecord } from '../vault/port.ts';
import {
  type BackupManifest,
  backupLogLineSchema,
  backupPartFileNames,
  backupVaultLineSchema,
} from './manifest.ts';
import { readBackupPart } from './ndjson.ts';

/** The target, and its limits of concurrent operations. */
export type RestoreTarget = {
  store: Pick<RawEventStore, 'id' | 'append' | 'readAll' | 'find'>;
  vault: Pick<Vault, 'put'>;
  /** Maximum concurrent appends. One, if concurrent appends could be stored in another order. */
  appends: number;
  puts: number;
};

export type RestoreFillOptions = RestoreTarget & {
  dir: string;
  manifest: BackupManifest;
  /** Subjects erased since the backup. */
  erased: ReadonlySet<string>;
  said: (line: string) => void;
};

type Event = { stream: string; id: string };

/** Facts from restoring the log. */
export type RestoredLog = {
  /** Last event up to each position that a checkpoint names. Events have other positions in the new log. */
  places: Map<bigint, Event>;
  /** Cases of erased patients. */
  erasedCases: Set<string>;
};

const PROGRESS_EVENTS = 100_000;

/** Runs up to `most` promises at once. `add` and `settle` throw the first failure of earlier ones. */
function manyAtOnce(most: number) {
  const waiting: Promise<unknown>[] = [];
  let failed: { error: unknown } | undefined;
  const settle = async () => {
    await Promise.all(waiting.splice(0));
    if (failed) throw failed.error;
  };
  const add = async (work: Promise<unknown>) => {
    // Caught at once, because an unhandled rejection would end the process.
    waiting.push(
      work.catch((error: unknown) => {
        failed ??= { error };
      }),
    );
    if (waiting.length >= most) await settle();
  };
  return { add, settle };
}

type LogLine = { stream: string; position: string; event: NewRawEvent };

async function* logLines(dir: string): AsyncGenerator<LogLine[]> {
  // Cast: a line with a verified hash is the event that was written.
  for await (const line of readBackupPart(join(dir, backupPartFileNames.log)))
    yield [backupLogLineSchema.parse(line) as unknown as LogLine];
}

/** A record of a backup's vault. */
type VaultLine = Pick<VaultRecord, 'key' | 'value'>;

async function* vaultLines(dir: string): AsyncGenerator<VaultLine> {
  // Cast: z.json's type is wider than ours.
  for await (const line of readBackupPart(join(dir, backupPartFileNames.vault)))
    yield backupVaultLineSchema.parse(line) as VaultLine;
}

const checkpoints = 'checkpoint/';

/** Returns the position of a checkpoint in the copied log; undefined for other records. */
function placeIn({ key, value }: VaultLine, { logId }: BackupManifest): bigint | undefined {
  const [log, position] = typeof value === 'string' ? value.split('/') : [];
  if (!key.startsWith(checkpoints) || log !== logId || !/^\d+$/.test(position ?? '')) return undefined;
  return BigInt(position ?? 0);
}

/** Records the facts of a line of the log. Lines must be in order. */
function noted({ places, erasedCases }: RestoredLog, erased: ReadonlySet<string>, line: LogLine): void {
  const { stream, event } = line;
  for (const [place] of places)
    if (BigInt(line.position) <= place) places.set(place, { stream, id: event.id });
  if (event.subject !== undefined && erased.has(event.subject) && stream.startsWith(caseStreamPrefix))
    erasedCases.add(stream.slice(caseStreamPrefix.length));
}

/**
 * Appends the events that the log lacks.
 * @throws Error with a sentence for the operator, if the log has other events
 */
export async function fillRestoredLog({
  dir,
  manifest,
  store,
  appends,
  erased,
  said,
}: RestoreFillOptions): Promise<RestoredLog> {
  const filled: RestoredLog = { places: new Map(), erasedCases: new Set() };
  for await (const record of vaultLines(dir)) {
    const place = placeIn(record, manifest);
    if (place !== undefined) filled.places.set(place, { stream: '', id: '' });
  }
  let last: Event | undefined = await readNewestEvent(store);
  const underWay = manyAtOnce(appends);
  let events = 0;
  for await (const run of groupStreamRuns(logLines(dir))) {
    for (const line of run) noted(filled, erased, line);
    const [{ stream } = { stream: '' }] = run;
    const before = Math.floor(events / PROGRESS_EVENTS);
    events += run.length;
    // Appends in order, and only to a log without other writers, so that an event that a server has stored twice is
    // restored once.
    const append = () =>
      store.append(
        stream,
        'any',
        run.map(({ event }) => event),
      );
    if (last === undefined) await underWay.add(append());
    else if (stream === last.stream && run.some(({ event }) => event.id === last?.id)) {
      last = undefined;
      await underWay.add(append());
    }
    if (Math.floor(events / PROGRESS_EVENTS) > before) said(`  ${events} events …`);
  }
  await underWay.settle();
  if (last)
    throw new Error('The log is not empty and does not begin like this backup. Restore into an empty log.');
  return filled;
}

/**
 * Returns the checkpoint for the new log; undefined if there is no event to continue from. Then all events are
 * followed from the start.
 */
async function checkpointFor(
  store: RestoreFillOptions['store'],
  { stream, id }: Event,
): Promise<Json | undefined> {
  const event = id === '' ? undefined : await store.find(stream, id);
  return event && `${store.id}/${event.position}`;
}

/** Converts a vault record for the restored installation; undefined if the record is dropped. */
async function restored(
  { manifest, store }: RestoreFillOptions,
  { places, erasedCases }: RestoredLog,
  record: VaultLine,
): Promise<VaultLine | undefined> {
  if (record.key.startsWith(checkpoints)) {
    const event = places.get(placeIn(record, manifest) ?? -1n);
    const value = event && (await checkpointFor(store, event));
    return value === undefined ? undefined : { key: record.key, value };
  }
  const upload = parseUploadRecord(record);
  return upload?.caseId && erasedCases.has(upload.caseId) ? undefined : record;
}

/** Returns the names `org/sha256` of the files that the restored vault knows. */
export async function fillRestoredVault(
  options: RestoreFillOptions,
  filled: RestoredLog,
): Promise<Set<string>> {
  const names = new Set<string>();
  const puts = manyAtOnce(options.puts);
  const put = ({ key, value }: VaultLine) => puts.add(options.vault.put(key, value));
  const buried = [...options.erased].map(tombstoneOf);
  const taken = new Set(buried.map(({ key }) => key));
  for await (const line of vaultLines(options.dir)) {
    const record = await restored(options, filled, line);
    if (!record || taken.has(record.key)) continue;
    const upload = parseUploadRecord(record);
    if (upload && isFinishedUpload(upload)) names.add(`${upload.orgId}/${upload.finished.sha256}`);
    await put(record);
  }
  for (const tombstone of buried) await put(tombstone);
  await puts.settle();
  return names;
}
