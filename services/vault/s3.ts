/**
 * The vault on an object store with conditional writes. An empty object is a record that is not there: everything is
 * one conditional overwrite, for not every store deletes atomically (decision 23).
 */
import type { Json } from '#events/envelope.ts';
import { Refusal } from '#events/errors.ts';
import type { Clock } from '#services/clock/clock.ts';
import { StoreClosed } from '#services/eventstore/port.ts';
import { type Bucket, type Listed, NotAsExpected } from '../s3/bucket.ts';
import { onS3 } from '../s3/errors.ts';
import { createListMemory } from './list-cache.ts';
import { type Kept, type Vault, type Version, VersionMismatch } from './port.ts';

export type S3VaultOptions = {
  /** Closed with the vault. */
  bucket: Bucket;
  clock: Clock;
  /** What its objects' keys begin with. */
  prefix?: string;
  /** Keys that begin so are listed again and again: what has not changed since is not read again. */
  remembered?: string;
  /** Makes each put another object: the same bytes would have the same ETag again. */
  nonce?: () => string;
};

export type S3Vault = Vault & {
  /** Deletes what has been empty for a day; resolves with how many. */
  sweep(): Promise<number>;
};

const empty = new Uint8Array();
/** Records of uploads: whoever drops bytes looks through all of them. */
const uploads = 'upload/';
const dayMs = 86_400_000;
/** Records of a list that are read at a time. */
const readAtOnce = 64;
/** Whoever loses so often in a row to others at one record has met no crowd, but a fault. */
const turnsMost = 20;
/** A store takes 1,024 bytes. */
const keyMost = 480;

/** In hexadecimal, so that any character may come, no key is a folder of another, and the order is that of code points. */
const hexOf = (key: string) => Buffer.from(key).toString('hex');

type Stored = { nonce: string; value: Json };

/** The boundary where an object becomes a record again: only `put` has written it. */
const storedIn = (bytes: Uint8Array): Json => (JSON.parse(Buffer.from(bytes).toString()) as Stored).value;

export function openS3Vault(options: S3VaultOptions): S3Vault {
  const { bucket, clock, prefix = 'vault/', nonce = () => crypto.randomUUID() } = options;
  const { remembered = uploads } = options;
  const memory = createListMemory(bucket);
  let closed = false;
  const nameOf = (key: string) => {
    if (key === '' || Buffer.byteLength(key) > keyMost) throw new Error('not a key of a vault');
    return prefix + hexOf(key);
  };
  const keyOf = (name: string) => Buffer.from(name.slice(prefix.length), 'hex').toString();
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new StoreClosed('the vault is closed');
    return onS3('busy', work);
  };
  const get = async (name: string, read = bucket.get): Promise<Kept | undefined> => {
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
      const one = (listed: Listed) => get(listed.key, again && (() => again(listed)));
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
  ifVersion: Version | 'absent' | undefined,
): Promise<Version> {
  try {
    if (ifVersion === undefined) return await bucket.put(name, bytes);
    if (ifVersion !== 'absent') return await bucket.put(name, bytes, { etag: ifVersion });
    return await inEmpty(bucket, name, bytes);
  } catch (error) {
    if (error instanceof NotAsExpected) throw new VersionMismatch(key);
    throw error;
  }
}

/** Puts where there is no object, which is nearly always so, or an empty one. @throws NotAsExpected */
async function inEmpty(bucket: Bucket, name: string, bytes: Uint8Array): Promise<Version> {
  let found: Awaited<ReturnType<Bucket['head']>>;
  for (let turn = 1; ; turn++) {
    try {
      return await bucket.put(name, bytes, found ? { etag: found.etag } : 'absent');
    } catch (error) {
      // Another was quicker; it may have been one that emptied it.
      if (!(error instanceof NotAsExpected) || turn >= turnsMost) throw error;
    }
    found = await bucket.head(name);
    if (found && found.size > 0) throw new NotAsExpected();
  }
}

/** Empties whatever is there; resolves with whether something was. */
async function emptied(bucket: Bucket, name: string): Promise<boolean> {
  for (let turn = 1; ; turn++) {
    const found = await bucket.head(name);
    if (found === undefined || found.size === 0) return false;
    try {
      await bucket.put(name, empty, { etag: found.etag });
      return true;
    } catch (error) {
      if (!(error instanceof NotAsExpected)) throw error;
      if (turn >= turnsMost) throw new Refusal('busy');
    }
  }
}

type Listing = {
  bucket: Bucket;
  /** What the objects' keys begin with. */
  name: string;
  within: <T>(work: () => Promise<T>) => Promise<T>;
  get: (listed: Listed) => Promise<Kept | undefined>;
};

async function* listing({ bucket, name, within, get }: Listing): AsyncGenerator<Kept> {
  const objects = bucket.list(name)[Symbol.asyncIterator]();
  const batch = async () => {
    const found: Listed[] = [];
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
 * A store that does not delete atomically could take with it what is put in the same instant; nobody has wanted these
 * keys for a day.
 */
async function swept(bucket: Bucket, prefix: string, before: number): Promise<number> {
  let count = 0;
  for await (const { key, etag, size, at } of bucket.list(prefix)) {
    if (size > 0 || at >= before) continue;
    try {
      await bucket.delete(key, { etag });
      count++;
    } catch (error) {
      if (!(error instanceof NotAsExpected)) throw error;
    }
  }
  return count;
}
