import { createHash, pbkdf2 } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../clock/clock.ts';
import { createLocalCopies } from './local-copies.ts';

const derive = promisify(pbkdf2);
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'archline-copies-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function world(maxBytes: number) {
  const clock = createManualClock(0);
  const copies = createLocalCopies({ dir: join(root, 'copies'), maxBytes, maxIdleMs: 1000, clock });
  const fetched: string[] = [];
  const of = (name: string, size = 10) =>
    copies.of(name, () => {
      fetched.push(name);
      return Readable.from([Buffer.alloc(size, name)]);
    });
  return { copies, clock, of, fetched, there: () => readdirSync(join(root, 'copies')).sort() };
}

test('local copies are fetched once, and again after their deletion', async () => {
  const { of, fetched } = world(100);
  const [path] = await Promise.all([of('a'), of('a')]);
  await of('a');
  expect(fetched).toEqual(['a']);
  unlinkSync(path);
  await of('a');
  expect(fetched).toEqual(['a', 'a']);
  expect(readFileSync(path, 'utf8')).toBe('a'.repeat(10));
});

test('local copies stay within their size limit: least recently used go first, never the newest', async () => {
  const { of, there } = world(30);
  for (const name of ['a', 'b', 'c', 'a', 'd']) await of(name);
  expect(there()).toEqual(['a', 'c', 'd']);
  await of('large', 50);
  expect(there()).toEqual(['large']);
});

test('local copies are deleted after long disuse, and at the next start', async () => {
  const { of, there, clock, copies } = world(100);
  await of('a');
  await of('b');
  clock.advance(999);
  await of('b');
  clock.advance(1);
  await copies.tidy();
  expect(there()).toEqual(['b']);
  expect(world(100).there()).toEqual([]);
});

test('local copies that break off or do not match their hash leave nothing', async () => {
  const { copies, there } = world(100);
  const breaking = async function* () {
    yield Buffer.from('half');
    throw new Error('the line is cut');
  };
  await expect(copies.of('a', () => Readable.from(breaking()))).rejects.toThrow('the line is cut');
  const of = (text: string) =>
    copies.of(
      'a',
      () => Readable.from([Buffer.from(text)]),
      createHash('sha256').update('right').digest('hex'),
    );
  await expect(of('wrong')).rejects.toThrow('hash');
  expect(there()).toEqual([]);
  expect(readFileSync(await of('right'), 'utf8')).toBe('right');
});

test('local copies that fail before the disk has opened their file leave nothing', async () => {
  const { copies, there } = world(100);
  const refused = () =>
    new Readable({
      read() {
        this.destroy(new Error('the line is cut'));
      },
    });
  // Keeps the threads of Node's pool busy, so that opening and removing a file queue up and run in parallel. A single
  // round provokes the race in one of three runs.
  for (let round = 0; round < 20; round++) {
    const busy = Array.from({ length: 4 }, () => derive('a', 'b', 20_000, 64, 'sha512'));
    const names = Array.from({ length: 100 }, (_, i) => `n${round}-${i}`);
    const ended = await Promise.allSettled(names.map(name => copies.of(name, refused)));
    expect(ended.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    await Promise.all(busy);
    expect(there()).toEqual([]);
  }
});
