/**
 * Unfinished uploads in a bucket. Each body is stored as objects that are named by their offset,
 * `partial/<id>/<offset>`. The progress is how far these objects reach without a gap. No object is overwritten, so a
 * node that has lost its lease without noticing destroys nothing.
 */
import { createWriteStream, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isRefusal } from '#events/errors.ts';
import type { RepeatingTimers } from '../clock/clock.ts';
import { type Bucket, PreconditionFailedError } from '../s3/bucket.ts';
import { withStoreErrors } from '../s3/errors.ts';
import { withDiskErrors } from './disk.ts';
import {
  checkUnfinishedUploadId,
  createBodyTooLongRefusal,
  type UnfinishedUploads,
  type WriteProgress,
} from './unfinished-uploads.ts';

export type S3UnfinishedUploadsOptions = {
  bucket: Bucket;
  /** Local folder in which the parts of a completed upload are joined into one file. */
  dir: string;
  timers: RepeatingTimers;
  /** Bytes of one stored object. Each running body holds as many bytes in memory. */
  partBytes?: number;
  /** Milliseconds without data after which a body counts as broken off. Another node may be waiting for the upload. */
  stallMs?: number;
  prefix?: string;
};

type Part = { from: number; to: number; key: string };
type At = { offset: number; size: number };

/** Digits of an offset, padded so that names sort like numbers. */
const digits = 15;
const mark = 'begun';
const mib = 1024 * 1024;

/** Returns the contiguous parts from the first byte. Skips overlapping parts that a late node has written. */
function chained(parts: readonly Part[]): Part[] {
  let reached = 0;
  return parts.filter(({ from, to }) => {
    const next = from === reached;
    if (next) reached = to;
    return next;
  });
}

/** Turns errors of both store and disk into one refusal. */
const onBoth = <T>(work: () => Promise<T>) => withDiskErrors(() => withStoreErrors('fileStoreDown', work));

export function createS3UnfinishedUploads(options: S3UnfinishedUploadsOptions): UnfinishedUploads {
  const { bucket, dir, timers, partBytes = 8 * mib, stallMs = 15_000, prefix = 'partial/' } = options;
  const keyOf = (id: string, what: string) => `${prefix}${checkUnfinishedUploadId(id)}/${what}`;
  // Deletes the local files of a process that crashed.
  rmSync(dir, { recursive: true, force: true });
  const local = (id: string) => join(dir, checkUnfinishedUploadId(id));
  /** Lists the stored parts of an upload. Returns undefined for an unknown upload. */
  const partsOf = async (id: string): Promise<Part[] | undefined> => {
    const parts: Part[] = [];
    const begin = keyOf(id, '');
    let begun = false;
    for await (const { key, size } of bucket.list(begin)) {
      const from = Number(key.slice(begin.length));
      if (key.endsWith(mark)) begun = true;
      else if (size > 0) parts.push({ from, to: from + size, key });
    }
    return begun ? chained(parts) : undefined;
  };
  const sizeOf = async (id: string) => {
    const parts = await partsOf(id);
    return parts && (parts.at(-1)?.to ?? 0);
  };
  const put = (id: string, from: number, bytes: Buffer) =>
    bucket.put(keyOf(id, String(from).padStart(digits, '0')), bytes, 'absent');
  /** Deletes everything from `offset` on. */
  const cut = async (id: string, { offset }: At) => {
    for (const { from, key } of (await partsOf(id)) ?? []) if (from >= offset) await bucket.delete(key);
  };
  return {
    create: id => onBoth(async () => void (await bucket.put(keyOf(id, mark), new Uint8Array(), 'absent'))),
    size: id => onBoth(() => sizeOf(id)),
    write: (id, at, body, signal) =>
      onBoth(async () => {
        if (!body) return { offset: at.offset, broke: false };
        const writing = { put: (from: number, bytes: Buffer) => put(id, from, bytes), at, partBytes };
        const source = reading(body, signal, timers, stallMs);
        try {
          return await write(source, writing);
        } catch (error) {
          source.stop();
          if (isRefusal(error)) await cut(id, at);
          throw error;
        } finally {
          source.end();
        }
      }),
    local: id =>
      onBoth(async () => {
        await mkdir(dir, { recursive: true });
        const parts = (await partsOf(id)) ?? [];
        const bytes = async function* () {
          for (const { key } of parts) yield* bucket.read(key);
        };
        await pipeline(bytes, createWriteStream(local(id)));
        return local(id);
      }),
    drop: id =>
      onBoth(async () => {
        await rm(local(id), { force: true });
        // The mark is deleted last, so that an interrupted deletion is visible.
        for await (const { key } of bucket.list(keyOf(id, ''))) await bucket.delete(key);
      }),
  };
}

type Source = {
  /** Returns the next piece; `broke` if the body broke off, stalled, or was stopped. */
  next(): Promise<Uint8Array | 'done' | 'broke'>;
  stop(): void;
  end(): void;
};

function reading(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  timers: RepeatingTimers,
  stallMs: number,
): Source {
  const reader = body.getReader();
  // Ignores errors of the cancellation, which rejects for a failed body.
  const stop = () => void reader.cancel().catch(() => undefined);
  let [waiting, came, stalled] = [false, false, false];
  signal.addEventListener('abort', stop, { once: true });
  const still = timers.every(stallMs, () => {
    stalled = waiting && !came;
    if (stalled) stop();
    came = false;
  });
  return {
    next: async () => {
      waiting = true;
      const next = await reader.read().catch(() => undefined);
      waiting = false;
      came = true;
      if (!next || signal.aborted || stalled) return 'broke';
      return next.done ? 'done' : next.value;
    },
    stop,
    end: () => {
      still();
      signal.removeEventListener('abort', stop);
    },
  };
}

type Writing = { put: (from: number, bytes: Buffer) => Promise<unknown>; at: At; partBytes: number };

async function write(source: Source, { put, at, partBytes }: Writing): Promise<WriteProgress> {
  let { offset } = at;
  let pieces: Uint8Array[] = [];
  let waiting = 0;
  const flush = async () => {
    if (waiting === 0) return;
    const bytes = Buffer.concat(pieces);
    // Releases the references, so that the data is in memory only once while it is stored.
    [pieces, waiting] = [[], 0];
    await put(offset, bytes);
    offset += bytes.length;
  };
  try {
    for (;;) {
      const next = await source.next();
      if (typeof next === 'string') {
        await flush();
        return { offset, broke: next === 'broke' };
      }
      if (offset + waiting + next.length > at.size) throw createBodyTooLongRefusal(at.size);
      pieces.push(next);
      waiting += next.length;
      if (waiting >= partBytes) await flush();
    }
  } catch (error) {
    if (!(error instanceof PreconditionFailedError)) throw error;
    // Stops, because another node has continued the upload from here.
    source.stop();
    return { offset, broke: true };
  }
}
