/**
 * The files of one organisation's tables: segments and manifests, each written once under its name. Questions read segments from a local folder. It holds the files themselves (table-folder.ts), or copies of those in a bucket
 * (table-bucket.ts).
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from '../files/disk.ts';
import { digestOf } from './file-digest.ts';
import type { Segment } from './segments.ts';

export type TableFiles = {
  /** Local folder of the segments: new ones are written here. */
  dir: string;
  /** Names of all files, with those that were left by killed processes. */
  names(): Promise<string[]>;
  /** A small file's text; undefined if there is none. */
  read(name: string): Promise<string | undefined>;
  /**
   * Creates a file durably. @returns false if its name is taken
   * @param draft name of the file until it is whole; no other process uses it
   */
  create(name: string, text: string, draft: string): Promise<boolean>;
  /** Makes written segments available to all processes, before a manifest names them. */
  keep(segments: readonly Segment[]): Promise<void>;
  /** Gets a segment into the local folder. @returns false if there is no whole one */
  fetch(segment: Segment): Promise<boolean>;
  /** Checks size and hash of segments. `damaged`: those without a whole file. `replaced`: number of copies that were made again. */
  check(segments: readonly Segment[]): Promise<{ damaged: Segment[]; replaced: number }>;
  remove(names: readonly string[]): Promise<void>;
};

/** The tables of a log: the files of each organisation, and up to where the log is in them. */
export type TableStore = {
  /** Local folder of the log's tables. */
  dir: string;
  organisation(orgId: string): TableFiles;
  /** Organisations that have tables. */
  organisations(): Promise<string[]>;
  /** True once some process has begun to keep the tables. */
  isKept(): Promise<boolean>;
  /** Tells other processes the position up to which every event is in the tables. */
  publish(position: bigint): Promise<void>;
  /** The position that was published; undefined where only one process has the tables. */
  published(): Promise<bigint | undefined>;
};

/** Whether a local file has the size and hash of a segment. */
export async function isSegmentIntact(dir: string, { file, bytes, sha256 }: Segment): Promise<boolean> {
  const path = join(dir, file);
  try {
    if ((await stat(path)).size !== bytes) return false;
    return (await digestOf(path)).sha256 === sha256;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Segments that are copied at a time. */
const AT_ONCE = 4;

/** Gets segments into the local folder. @returns those of which there is no whole one */
export async function fetchSegments(files: TableFiles, segments: readonly Segment[]): Promise<Segment[]> {
  const absent: Segment[] = [];
  const queue = [...segments];
  const work = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) if (!(await files.fetch(one))) absent.push(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return absent;
}
