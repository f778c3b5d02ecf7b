/** Contract of storage for unfinished uploads, run by each adapter's tests. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { UnfinishedUploads } from './unfinished-uploads.ts';

export type UnfinishedUploadsUnderTest = {
  partials: UnfinishedUploads;
  /** Opens the storage as another process does after the first one died. */
  reopen(): Promise<UnfinishedUploads>;
  /** Makes the storage unavailable. Returns a function that restores it. */
  away(): Promise<() => Promise<void>>;
  dispose(): Promise<void>;
};

const id = '0b0fbc52-0000-4000-8000-000000000000';
const KiB = 1024;
/** Bytes whose values encode their offset. */
export const bytesEncodingOffsets = (size: number) =>
  Buffer.from(Uint8Array.from({ length: size }, (_, i) => (i * 7) % 251));

/** A body in pieces. `then`: whether it ends, breaks off or hangs. */
export function createBodyInPieces(bytes: Uint8Array, piece: number, then: 'end' | 'break' | 'hang' = 'end') {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) {
        controller.enqueue(Uint8Array.from(bytes.subarray(at, at + piece)));
        at += piece;
      } else if (then === 'end') controller.close();
      else if (then === 'break') controller.error(new Error('the connection dropped'));
      else return new Promise<void>(() => {});
    },
  });
}

const on = () => new AbortController().signal;

export function describeUnfinishedUploads(
  name: string,
  open: () => Promise<UnfinishedUploadsUnderTest>,
): void {
  describe(`uploads under way: ${name}`, () => {
    let opened: UnfinishedUploadsUnderTest;
    let partials: UnfinishedUploads;
    beforeEach(async () => {
      opened = await open();
      partials = opened.partials;
    });
    afterEach(() => opened.dispose());

    test('start empty; an unknown one does not exist', async () => {
      expect(await partials.size(id)).toBeUndefined();
      await partials.create(id);
      expect(await partials.size(id)).toBe(0);
      expect(await partials.write(id, { offset: 0, size: 9 }, null, on())).toEqual({
        offset: 0,
        broke: false,
      });
      expect(await partials.size(id)).toBe(0);
    });

    test('arrive in pieces of any size, and continue in another process', async () => {
      const bytes = bytesEncodingOffsets(300 * KiB);
      const size = bytes.length;
      await partials.create(id);
      const cuts = [0, 1, 100 * KiB, 100 * KiB + 77, size];
      for (const [at, offset] of cuts.slice(0, -1).entries()) {
        const each = await opened.reopen();
        const body = createBodyInPieces(bytes.subarray(offset, cuts[at + 1]), 10_000);
        expect(await each.write(id, { offset, size }, body, on())).toEqual({
          offset: cuts[at + 1],
          broke: false,
        });
        expect(await partials.size(id)).toBe(cuts[at + 1]);
      }
      expect((await readFile(await partials.local(id))).equals(bytes)).toBe(true);
    });

    test('keep what arrived before a body broke off', async () => {
      const bytes = bytesEncodingOffsets(200 * KiB);
      const size = bytes.length;
      await partials.create(id);
      const body = createBodyInPieces(bytes.subarray(0, 150_000), 1000, 'break');
      const { offset, broke } = await partials.write(id, { offset: 0, size }, body, on());
      expect([offset, broke]).toEqual([150_000, true]);
      const other = await opened.reopen();
      expect(await other.size(id)).toBe(150_000);
      await other.write(id, { offset, size }, createBodyInPieces(bytes.subarray(offset), 1000), on());
      expect((await readFile(await other.local(id))).equals(bytes)).toBe(true);
    });

    test('stop a hanging body on request, and keep what arrived', async () => {
      const bytes = bytesEncodingOffsets(90 * KiB);
      await partials.create(id);
      const stop = new AbortController();
      const body = createBodyInPieces(bytes.subarray(0, 70 * KiB), 10 * KiB, 'hang');
      const writing = partials.write(id, { offset: 0, size: bytes.length }, body, stop.signal);
      // By now a hanging body has delivered some of its pieces.
      await new Promise(resolve => setImmediate(resolve));
      stop.abort();
      const { offset, broke } = await writing;
      expect(broke).toBe(true);
      expect(await partials.size(id)).toBe(offset);
      await partials.write(
        id,
        { offset, size: bytes.length },
        createBodyInPieces(bytes.subarray(offset), 9000),
        on(),
      );
      expect((await readFile(await partials.local(id))).equals(bytes)).toBe(true);
    });

    test('take nothing of a body that is longer than announced', async () => {
      const bytes = bytesEncodingOffsets(200 * KiB);
      const size = bytes.length - 1;
      await partials.create(id);
      await partials.write(id, { offset: 0, size }, createBodyInPieces(bytes.subarray(0, 500), 500), on());
      const body = createBodyInPieces(bytes.subarray(500), 9000);
      await expect(partials.write(id, { offset: 500, size }, body, on())).rejects.toMatchObject({
        refusal: 'tooLarge',
      });
      expect(await (await opened.reopen()).size(id)).toBe(500);
    });

    test('are deleted when dropped; dropping twice is harmless', async () => {
      await partials.create(id);
      await partials.write(id, { offset: 0, size: 9 }, createBodyInPieces(bytesEncodingOffsets(9), 9), on());
      const path = await partials.local(id);
      expect(existsSync(path)).toBe(true);
      await partials.drop(id);
      await partials.drop(id);
      expect(await partials.size(id)).toBeUndefined();
      expect(existsSync(path)).toBe(false);
    });

    test.each(['../../../etc', 'a/b/c/d/e/f', 'short', ''])(
      'are refused under an id like %j',
      async wrong => {
        await expect(partials.create(wrong)).rejects.toThrow('invalid upload id');
        await expect(partials.size(wrong)).rejects.toThrow('invalid upload id');
        await expect(partials.local(wrong)).rejects.toThrow('invalid upload id');
        await expect(partials.drop(wrong)).rejects.toThrow('invalid upload id');
      },
    );

    test('are refused while the store is unavailable, and continue afterwards', async () => {
      const bytes = bytesEncodingOffsets(100 * KiB);
      const size = bytes.length;
      await partials.create(id);
      await partials.write(id, { offset: 0, size }, createBodyInPieces(bytes.subarray(0, 9000), 9000), on());
      const back = await opened.away();
      const body = createBodyInPieces(bytes.subarray(9000), 9000);
      const refused = { refusal: 'fileStoreDown', http: 503 };
      await expect(partials.write(id, { offset: 9000, size }, body, on())).rejects.toMatchObject(refused);
      await back();
      expect(await partials.size(id)).toBe(9000);
      await partials.write(id, { offset: 9000, size }, createBodyInPieces(bytes.subarray(9000), 9000), on());
      expect((await readFile(await partials.local(id))).equals(bytes)).toBe(true);
    });
  });
}
