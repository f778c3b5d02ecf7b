/**
 * Encrypts personal data. Callers see it in plain text. The inner log stores it as one text, sealed under the
 * subject's key. The relay and backups read the inner log and copy the data sealed.
 */
import { type KeyObject, randomBytes } from 'node:crypto';
import { patientErasedBy } from '#events/case/erasing.ts';
import type { NewRawEvent, RawEvent } from '#events/envelope.ts';
import { flattenBatches } from '../eventstore/page-reader.ts';
import type { RawEventReader, RawEventStore } from '../eventstore/port.ts';
import { type Keyring, SealBrokenError, seal, unseal } from './keyring.ts';

export type SealedStoreOptions = {
  keyring: Keyring;
  random?: (bytes: number) => Buffer;
};

const IV_BYTES = 12;
/** Number of IVs for which random bytes are drawn at once, which costs hardly more than for one. */
const IVS = 256;

/**
 * Creates a store that seals `personal` on append and opens it on read. If its key was erased, an event is marked
 * `erased` and has no personal part.
 */
export function createSealedStore(inner: RawEventStore, options: SealedStoreOptions): RawEventStore {
  const opener = createOpener(options);
  const sealer = createSealer(options);
  return {
    ...createSealedReader(inner, options),
    append: async (stream, expected, events) => {
      // Seals without awaiting if the keys are cached. `data` is then still the caller's own object.
      const sealed = sealer.now(stream, events) ?? (await sealer.later(stream, events));
      return inner.append(stream, expected, sealed);
    },
    subscribe: (after, how) =>
      flattenBatches(openBatches(inner.subscribeBatches(after, how), opener), how.signal),
    subscribeBatches: (after, how) => openBatches(inner.subscribeBatches(after, how), opener),
  };
}

/** Like `createSealedStore`, for a read-only log. */
export function createSealedReader(inner: RawEventReader, options: SealedStoreOptions): RawEventReader {
  const opener = createOpener(options);
  return {
    id: inner.id,
    read: (stream, how) => openEach(inner.read(stream, how), opener),
    readAll: how => flattenBatches(openBatches(inner.readBatches(how), opener)),
    readBatches: how => openBatches(inner.readBatches(how), opener),
    find: async (stream, eventId) => {
      const event = await inner.find(stream, eventId);
      if (event !== undefined && !opener.now(event)) await opener.later(event);
      return event;
    },
    head: () => inner.head(),
    lastUpTo: number => inner.lastUpTo(number),
    close: () => inner.close(),
  };
}

/** Binds a sealed text to its event and stream. Moved to another event or stream, it cannot be opened. */
const placeOf = (stream: string, id: string) => `${stream}\0${id}`;

/** Random IVs, each used once. */
function createIvs(random: (bytes: number) => Buffer): () => Buffer {
  let pool: Buffer = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used >= pool.length) [pool, used] = [random(IV_BYTES * IVS), 0];
    used += IV_BYTES;
    return pool.subarray(used - IV_BYTES, used);
  };
}

function createSealer({ keyring, random = randomBytes }: SealedStoreOptions) {
  const iv = createIvs(random);
  const sealedWith = (stream: string, event: NewRawEvent, key: KeyObject): NewRawEvent => {
    const clear = Buffer.from(JSON.stringify(event.personal));
    const personal = seal(key, placeOf(stream, event.id), clear, iv()).toString('base64');
    return { ...event, personal };
  };
  const subjectOf = ({ id, subject }: NewRawEvent): string => {
    // Denies by default, because data without a subject could never be erased.
    if (subject === undefined) throw new TypeError(`event ${id}: personal needs a subject`);
    return subject;
  };
  return {
    /** Seals events if all keys are cached, otherwise returns undefined. */
    now(stream: string, events: readonly NewRawEvent[]): NewRawEvent[] | undefined {
      const sealed: NewRawEvent[] = [];
      for (const event of events) {
        const key = event.personal === undefined ? undefined : keyring.cached(subjectOf(event));
        if (event.personal !== undefined && !key) return undefined;
        sealed.push(key ? sealedWith(stream, event, key) : event);
      }
      return sealed;
    },
    async later(stream: string, events: readonly NewRawEvent[]): Promise<NewRawEvent[]> {
      // Copies the events first, because the caller may change its own while this function awaits a key.
      const mine = events.map(event => structuredClone(event));
      const sealed: NewRawEvent[] = [];
      for (const event of mine) {
        if (event.personal === undefined) sealed.push(event);
        else sealed.push(sealedWith(stream, event, await keyring.obtain(subjectOf(event))));
      }
      return sealed;
    },
  };
}

type Opener = {
  /** Opens in place if the key is cached. Returns false if the vault must be read. */
  now(event: RawEvent): boolean;
  later(event: RawEvent): Promise<void>;
};

function createOpener({ keyring }: SealedStoreOptions): Opener {
  const openWith = (event: RawEvent, key: KeyObject | null) => {
    if (key === null) {
      event.erased = true;
      delete event.personal;
      return;
    }
    if (typeof event.personal !== 'string') throw new SealBrokenError(placeOf(event.stream, event.id));
    const clear = unseal(key, placeOf(event.stream, event.id), Buffer.from(event.personal, 'base64'));
    event.personal = JSON.parse(clear.toString());
  };
  return {
    now: event => {
      // From this event on, nothing of the patient can be opened, even if the key still exists.
      const patient = patientErasedBy(event);
      if (patient !== undefined) keyring.bury(patient);
      if (event.personal === undefined || event.subject === undefined) return true;
      const key = keyring.cached(event.subject);
      if (key !== undefined) openWith(event, key);
      return key !== undefined;
    },
    later: async event => {
      openWith(event, await keyring.find(event.subject ?? ''));
    },
  };
}

/** Opens single events that were read without decryption, in place. */
export function createEventOpener(options: SealedStoreOptions): (event: RawEvent) => Promise<void> {
  const opener = createOpener(options);
  return async event => {
    if (!opener.now(event)) await opener.later(event);
  };
}

/** Awaits only for keys that are not cached, so that a rebuild opens whole batches without awaiting. */
async function* openBatches(batches: AsyncIterable<RawEvent[]>, opener: Opener) {
  for await (const batch of batches) {
    for (const event of batch) {
      if (!opener.now(event)) await opener.later(event);
    }
    yield batch;
  }
}

async function* openEach(events: AsyncIterable<RawEvent>, opener: Opener) {
  for await (const event of events) {
    if (!opener.now(event)) await opener.later(event);
    yield event;
  }
}
