import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deriveKey, loadSecret } from './secret.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'archline-secret-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('secret is created readable by its owner only, and found again', () => {
  const dir = join(root, 'data');
  const secret = loadSecret({ dir });
  expect(secret).toHaveLength(32);
  expect(statSync(join(dir, 'secret')).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir)).toEqual(['secret']);
  expect(loadSecret({ dir })).toEqual(secret);
  expect(loadSecret({ dir: join(root, 'other') })).not.toEqual(secret);
});

test('secret is created despite a draft that a power cut has left', () => {
  writeFileSync(join(root, `secret.${process.pid}.new`), 'half');
  expect(loadSecret({ dir: root })).toHaveLength(32);
  expect(readdirSync(root)).toEqual(['secret']);
});

test('SECRET_FILE is read as bytes or hexadecimal digits, and no other file is created', () => {
  const bytes = Buffer.alloc(32, 7);
  const file = join(root, 'mounted');
  for (const content of [bytes, `${bytes.toString('hex')}\n`, bytes.toString('hex').toUpperCase()]) {
    writeFileSync(file, content);
    expect(loadSecret({ dir: join(root, 'data'), file })).toEqual(bytes);
  }
  expect(readdirSync(root)).toEqual(['mounted']);
});

test.each(['', 'short', 'z'.repeat(64), 'ab'.repeat(33)])(
  'secret of %j is refused and left unchanged',
  content => {
    const file = join(root, 'secret');
    writeFileSync(file, content);
    expect(() => loadSecret({ dir: root })).toThrow(/32 bytes/);
    expect(readFileSync(file, 'utf8')).toBe(content);
  },
);

test('missing SECRET_FILE is refused', () => {
  const file = join(root, 'absent');
  expect(() => loadSecret({ dir: root, file })).toThrow(/SECRET_FILE/);
  expect(readdirSync(root)).toEqual([]);
});

test('keys derived for two purposes are unrelated', () => {
  const secret = Buffer.alloc(32, 1);
  expect(deriveKey(secret, 'sessions')).toHaveLength(32);
  expect(deriveKey(secret, 'sessions')).toEqual(deriveKey(secret, 'sessions'));
  expect(deriveKey(secret, 'sessions')).not.toEqual(deriveKey(secret, 'patient keys'));
});
