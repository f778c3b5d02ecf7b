/**
 * Tables in a bucket, which many processes read: `analysis/<log>/<organisation>/tables/` has the names of the local folder. Each
 * process keeps copies of the segments that its questions need, and removes those that no manifest names any more.
 */
import { createWriteStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Bucket, type ListedObject, PreconditionFailedError } from '../s3/bucket.ts';
import { isNotFound } from '../s3/call-retrier.ts';
import { withStoreErrors } from '../s3/errors.ts';
import type { Segment } from './segments.ts';
import { isSegmentIntact, type TableFiles, type TableStore } from './table-files.ts';
import { removeFiles } from './table-folder.ts';
import { organisationFolder, tablesPrefix } from './table-folders.ts';

/** The files of one organisation, and their copies in the local folder. */
type TableCopies = TableFiles & {
  /** Names of the copies, with what an earlier run has left in the folder. */
  copies(): string[];
  dropCopies(names: readonly string[]): Promise<void>;
};

export type BucketTableStore = Omit<TableStore, 'organisation'> & {
  organisation(orgId: string): TableCopies;
};

const POSITION = 'position';

const reachable = <T>(work: () => Promise<T>) => withStoreErrors('fileStoreDown', work);

async function listed(bucket: Bucket, prefix: string): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  for await (const object of bucket.list(prefix)) found.push(object);
  return found;
}

/** Trap: a check copies a segment again while its first copy still runs, so that each has a file of its own. */
let downloads = 0;

/** Copies an object into a folder. @returns false if there is none, or if it is not as it was written */
async function download(bucket: Bucket, key: string, dir: string, segment: Segment): Promise<boolean> {
  downloads += 1;
  const draft = { ...segment, file: `${segment.file}.${downloads}.copy` };
  const path = join(dir, draft.file);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  try {
    await pipeline(bucket.read(key), createWriteStream(path, { mode: 0o600 }));
    if (!(await isSegmentIntact(dir, draft))) return false;
    await rename(path, join(dir, segment.file));
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

type Place = { bucket: Bucket; prefix: string; dir: string };

function createBucketFiles({ bucket, prefix, dir }: Place): TableCopies {
  /** Downloads of segments from the bucket, running and finished, by file name. */
  const copies = new Map<string, Promise<boolean>>();
  /** Files that another run of this process has left. */
  let left: readonly string[] = existsSync(dir) ? readdirSync(dir) : [];
  const keyOf = (name: string) => `${prefix}${name}`;
  const copy = async (segment: Segment) =>
    (await isSegmentIntact(dir, segment)) ||
    reachable(() => download(bucket, keyOf(segment.file), dir, segment));
  const fetch = (segment: Segment): Promise<boolean> => {
    const running = copies.get(segment.file) ?? copy(segment);
    copies.set(segment.file, running);
    const forget = () => copies.delete(segment.file);
    running.then(isThere => isThere || forget(), forget);
    return running;
  };
  return {
    dir,
    names: () =>
      reachable(async () => (await listed(bucket, prefix)).map(({ key }) => key.slice(prefix.length))),
    read: name =>
      reachable(async () => {
        const found = await bucket.get(keyOf(name));
        return found && new TextDecoder().decode(found.bytes);
      }),
    create: (name, text) =>
      reachable(async () => {
        try {
          await bucket.put(keyOf(name), new TextEncoder().encode(text), 'absent');
          return true;
        } catch (error) {
          if (error instanceof PreconditionFailedError) return false;
          throw error;
        }
      }),
    keep: segments =>
      reachable(async () => {
        for (const { file } of segments) await bucket.upload(keyOf(file), join(dir, file));
        for (const { file } of segments) copies.set(file, Promise.resolve(true));
      }),
    fetch,
    check: async segments => {
      const objects = await reachable(() => listed(bucket, prefix));
      const sizes = new Map(objects.map(({ key, size }) => [key, size]));
      const damaged: Segment[] = [];
      let replaced = 0;
      for (const segment of segments) {
        copies.delete(segment.file);
        const isThere = sizes.get(keyOf(segment.file)) === segment.bytes;
        if (isThere && (await isSegmentIntact(dir, segment))) continue;
        if (isThere && (await fetch(segment))) replaced++;
        else damaged.push(segment);
      }
      return { damaged, replaced };
    },
    remove: names =>
      reachable(async () => {
        for (const name of names) await bucket.delete(keyOf(name));
        for (const name of names) copies.delete(name);
        await removeFiles(dir, names);
      }),
    copies: () => [...new Set([...left, ...copies.keys()])],
    dropCopies: async names => {
      left = left.filter(name => !names.includes(name));
      for (const name of names) copies.delete(name);
      await removeFiles(dir, names);
    },
  };
}

/** @param dir local folder of the log's tables */
export function createBucketTableStore(bucket: Bucket, logId: string, dir: string): BucketTableStore {
  const prefix = tablesPrefix(logId);
  const organisations = new Map<string, TableCopies>();
  return {
    dir,
    organisation: orgId => {
      const place = {
        bucket,
        prefix: `${prefix}${encodeURIComponent(orgId)}/tables/`,
        dir: organisationFolder(dir, orgId),
      };
      const files = organisations.get(orgId) ?? createBucketFiles(place);
      organisations.set(orgId, files);
      return files;
    },
    organisations: () =>
      reachable(async () => {
        const keys = (await listed(bucket, prefix)).map(({ key }) => key.slice(prefix.length).split('/'));
        return [
          ...new Set(
            keys.flatMap(([orgId = '', kind]) => (kind === 'tables' ? [decodeURIComponent(orgId)] : [])),
          ),
        ];
      }),
    isKept: () => reachable(async () => (await bucket.head(prefix + POSITION)) !== undefined),
    publish: position =>
      reachable(async () => {
        await bucket.put(prefix + POSITION, new TextEncoder().encode(String(position)));
      }),
    published: () =>
      reachable(async () => {
        const found = await bucket.get(prefix + POSITION);
        return BigInt(found ? new TextDecoder().decode(found.bytes) : 0);
      }),
  };
}

/** Removes all tables of a log from the bucket. */
export async function removeBucketTables(store: BucketTableStore): Promise<void> {
  for (const orgId of await store.organisations()) {
    const files = store.organisation(orgId);
    await files.remove(await files.names());
  }
}
