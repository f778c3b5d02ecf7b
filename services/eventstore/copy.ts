/** Copies a log to another store, event by event in order, and proves that both are equal. */

import { createHash, type Hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { NewRawEvent, RawEvent } from '#events/envelope.ts';
import type { RawEventReader, RawEventStore } from './port.ts';
import { MAX_APPEND_BYTES } from './row.ts';

export type LogCopyResult = {
  /** Number of the source's events, without doubled ones. */
  events: number;
  /** Number of events that an earlier run had already copied. */
  before: number;
  /** Number of events that the source holds twice. Folds ignore the second one, so it is not copied. */
  doubled: number;
};

export type EqualityProof = {
  events: number;
  /** SHA-256 over all events in order, without their positions. */
  digest: string;
};

/** Maximum number of events of one stream in one append. */
const TOGETHER = 64;

const toNew = ({ stream: _s, revision: _r, position: _p, ...event }: RawEvent): NewRawEvent => event;

/** Converts bigints to text, because JSON has no bigint. */
const digits = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/** The newest event of a log. */
export async function readNewestEvent(log: Pick<RawEventStore, 'readAll'>): Promise<RawEvent | undefined> {
  for await (const event of log.readAll({ direction: 'backwards', limit: 1 })) return event;
  return undefined;
}

/** Groups consecutive events of one stream into runs no larger than one append. Keeps the log's order. */
export async function* groupStreamRuns<Of extends { stream: string }>(
  batches: AsyncIterable<readonly Of[]>,
): AsyncGenerator<Of[]> {
  let run: Of[] = [];
  let bytes = 0;
  for await (const batch of batches)
    for (const event of batch) {
      const more = Buffer.byteLength(JSON.stringify(event, digits));
      const full = run.length >= TOGETHER || bytes + more > MAX_APPEND_BYTES;
      if (run.length > 0 && (run[0]?.stream !== event.stream || full)) {
        yield run;
        run = [];
        bytes = 0;
      }
      run.push(event);
      bytes += more;
    }
  if (run.length > 0) yield run;
}

/** Finds the expected revision of a stream in the target: the source's revision, less doubled events. */
function createEnds(to: Pick<RawEventStore, 'read'>) {
  const ends = new Map<string, bigint>();
  return {
    of: async (stream: string) => {
      const known = ends.get(stream);
      if (known !== undefined) return known;
      for await (const { revision } of to.read(stream, { direction: 'backwards', limit: 1 }))
        return BigInt(revision);
      return -1n;
    },
    set: (stream: string, revision: bigint) => void ends.set(stream, revision),
  };
}

/**
 * Copies the events that the target lacks. Call it again after an interruption to resume.
 * @param told called from time to time with the number of copied events
 * @throws Error if the target's events are not the beginning of the source
 */
export async function copyLog(
  from: RawEventReader,
  to: RawEventStore,
  told: (events: number) => void = () => undefined,
): Promise<LogCopyResult> {
  const last = await readNewestEvent(to);
  const lastInSource = last && (await from.find(last.stream, last.id));
  if (last && !lastInSource)
    throw new Error(
      'The target is not empty, and its last event is not in the source. Choose an empty target.',
    );
  const ends = createEnds(to);
  const copied = { events: 0, before: 0, doubled: 0 };
  if (lastInSource) for await (const batch of to.readBatches()) copied.before += batch.length;
  for await (const run of groupStreamRuns(from.readBatches({ after: lastInSource?.position }))) {
    const stream = run[0]?.stream ?? '';
    const end = await ends.of(stream);
    const { revision } = await to.append(stream, end < 0n ? 'none' : end, run.map(toNew));
    const fresh = revision > end ? Number(revision - end) : 0;
    copied.events += fresh;
    copied.doubled += run.length - fresh;
    ends.set(stream, fresh > 0 ? revision : end);
    told(copied.before + copied.events);
  }
  copied.events += copied.before;
  return copied;
}

/**
 * Text of an event that is equal in every store: without position and revision, and with sorted keys, because stores
 * keep keys in different orders.
 */
export const canonicalTextOf = ({ position: _p, revision: _r, ...event }: RawEvent): string =>
  JSON.stringify(event, (_key, value) => sorted(value));

function note(hash: Hash, event: RawEvent): void {
  hash.update(canonicalTextOf(event));
  hash.update('\n');
}

const sorted = (value: unknown): unknown =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

const contentOf = ({ position: _p, revision: _r, ...event }: RawEvent) => event;

/**
 * Reads both logs to their ends and compares them.
 * @throws Error that names the first difference
 */
export async function proveEqualLogs(from: RawEventReader, to: RawEventReader): Promise<EqualityProof> {
  const hash = createHash('sha256');
  const theirs = to.readAll()[Symbol.asyncIterator]();
  let events = 0;
  let next = await theirs.next();
  for await (const event of from.readAll()) {
    const same = !next.done && isDeepStrictEqual(contentOf(event), contentOf(next.value));
    if (!same) {
      const doubled = await to.find(event.stream, event.id);
      if (doubled && doubled.revision < event.revision) continue;
      throw new Error(`The logs differ at event ${events + 1} (${event.type} of ${event.stream}).`);
    }
    note(hash, event);
    events++;
    next = await theirs.next();
  }
  if (!next.done) throw new Error(`The target has more events than the source, which has ${events}.`);
  return { events, digest: hash.digest('hex') };
}
