/** From a verified backup into an empty log, an empty vault and empty files: the three, in the order of the copying. */
import { join } from 'node:path';
import { caseStreamPrefix } from '#events/case/stream.ts';
import type { Json, NewEvent } from '#events/envelope.ts';
import type { EventStore } from '../eventstore/port.ts';
import { isFinished, recordIn } from '../files/record.ts';
import { tombstoneOf } from '../vault/keyring.ts';
import type { Kept, Vault } from '../vault/port.ts';
import { readPart } from './lines.ts';
import { logLine, type Manifest, partFile, vaultLine } from './manifest.ts';

export type FillOptions = {
  dir: string;
  manifest: Manifest;
  store: Pick<EventStore, 'id' | 'append'>;
  vault: Pick<Vault, 'put'>;
  /** Who was erased since. */
  erased: ReadonlySet<string>;
  said: (line: string) => void;
};

/** What the log tells of a backup's restoring. */
export type Filled = {
  /** False where the events stand at other positions than they did. */
  samePositions: boolean;
  /** Cases of those who are erased. */
  erasedCases: Set<string>;
};

const BATCH = 1024;
const PROGRESS_EVENTS = 100_000;

/** Work that is under way, a batch of it at most: `add` and `settle` throw the first failure of what was added before. */
function manyAtOnce() {
  const waiting: Promise<unknown>[] = [];
  let failed: { error: unknown } | undefined;
  const settle = async () => {
    await Promise.all(waiting.splice(0));
    if (failed) throw failed.error;
  };
  const add = async (work: Promise<unknown>) => {
    // Caught at once: a failure that nobody waits for yet would end the process.
    waiting.push(
      work.catch((error: unknown) => {
        failed ??= { error };
      }),
    );
    if (waiting.length >= BATCH) await settle();
  };
  return { add, settle };
}

type LogLine = { stream: string; position: string; event: NewEvent };

export async function fillLog({ dir, store, erased, said }: FillOptions): Promise<Filled> {
  const filled: Filled = { samePositions: true, erasedCases: new Set() };
  const append = async ({ stream, position, event }: LogLine) => {
    // In their order, into a log that nobody else has: an event that a server kept twice is there once.
    const appended = await store.append(stream, 'any', [event]);
    if (appended.position !== BigInt(position)) filled.samePositions = false;
    if (event.subject !== undefined && erased.has(event.subject) && stream.startsWith(caseStreamPrefix))
      filled.erasedCases.add(stream.slice(caseStreamPrefix.length));
  };
  const appends = manyAtOnce();
  let events = 0;
  for await (const line of readPart(join(dir, partFile.log))) {
    // The boundary: what was an event when it was written, and has its hash, is one.
    await appends.add(append(logLine.parse(line) as unknown as LogLine));
    events += 1;
    if (events % PROGRESS_EVENTS === 0) said(`  ${events} events …`);
  }
  await appends.settle();
  return filled;
}

const checkpoints = 'checkpoint/';

/**
 * Where what follows the log goes on: in the log's new name, and not beyond its end. Without a place in it the checkpoint
 * is left out, and everything is followed anew.
 */
function checkpointFor(
  { manifest, store }: FillOptions,
  { samePositions }: Filled,
  value: Json,
): Json | undefined {
  const [log, position] = typeof value === 'string' ? value.split('/') : [];
  if (!samePositions || log !== manifest.logId || !/^\d+$/.test(position ?? '')) return undefined;
  const [at, head] = [BigInt(position ?? 0), BigInt(manifest.head)];
  return `${store.id}/${at < head ? at : head}`;
}

/** A record as it is restored; undefined where it is not. */
function restored(options: FillOptions, filled: Filled, { key, value }: Pick<Kept, 'key' | 'value'>) {
  if (key.startsWith(checkpoints)) {
    const at = checkpointFor(options, filled, value);
    return at === undefined ? undefined : { key, value: at };
  }
  const upload = recordIn({ key, value });
  if (upload?.caseId && filled.erasedCases.has(upload.caseId)) return undefined;
  return { key, value };
}

/** Gives the names `org/sha256` of the files that the restored vault knows. */
export async function fillVault(options: FillOptions, filled: Filled): Promise<Set<string>> {
  const names = new Set<string>();
  const puts = manyAtOnce();
  const put = ({ key, value }: Pick<Kept, 'key' | 'value'>) => puts.add(options.vault.put(key, value));
  const buried = [...options.erased].map(tombstoneOf);
  const taken = new Set(buried.map(({ key }) => key));
  for await (const line of readPart(join(options.dir, partFile.vault))) {
    const kept = vaultLine.parse(line);
    // The boundary: z.json's own type of JSON is wider than ours.
    const record = restored(options, filled, kept as Pick<Kept, 'key' | 'value'>);
    if (!record || taken.has(record.key)) continue;
    const upload = recordIn(record);
    if (upload && isFinished(upload)) names.add(`${upload.orgId}/${upload.finished.sha256}`);
    await put(record);
  }
  for (const tombstone of buried) await put(tombstone);
  await puts.settle();
  return names;
}
