/** Previews for several people. One person's many requests do not delay another person's. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refusal } from '#events/errors.ts';
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts';
import { createDiskBlobs } from '../files/disk.ts';
import { createPreviews } from './previews.ts';
import type { DrawRecord } from './record-drawing.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'archline-turns-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const recordOf = (letter: string) => ({ orgId: 'org', sha256: letter.repeat(64) });

/** Draws one record at a time, named by its first letter, until the test ends it. */
async function crowd({ perPerson = 10, fail }: { perPerson?: number; fail?: () => void } = {}) {
  const blobs = createDiskBlobs(join(dir, 'blobs'));
  const source = join(dir, 'source');
  await writeFile(source, 'x');
  for (const letter of 'abcdef') await blobs.keep(recordOf(letter), source);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const draw: DrawRecord = async ({ path }, into) => {
    const letter = basename(path).charAt(0);
    began.push(letter);
    await new Promise<void>(resolve => ends.set(letter, resolve));
    fail?.();
    await writeFile(join(into, 'picture'), 'p');
    return { parts: ['picture'] };
  };
  const turns = createFairSemaphore({ atOnce: 1, perPerson });
  const previews = createPreviews({ blobs, dir, draw, turns });
  /** Requests a picture. Resolves once the person's turn is running or queued. */
  const ask = async (by: string, letter: string) => {
    const before = turns.held(by);
    const answer = previews.of({ ...recordOf(letter), mime: 'image/png', slot: null, by }, 'picture');
    await vi.waitFor(() => expect(turns.held(by)).toBe(before + 1));
    return { answer };
  };
  const end = async (letter: string) => {
    await vi.waitFor(() => expect(ends.has(letter)).toBe(true));
    ends.get(letter)?.();
    ends.delete(letter);
  };
  return { began, previews, ask, end };
}

it('previews are drawn in turns, also a record at the end of another person’s queue', async () => {
  const { began, ask, end } = await crowd();
  const flood = [];
  for (const letter of 'abcd') flood.push(await ask('flooder', letter));
  const own = await ask('reader', 'e');
  const same = await ask('reader', 'd');
  await end('a');
  await end('b');
  await end('e');
  expect(await own.answer).toMatchObject(recordOf('e'));
  await end('c');
  await end('d');
  expect(await same.answer).toMatchObject(recordOf('d'));
  await Promise.all(flood.map(({ answer }) => answer));
  // The people take turns. Record d, which both request, is drawn once.
  expect(began).toEqual(['a', 'b', 'e', 'c', 'd']);
});

it('previews above one person’s queue limit are refused, and succeed later', async () => {
  const { previews, ask, end } = await crowd({ perPerson: 2 });
  const held = [await ask('flooder', 'a'), await ask('flooder', 'b')];
  const third = { ...recordOf('c'), mime: 'image/png', slot: null, by: 'flooder' };
  await expect(previews.of(third, 'picture')).rejects.toMatchObject({ refusal: 'tooMany' });
  await end('a');
  await end('b');
  await Promise.all(held.map(({ answer }) => answer));
  const later = await ask('flooder', 'c');
  await end('c');
  expect(await later.answer).toMatchObject(recordOf('c'));
});

it('previews are retried after the store was unavailable', async () => {
  let down = true;
  const { ask, end } = await crowd({
    fail: () => {
      if (down) throw new Refusal('fileStoreDown');
    },
  });
  const first = await ask('reader', 'a');
  const refused = expect(first.answer).rejects.toMatchObject({ refusal: 'fileStoreDown' });
  await end('a');
  await refused;
  down = false;
  const again = await ask('reader', 'a');
  await end('a');
  expect(await again.answer).toMatchObject({ ...recordOf('a'), part: 'picture' });
});
