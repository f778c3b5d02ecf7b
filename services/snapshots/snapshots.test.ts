import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Viewer } from '#events/person/position.ts';
import { openReadModels, type ReadModels } from '#projections/readmodels.ts';
import { createWalk } from '#projections/testing/walk.ts';
import { createManualClock, systemIds } from '../clock/clock.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import type { EventStore } from '../eventstore/port.ts';
import { openFolderSnapshots } from './folder.ts';
import { createSnapshots, maxSnapshotAgeMs, type Snapshots } from './snapshots.ts';

let dir: string;
let log: EventStore;
let first: ReadModels;
const opened: ReadModels[] = [];
const clock = createManualClock(Date.parse('2026-11-20T08:00:00Z'));
const warned: unknown[] = [];

const snapshotsWith = (secret = 7): Snapshots =>
  createSnapshots({
    store: openFolderSnapshots(join(dir, 'kept')),
    key: Buffer.alloc(32, secret),
    dir,
    clock,
    ids: systemIds,
    log: { info: () => undefined, warn: (...given: unknown[]) => void warned.push(given) },
  });

/** Opens a node's rows. `from`: position from which it first read the log. */
async function node(name: string, snapshots?: Snapshots) {
  const reads: bigint[] = [];
  const heard: EventStore = {
    ...log,
    readBatches: how => {
      reads.push(how?.after ?? 0n);
      return log.readBatches(how);
    },
  };
  const rows = mkdtempSync(join(dir, name));
  const models = await openReadModels({ store: heard, dir: rows, clock, snapshots });
  opened.push(models);
  return { models, rows, from: reads[0] ?? (await log.head()) };
}

const supervisor: Viewer = { id: 'supervisor', position: 'SuperMechanic', orgId: 'main', serves: [] };
const seen = (models: ReadModels) => {
  const ctx = { viewer: supervisor, hidden: false, person: models.personRef, logId: models.logId };
  return models.caseItems(ctx, { tab: 'all', sort: 'caseId', descending: false, page: 1, size: 100 });
};
const kept = () => readdirSync(join(dir, 'kept')).map(name => join(dir, 'kept', name));

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'archline-snapshots-'));
  log = createMemoryStore();
  const walk = createWalk({ seed: 4, log, cases: 16 });
  await walk.setUp();
  for (let i = 0; i < 300; i++) await walk.step();
  first = (await node('first-')).models;
  await snapshotsWith().make(first);
  for (let i = 0; i < 50; i++) await walk.step();
});
afterEach(async () => {
  for (const models of opened.splice(0)) await models.close();
  await log.close();
  rmSync(dir, { recursive: true });
  warned.length = 0;
});

test('a node without rows starts from another node’s snapshot, and reads the log from there', async () => {
  await first.reached(await log.head(), 120_000);
  const { models, from } = await node('second-', snapshotsWith());
  expect(from).toBeGreaterThan(0n);
  expect(models.position()).toBe(await log.head());
  expect(seen(models).total).toBeGreaterThan(2);
  expect(seen(models)).toEqual(seen(first));
  expect(models.counts(supervisor)).toEqual(first.counts(supervisor));
});

test('a node with rows starts from its own', async () => {
  const { rows } = await node('second-');
  await opened.pop()?.close();
  for (const file of kept()) rmSync(file);
  const again = await openReadModels({ store: log, dir: rows, clock, snapshots: snapshotsWith() });
  opened.push(again);
  expect(again.position()).toBe(await log.head());
  expect(warned).toEqual([]);
});

test.each<[string, (file: string) => void, number]>([
  ['is damaged', file => flip(file, 5_000), 7],
  ['lacks its end', file => truncateSync(file, (1 << 20) + 28), 7],
  ['is empty', file => truncateSync(file, 0), 7],
  ['was sealed with another secret', () => undefined, 8],
])('a snapshot that %s is logged, and the rows are built from the log', async (_, harm, secret) => {
  for (const file of kept()) harm(file);
  const { models, from } = await node('second-', snapshotsWith(secret));
  expect([from, warned.length]).toEqual([0n, 1]);
  await first.reached(await log.head(), 120_000);
  expect(seen(models)).toEqual(seen(first));
});

test('snapshots are encrypted outside the node, and no temporary file is left', () => {
  const [sealed] = kept();
  const name = seen(first).items[0]?.patientName ?? '';
  expect(name.length).toBeGreaterThan(1);
  const bytes = readFileSync(sealed ?? '');
  expect(bytes.length).toBeGreaterThan(10_000);
  expect(bytes.includes(Buffer.from(name))).toBe(false);
  expect(bytes.includes(Buffer.from('SQLite format'))).toBe(false);
  expect(readdirSync(dir).filter(file => file.startsWith('snapshot-'))).toEqual([]);
});

test('snapshots of another log are ignored', async () => {
  const other = createMemoryStore();
  const models = await openReadModels({
    store: other,
    dir: mkdtempSync(join(dir, 'other-')),
    clock,
    snapshots: snapshotsWith(),
  });
  expect([models.position(), seen(models).total]).toEqual([0n, 0]);
  await models.close();
});

test('a snapshot is made while rows are written, and every one opens', async () => {
  const walk = createWalk({ seed: 5, log });
  const writing = (async () => {
    for (let i = 0; i < 200; i++) await walk.step();
  })();
  for (let i = 0; i < 8; i++) {
    await snapshotsWith().make(first);
    const { from } = await node('while-', snapshotsWith());
    expect(from).toBeGreaterThan(0n);
  }
  await writing;
  expect(warned).toEqual([]);
});

test('expired snapshots are deleted, because they may hold names erased since', async () => {
  const old = join(dir, 'kept', 'f'.repeat(64));
  writeFileSync(old, 'old');
  const then = (clock.now() - maxSnapshotAgeMs - 1_000) / 1000;
  utimesSync(old, then, then);
  await snapshotsWith().make(first);
  expect([existsSync(old), kept()]).toEqual([false, [expect.any(String)]]);
});

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}
