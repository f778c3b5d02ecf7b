/** Unfinished uploads. On disk, each is one file, whose length is the upload's progress. They survive a restart. */
import { mkdir, open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '#events/errors.ts';
import { isErrno, withDiskErrors } from './disk.ts';

/** Progress after a body: new offset, and whether the body broke off. */
export type WriteProgress = { offset: number; broke: boolean };

export interface UnfinishedUploads {
  create(id: string): Promise<void>;
  /** Bytes received so far. Undefined for an unknown upload. */
  size(id: string): Promise<number | undefined>;
  /**
   * Writes a body from `offset` on, up to `size` in total. A body that breaks off keeps the bytes received,
   * durably.
   * @throws Refusal tooLarge if it exceeds `size`; then none of its bytes are kept
   */
  write(
    id: string,
    at: { offset: number; size: number },
    body: ReadableStream<Uint8Array> | null,
    signal: AbortSignal,
  ): Promise<WriteProgress>;
  /** Path of one file with all bytes, which exists until the upload is dropped. */
  local(id: string): Promise<string>;
  drop(id: string): Promise<void>;
}

/** @throws Error for an invalid id, because it becomes a part of a path */
export function checkUnfinishedUploadId(id: string): string {
  if (!/^[A-Za-z0-9-]{8,64}$/.test(id)) throw new Error('invalid upload id');
  return id;
}

/** The refusal of a body that is longer than announced. */
export const createBodyTooLongRefusal = (max: number) =>
  new Refusal('tooLarge', { issues: [{ path: 'file', issue: 'file-too-large', values: { max } }] });

type Handle = Awaited<ReturnType<typeof open>>;

/**
 * Writes a whole piece. Trap: on an almost full disk, a write stores a part of a piece and returns only its length;
 * the next write fails.
 */
async function write(handle: Handle, piece: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < piece.length; )
    done += (await handle.write(piece, done, piece.length - done, offset + done)).bytesWritten;
}

async function copy(
  handle: Handle,
  at: { offset: number; size: number },
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<WriteProgress> {
  const reader = body.getReader();
  // Ignores errors of the cancellation, which rejects for a failed body.
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  let { offset } = at;
  try {
    for (;;) {
      const next = await reader.read().catch(() => undefined);
      if (!next || signal.aborted) return { offset, broke: true };
      if (next.done) return { offset, broke: false };
      if (offset + next.value.length > at.size) {
        await handle.truncate(at.offset);
        stop();
        throw createBodyTooLongRefusal(at.size);
      }
      await write(handle, next.value, offset);
      offset += next.value.length;
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export function createUnfinishedUploads(dir: string): UnfinishedUploads {
  const path = (id: string) => join(dir, checkUnfinishedUploadId(id));
  return {
    local: async id => path(id),
    create: id =>
      withDiskErrors(async () => {
        await mkdir(dir, { recursive: true });
        await (await open(path(id), 'wx')).close();
      }),
    size: id =>
      withDiskErrors(async () => {
        try {
          return (await stat(path(id))).size;
        } catch (error) {
          if (isErrno(error, 'ENOENT')) return undefined;
          throw error;
        }
      }),
    write: (id, at, body, signal) =>
      withDiskErrors(async () => {
        if (!body) return { offset: at.offset, broke: false };
        const handle = await open(path(id), 'r+');
        try {
          const written = await copy(handle, at, body, signal);
          await handle.datasync();
          return written;
        } finally {
          await handle.close();
        }
      }),
    drop: id =>
      withDiskErrors(async () => {
        try {
          await unlink(path(id));
        } catch (error) {
          if (!isErrno(error, 'ENOENT')) throw error;
        }
      }),
  };
}
