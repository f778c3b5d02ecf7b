/**
 * The vault on an object store with conditional writes. A deleted record is an empty object, so that every change is
 * one conditional overwrite. Why: not every store deletes atomically (decision 23).
 */
import type { Json } from '#events/envelope.ts';
import { Refusal } from '#events/errors.ts';
import type { Clock } from '#services/clock/clock.ts';
import { StoreClosedError } from '#services/eventstore/port.ts';
import { type Bucket, type ListedObject, PreconditionFailedError } from '../s3/bucket.ts';
import { withStoreErrors } from '../s3/errors.ts';
import { createRecordCache } from './list-cache.ts';
import { type RecordVersion, type Vault, type VaultRecord, VersionMismatchError } from './port.ts';

export type S3VaultOptions = {
  /** Bucket of the records. Closed with the vault. */
  bucket: Bucket;
  clock: Clock;
  /** Prefix of the records' object keys. */
  prefix?: string;
  /** Prefix of keys that are listed often. Unchanged records are not read again. */
  remembered?: string;
  /** Makes each put a different object, because equal bytes would have the same ETag. */
  nonce?: () => string;
};

export type S3Vault = Vault & {
  /** Deletes objects that have been empty for a day. Resolves with their number. */
  sweep(): Promise<number>;
};

const empty = new Uint8Array();
/** Prefix of upload records, which are listed often: deleting bytes reads all of them. */
const uploads = 'upload/';
const dayMs = 86_400_000;
/** Number of records of a list that are read in parallel. */
const readAtOnce = 64;
/** Conflicts in a row at one record after which it counts as a fault, not as contention. */
const turnsMost = 20;
/** Maximum bytes of a key. Hexadecimal doubles them, and a store allows 1,024. */
const keyMost = 480;

/**
 * Encodes a key in hexadecimal: allows any character, makes no key a folder of another, and keeps the order
 * of code points.
 */
const hexOf = (key: string) => Buffer.from(key).toString('hex');

type Stored = { nonce: string; value: Json };

/** Cast: only `put` has written these objects. */
const storedIn = (bytes: Uint8Array): Json => (JSON.parse(Buffer.from(bytes).toString()) as Stored).value;

export function openS3Vault(options: S3VaultOptions): S3Vault {
  const { bucket, clock, prefix = 'vault/', nonce = () => crypto.randomUUID() } = options;
  const { remembered = uploads } = options;
  const memory = createRecordCache(bucket);
  let closed = false;
  const nameOf = (key: string) => {
    if (key === '' || Buffer.byteLength(key) > keyMost) throw new Error('invalid vault key');
    return prefix + hexOf(key);
  };
  const keyOf = (name: string) => Buffer.from(name.slice(prefix.length), 'hex').toString();
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new StoreClosedError('the vault is closed');
    return withStoreErrors('busy', work);
  };
  const get = async (name: string, read = bucket.get): Promise<VaultRecord | undefined> => {
    const found = await read(name);
    if (found === undefined || found.bytes.length === 0) return undefined;
    return { key: keyOf(name), value: storedIn(found.bytes), version: found.etag };
  };
  return {
    get: key => within(() => get(nameOf(key))),
    put: (key, value, ifVersion) => {
      const bytes = Buffer.from(JSON.stringify({ nonce: nonce(), value } satisfies Stored));
      return within(() => write(bucket, key, nameOf(key), bytes, ifVersion));
    },
    delete: (key, ifVersion) =>
      within(async () => {
        memory.forget(nameOf(key));
        if (ifVersion === undefined) return emptied(bucket, nameOf(key));
        await write(bucket, key, nameOf(key), empty, ifVersion);
        return true;
      }),
    list: begin => {
      const again = begin.startsWith(remembered) ? memory.through : undefined;
      const one = (listed: ListedObject) => get(listed.key, again && (() => again(listed)));
      return listing({ bucket, name: prefix + hexOf(begin), within, get: one });
    },
    sweep: () => within(() => swept(bucket, prefix, clock.now() - dayMs)),
    close: async () => {
      if (!closed) bucket.close();
      closed = true;
    },
  };
}

async function write(
  bucket: Bucket,
  key: string,
  name: string,
  bytes: Uint8Array,
  ifVersion: RecordVersion | 'absent' | undefined,
): Promise<RecordVersion> {
  try {
    if (ifVersion === undefined) return await bucket.put(name, bytes);
    if (ifVersion !== 'absent') return await bucket.put(name, bytes, { etag: ifVersion });
    return await inEmpty(bucket, name, bytes);
  } catch (error) {
    if (error instanceof PreconditionFailedError) throw new VersionMismatchError(key);
    throw error;
  }
}

/** Puts a record if there is no object, which is usual, or an empty object. @throws PreconditionFailedError */
async function inEmpty(bucket: Bucket, name: string, bytes: Uint8Array): Promise<RecordVersion> {
  let found: Awaited<ReturnType<Bucket['head']>>;
  for (let turn = 1; ; turn++) {
    try {
      return await bucket.put(name, bytes, found ? { etag: found.etag } : 'absent');
    } catch (error) {
      // Another write came first, which may have emptied the object.
      if (!(error instanceof PreconditionFailedError) || turn >= turnsMost) throw error;
    }
    found = await bucket.head(name);
    if (found && found.size > 0) throw new PreconditionFailedError();
  }
}

/** Empties an object. Resolves with whether it existed. */
async function emptied(bucket: Bucket, name: string): Promise<boolean> {
  for (let turn = 1; ; turn++) {
    const found = await bucket.head(name);
    if (found === undefined || found.size === 0) return false;
    try {
      await bucket.put(name, empty, { etag: found.etag });
      return true;
    } catch (error) {
      if (!(error instanceof PreconditionFailedError)) throw error;
      if (turn >= turnsMost) throw new Refusal('busy');
    }
  }
}

type Listing = {
  bucket: Bucket;
  /** Prefix of the records' object keys. */
  name: string;
  within: <T>(work: () => Promise<T>) => Promise<T>;
  get: (listed: ListedObject) => Promise<VaultRecord | undefined>;
};

async function* listing({ bucket, name, within, get }: Listing): AsyncGenerator<VaultRecord> {
  const objects = bucket.list(name)[Symbol.asyncIterator]();
  const batch = async () => {
    const found: ListedObject[] = [];
    while (found.length < readAtOnce) {
      const next = await objects.next();
      if (next.done) return { found, last: true };
      if (next.value.size > 0) found.push(next.value);
    }
    return { found, last: false };
  };
  for (let over = false; !over; ) {
    const { found, last } = await within(batch);
    for (const kept of await within(() => Promise.all(found.map(get)))) if (kept) yield kept;
    over = last;
  }
}

/**
 * Deletes objects that have been empty for a day. A store that does not delete atomically could delete a record that
 * is put at the same instant, but these keys were not used for a day.
 */
async function swept(bucket: Bucket, prefix: string, before: number): Promise<number> {
  let count = 0;
  for await (const { key, etag, size, at } of bucket.list(prefix)) {
    if (size > 0 || at >= before) continue;
    try {
      await bucket.delete(key, { etag });
      count++;
    } catch (error) {
      if (!(error instanceof PreconditionFailedError)) throw error;
    }
  }
  return count;
}
