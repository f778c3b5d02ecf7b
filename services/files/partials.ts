/** Uploads under way. On disk: one file each, whose length is how far it has come. They outlive a restart. */
import { mkdir, open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '#events/errors.ts';
import { isErrno, onDisk } from './disk.ts';

/** An abandoned body: how many bytes it brought before it broke off. */
export type Written = { offset: number; broke: boolean };

export interface Partials {
  create(id: string): Promise<void>;
  /** Bytes so far; undefined where there is no such upload. */
  size(id: string): Promise<number | undefined>;
  /**
   * Writes a body from `offset` on, up to `size` in all. What came before it broke off stays, and is durable.
   * @throws Refusal tooLarge where more comes than fits; then nothing of this body stays
   */
  write(
    id: string,
    at: { offset: number; size: number },
    body: ReadableStream<Uint8Array> | null,
    signal: AbortSignal,
  ): Promise<Written>;
  /** The path of all bytes in one file, which is there until the upload is dropped. */
  local(id: string): Promise<string>;
  drop(id: string): Promise<void>;
}

/** @throws Error where it is no id: it becomes a part of a path */
export function partialId(id: string): string {
  if (!/^[A-Za-z0-9-]{8,64}$/.test(id)) throw new Error('not an id of an upload');
  return id;
}

/** More came than was announced. */
export const tooLong = (max: number) =>
  new Refusal('tooLarge', { issues: [{ path: 'file', issue: 'file-too-large', values: { max } }] });

type Handle = Awaited<ReturnType<typeof open>>;

/** Trap: a disk that is getting full takes a part of a piece, and says only how much; the next one is refused. */
async function write(handle: Handle, piece: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < piece.length; )
    done += (await handle.write(piece, done, piece.length - done, offset + done)).bytesWritten;
}

async function copy(
  handle: Handle,
  at: { offset: number; size: number },
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<Written> {
  const reader = body.getReader();
  // Cancelling a body that has failed already fails again: nothing is lost by it.
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
        throw tooLong(at.size);
      }
      await write(handle, next.value, offset);
      offset += next.value.length;
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export function createPartials(dir: string): Partials {
  const path = (id: string) => join(dir, partialId(id));
  return {
    local: async id => path(id),
    create: id =>
      onDisk(async () => {
        await mkdir(dir, { recursive: true });
        await (await open(path(id), 'wx')).close();
      }),
    size: id =>
      onDisk(async () => {
        try {
          return (await stat(path(id))).size;
        } catch (error) {
          if (isErrno(error, 'ENOENT')) return undefined;
          throw error;
        }
      }),
    write: (id, at, body, signal) =>
      onDisk(async () => {
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
      onDisk(async () => {
        try {
          await unlink(path(id));
        } catch (error) {
          if (!isErrno(error, 'ENOENT')) throw error;
        }
      }),
  };
}
