import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileOperation } from './file-trace.ts';
import { keepEverything, keepOnlySynced, SimulatedDisk, type SurvivalChoice } from './simulated-disk.ts';

let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'archline-disk-'));
});
afterEach(() => rmSync(work, { recursive: true }));

/** File names relative to `work`. The folder itself is open as fd 9. */
const at = (name: string) => join(work, name);
const create = (fd: number, name: string): FileOperation => ({ op: 'open', fd, path: at(name) });
const write = (fd: number, offset: number, text: string): FileOperation => ({
  op: 'write',
  fd,
  at: offset,
  bytes: Buffer.from(text),
});
const sync = (fd: number): FileOperation => ({ op: 'sync', fd });
const syncNames = [{ op: 'open', fd: 9, path: '' }, sync(9), { op: 'close', fd: 9 }] as const;

/** Content of the disk after these operations and a power cut, by file name. */
function left(
  operations: readonly FileOperation[],
  survives: SurvivalChoice = keepOnlySynced,
): Record<string, string> {
  const disk = new SimulatedDisk(work);
  for (const operation of operations)
    disk.apply(operation.op === 'open' && operation.path === '' ? { ...operation, path: work } : operation);
  const image = mkdtempSync(join(tmpdir(), 'archline-image-'));
  disk.writeImage(image, survives);
  const files = Object.fromEntries(
    readdirSync(image).map(name => [name, readFileSync(join(image, name), 'utf8')]),
  );
  rmSync(image, { recursive: true });
  return files;
}

test('a write is durable after its file’s sync, and a name after its folder’s sync', () => {
  const written = [create(3, 'a'), write(3, 0, 'one')];
  expect(left(written)).toEqual({});
  expect(left([...written, sync(3)])).toEqual({});
  expect(left([...written, ...syncNames])).toEqual({ a: '' });
  expect(left([...written, ...syncNames, sync(3)])).toEqual({ a: 'one' });
  expect(left([...written, sync(3), ...syncNames, write(3, 1, 'XX')])).toEqual({ a: 'one' });
  expect(left(written, keepEverything)).toEqual({ a: 'one' });
});

test('files that exist at the start are durable', () => {
  writeFileSync(at('a'), 'old');
  expect(left([create(3, 'a'), write(3, 0, 'new')])).toEqual({ a: 'old' });
  expect(left([{ op: 'unlink', path: at('a') }])).toEqual({ a: 'old' });
  expect(left([{ op: 'unlink', path: at('a') }, ...syncNames])).toEqual({});
});

test('a truncation, a new name and a second name become durable like writes', () => {
  writeFileSync(at('a'), 'old');
  const cut: FileOperation[] = [create(3, 'a'), { op: 'truncate', fd: 3, length: 1 }];
  expect(left(cut)).toEqual({ a: 'old' });
  expect(left([...cut, sync(3)])).toEqual({ a: 'o' });
  const rename: FileOperation = { op: 'rename', from: at('a'), to: at('b') };
  expect(left([rename])).toEqual({ a: 'old' });
  expect(left([rename, ...syncNames])).toEqual({ b: 'old' });
  expect(left([{ op: 'link', from: at('a'), to: at('b') }, ...syncNames])).toEqual({ a: 'old', b: 'old' });
});

test('a file that was shortened and grows again has zeros in between', () => {
  writeFileSync(at('a'), 'old');
  const grown: FileOperation[] = [
    create(3, 'a'),
    { op: 'truncate', fd: 3, length: 1 },
    write(3, 3, 'x'),
    sync(3),
  ];
  expect(left(grown)).toEqual({ a: 'o\0\0x' });
});

test('an unsynced write may survive in any subset of its sectors', () => {
  writeFileSync(at('a'), 'o'.repeat(1024));
  let asked = 0;
  const second: SurvivalChoice = () => asked++ === 1;
  const image = left([create(3, 'a'), write(3, 0, 'n'.repeat(1024))], second);
  expect(image.a).toBe('o'.repeat(512) + 'n'.repeat(512));
});
