/**
 * Searches every byte of a real server's logs and data folder for the texts that people type, receive and use to sign
 * in during a clinic's first weeks. Each text may be found only where it is allowed.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { playFirstWeeks, type SensitiveTextKind, type UsedTexts, walkNames } from './first-weeks.ts';

let server: ServerProcess;
let logs: string;
let used: UsedTexts;

type FileBytes = { name: string; bytes: Buffer };

/** Returns undefined for a file or folder that the server has deleted meanwhile. */
function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function bytesBelow(dir: string, within = ''): FileBytes[] {
  const entries = ifThere(() => readdirSync(join(dir, within), { withFileTypes: true })) ?? [];
  return entries.flatMap(entry => {
    const name = join(within, entry.name);
    if (entry.isDirectory()) return bytesBelow(dir, name);
    const bytes = ifThere(() => readFileSync(join(dir, name)));
    return bytes ? [{ name, bytes }] : [];
  });
}

const isStored = (name: string) => name.startsWith(`files${sep}`);

/** Contents of the data folder before the server stops, including write-ahead logs, and after. */
const folders: Record<'while it runs' | 'after its stop', FileBytes[]> = {
  'while it runs': [],
  'after its stop': [],
};

beforeAll(async () => {
  logs = mkdtempSync(join(tmpdir(), 'archline-logs-'));
  vi.stubEnv('ARCHLINE_TEST_LOGS', logs);
  server = await startServer({ pages: 'stub', ahead: 0, env: { LOG_LEVEL: 'trace' } });
  // Leaves out the demo's stored files: they never change, and contain many numbers.
  const stored = new Set(bytesBelow(server.dataDir).flatMap(({ name }) => (isStored(name) ? [name] : [])));
  const written = () => bytesBelow(server.dataDir).filter(({ name }) => !stored.has(name));
  used = await playFirstWeeks(server);
  folders['while it runs'] = written();
  await server.stop({ keep: true });
  folders['after its stop'] = written();
});
afterAll(() => {
  for (const dir of [logs, server.dataDir]) rmSync(dir, { recursive: true, force: true });
});

const shortNumber = /^\d{1,6}$/;

/** Searches for a text as it is, URL-encoded, and in Base64. A code within a longer number does not count. */
function holds(bytes: Buffer, text: string): boolean {
  const base64 = Buffer.from(text).toString('base64').replace(/=+$/, '');
  if (shortNumber.test(text))
    return new RegExp(`(?<![\\d.])${text}(?!\\d)`).test(bytes.toString('latin1')) || bytes.includes(base64);
  return [text, encodeURIComponent(text), base64].some(form => bytes.includes(form));
}

/** Kinds of texts that each part of the data folder may contain. Default: none. */
const mayHold: Record<string, readonly SensitiveTextKind[]> = {
  // Read models are protected by the folder's mode (infra/security/data.md).
  rows: ['person', 'patient'],
  // Mails of the demo, which has no mail server.
  mail: ['person', 'secret'],
};

/** Texts of the walk that are in a file although they must not be. */
function foundIn({ name, bytes }: FileBytes): string[] {
  const [part = ''] = name.split(sep);
  return [...used].flatMap(([text, { kind, what }]) =>
    !mayHold[part]?.includes(kind) && holds(bytes, text) ? [`${name}: ${what}`] : [],
  );
}

it('no log line of a clinic’s first weeks holds a name, address, password, code or token', () => {
  const lines = bytesBelow(logs);
  expect(lines.flatMap(foundIn)).toEqual([]);
  const text = lines.map(({ bytes }) => bytes.toString()).join('');
  for (const said of ['"audit":"accountCreated"', '"audit":"passwordReset"', '/api/forgotPwd/link'])
    expect(text).toContain(said);
});

it.each(['while it runs', 'after its stop'] as const)(
  'the data folder holds them sealed or not at all, %s',
  when => {
    const files = folders[when];
    expect(files.flatMap(foundIn)).toEqual([]);
    const listed = files.map(({ name }) => name);
    expect(listed).toEqual(expect.arrayContaining(['events.db', 'vault.db']));
    if (when === 'while it runs')
      expect(listed).toEqual(expect.arrayContaining(['events.db-wal', 'vault.db-wal']));
  },
);

it('the search finds texts where they may be', () => {
  const rows = folders['after its stop'].filter(({ name }) => name.startsWith('rows'));
  const found = [...used].filter(([text]) => rows.some(({ bytes }) => bytes.includes(text)));
  expect(new Set(found.map(([, { kind }]) => kind))).toEqual(new Set(['person', 'patient']));
  for (const text of Object.values(walkNames)) expect(found.map(([said]) => said)).toContain(text);
});
