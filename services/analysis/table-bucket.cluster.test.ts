/** Tables in a bucket of a real S3 server: one process writes them, several read copies, and each holds what a plain fold holds. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import type { NewEvent } from '#events/envelope.ts';
import { mainOrgId } from '#projections/testing/people.ts';
import { type RunningS3, startS3 } from '../../infra/servers/s3.ts';
import { systemClock, systemTimers } from '../clock/clock.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import { type Bucket, openBucket } from '../s3/bucket.ts';
import { createMemoryVault } from '../vault/memory.ts';
import { createDurableFolder, createSharedFolder } from './durable-folder.ts';
import { readManifest } from './manifest.ts';
import { createAnalysisTables } from './query.ts';
import { createBucketTableStore, removeBucketTables } from './table-bucket.ts';
import { createCopyCleaner } from './table-copies.ts';
import { organisationFolder } from './table-folders.ts';
import { createTablePositionWait } from './tables-reached.ts';
import { openTestTables, walkTwoOrganisations } from './testing/kept-tables.ts';
import { foldPlainTables, sortedLinesOfRows } from './testing/plain-tables.ts';

// services/s3/bucket.cluster.test.ts tests the bucket over each S3 server.
describe('over an S3 server', () => {
  let s3: RunningS3;
  let bucket: Bucket;
  const dirs: string[] = [];
  beforeAll(async () => {
    s3 = await startS3();
    bucket = openBucket(s3);
  });
  afterAll(async () => {
    bucket?.close();
    await s3?.stop();
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
  });

  const nodeOf = (logId: string) => {
    const dir = mkdtempSync(join(tmpdir(), 'archline-node-'));
    dirs.push(dir);
    const tableStore = createBucketTableStore(bucket, logId, dir);
    const tables = createAnalysisTables({ tableStore, logId, holder: dir.slice(-6), longestMs: 300_000 });
    return { dir, tableStore, tables };
  };
  const keep = (log = createMemoryStore()) =>
    openTestTables({ log, storeOf: dir => createBucketTableStore(bucket, log.id, dir) });

  test('a node that keeps no tables answers from copies, as soon as the position is published', async () => {
    const kept = keep();
    const walk = await walkTwoOrganisations(kept.log, { seed: 4, steps: 200 });
    const node = nodeOf(kept.log.id);
    await expect(node.tables.open(mainOrgId)).rejects.toMatchObject({ refusal: 'notCaughtUp' });
    const running = kept.start();
    const reached = createTablePositionWait({ ...node, clock: systemClock, timers: systemTimers });
    expect(await reached(await kept.log.head(), 300_000)).toBe(true);
    const count = async () =>
      (await (await node.tables.open(mainOrgId)).run('SELECT count(*)::INTEGER FROM events')).rows[0]?.[0];
    const before = Number(await count());
    for (let i = 0; i < 60; i++) await walk.step();
    expect(await reached(await kept.log.head(), 300_000)).toBe(true);
    expect(Number(await count())).toBeGreaterThan(before);
    expect(await reached((await kept.log.head()) + 1n, 1)).toBe(false);
    await running.stop();
    kept.dispose();
  });

  test('two followers that both believe to have the lease write each event once', async () => {
    const log = createMemoryStore();
    await walkTwoOrganisations(log, { seed: 5, steps: 200 });
    const kept = keep(log);
    const elsewhere = nodeOf(log.id);
    const both = [
      kept.start({ vault: createMemoryVault() }),
      kept.start({ vault: createMemoryVault(), tableStore: elsewhere.tableStore }),
    ];
    await Promise.all(both.map(one => one.idle()));
    for (const one of both) await one.stop();
    const pseudonym = await kept.pseudonyms.of(mainOrgId);
    const plain = sortedLinesOfRows(
      foldPlainTables(await Array.fromAsync(log.readAll()), mainOrgId),
      pseudonym,
    );
    expect(await kept.lines(mainOrgId)).toEqual(plain);
    const { rows } = await (await elsewhere.tables.open(mainOrgId)).run('SELECT position FROM events');
    expect(rows).toHaveLength(plain.events.length);
    kept.dispose();
  });

  test('a copy that is damaged is replaced, and a segment damaged in the bucket is set aside and built again', async () => {
    const kept = keep();
    await walkTwoOrganisations(kept.log, { seed: 6, steps: 200 });
    const running = kept.start();
    await running.idle();
    const node = nodeOf(kept.log.id);
    const open = await node.tables.open(mainOrgId);
    const { rows } = await open.run('SELECT count(*) FROM events');
    const folder = organisationFolder(node.dir, mainOrgId);
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'damaged');
    expect(
      (await (await node.tables.open(mainOrgId)).run('SELECT count(*), 1 FROM events')).rows[0]?.[0],
    ).toEqual(rows[0]?.[0]);
    expect((await node.tables.open(mainOrgId)).lacks()).toEqual([]);

    const manifest = await readManifest(node.tableStore.organisation(mainOrgId), kept.log.id);
    const [segment] = manifest?.tables.stays ?? [];
    const prefix = `analysis/${encodeURIComponent(kept.log.id)}/${mainOrgId}/tables/`;
    await bucket.put(prefix + segment?.file, new Uint8Array(segment?.bytes ?? 0));
    const fresh = nodeOf(kept.log.id);
    expect((await fresh.tables.open(mainOrgId)).lacks()).toMatchObject([{ table: 'stays' }]);
    await expect.poll(async () => (await fresh.tables.open(mainOrgId)).lacks()).toEqual([]);
    await running.stop();
    const pseudonym = await kept.pseudonyms.of(mainOrgId);
    const events = await Array.fromAsync(kept.log.readAll());
    expect(await kept.lines(mainOrgId)).toEqual(
      sortedLinesOfRows(foldPlainTables(events, mainOrgId), pseudonym),
    );
    kept.dispose();
  });

  test('facts of an erased patient are in no object and no copy a minute later', async () => {
    const kept = keep();
    const walk = await walkTwoOrganisations(kept.log, { seed: 8, steps: 400 });
    const running = kept.start();
    await running.idle();
    const node = nodeOf(kept.log.id);
    await node.tables.open(mainOrgId);
    const files = node.tableStore.organisation(mainOrgId);
    const before = await readManifest(files, kept.log.id);
    const facts = (before?.tables.case_facts ?? []).map(({ file }) => file);
    expect(facts).not.toEqual([]);
    const [caseId = ''] = [...walk.states].find(([, { servedBy }]) => servedBy === mainOrgId) ?? [];
    const erasing: NewEvent = {
      ...{ id: 'erasing', type: 'PatientErased', data: { patient: caseId } },
      ...{ at: walk.now(), by: 'system', subject: caseId },
    };
    await kept.log.append(caseStreamOf(caseId), BigInt(walk.states.get(caseId)?.revision ?? -1), [erasing]);
    await running.idle();
    const care = kept.careOnce();
    const copies = createCopyCleaner(node.tableStore, kept.log.id);
    for (let seconds = 0; seconds <= 60; seconds += 5) {
      await care.look(seconds * 1000);
      await copies.look(seconds * 1000);
    }
    const objects = await files.names();
    const local = readdirSync(organisationFolder(node.dir, mainOrgId));
    expect([...objects, ...local].filter(name => facts.includes(name))).toEqual([]);
    await running.stop();
    kept.dispose();
  });

  test('copies go while nobody can tell what was erased', async () => {
    const kept = keep();
    await walkTwoOrganisations(kept.log, { seed: 9, steps: 100 });
    const running = kept.start();
    await running.idle();
    await running.stop();
    const dir = mkdtempSync(join(tmpdir(), 'archline-node-'));
    dirs.push(dir);
    let isDown = false;
    const list: Bucket['list'] = prefix => {
      if (isDown) throw new Error('unreachable');
      return bucket.list(prefix);
    };
    const tableStore = createBucketTableStore({ ...bucket, list }, kept.log.id, dir);
    await createAnalysisTables({ tableStore, logId: kept.log.id, holder: 'node' }).open(mainOrgId);
    const copies = () => readdirSync(organisationFolder(dir, mainOrgId));
    const care = createCopyCleaner(tableStore, kept.log.id);
    await care.look(0);
    isDown = true;
    await expect(care.look(25_000)).rejects.toThrow('unreachable');
    expect(copies()).not.toEqual([]);
    await expect(care.look(30_000)).rejects.toThrow('unreachable');
    expect(copies()).toEqual([]);
    kept.dispose();
  });

  test('tables that are not kept any more leave the bucket', async () => {
    const kept = keep();
    await walkTwoOrganisations(kept.log, { seed: 9, steps: 60 });
    const running = kept.start();
    await running.idle();
    await running.stop();
    const store = createBucketTableStore(bucket, kept.log.id, kept.dir);
    await removeBucketTables(store);
    expect(await store.organisations()).toEqual([]);
    kept.dispose();
  });

  test('months of the track that another node has written are read from the bucket', async () => {
    const own = () => {
      const dir = mkdtempSync(join(tmpdir(), 'archline-track-'));
      dirs.push(dir);
      return createSharedFolder(createDurableFolder(dir), bucket, {
        prefix: 'tracks/',
        log: { warn: () => undefined },
      });
    };
    const bytes = new Uint8Array([1, 2, 3]);
    await own().write('main/track-2026-04.gz', bytes);
    const second = own();
    expect(Array.from((await second.read('main/track-2026-04.gz')) ?? [])).toEqual([1, 2, 3]);
    await second.remove('main/track-2026-04.gz');
    expect(await own().read('main/track-2026-04.gz')).toBeUndefined();
  });
});
