/**
 * Two nodes with one real S3 server, over tus: one node at a time receives an upload, and another can
 * continue it.
 */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { type RunningS3, type S3Connection, startS3 } from '../../infra/servers/s3.ts';
import {
  type FailingProxy,
  openFailingProxy,
  persistentRetryLimits,
} from '../../infra/testing/failing-proxy.ts';
import { binaryStl, createWavyTube } from '../../infra/testing/generate/stl.ts';
import { type Clock, systemTimers } from '../clock/clock.ts';
import { createSeededRandom } from '../eventstore/crash/seeded-random.ts';
import { type Bucket, openBucket } from '../s3/bucket.ts';
import { createLease } from '../vault/lease.ts';
import { createLeasedMutex, createLeasedTakeover } from '../vault/leased-mutex.ts';
import { openS3Vault } from '../vault/s3.ts';
import { createS3Blobs } from './s3.ts';
import { createS3UnfinishedUploads } from './s3-unfinished-uploads.ts';
import {
  createCaseWithFacts,
  createTusClient,
  openUploadWorld,
  statusAndIssueOf,
  type UploadWorld,
} from './testing.ts';
import { createBodyInPieces } from './unfinished-uploads-contract.ts';

const caseId = 'C2K7QM';
const upper = { caseId, kind: 'stl', slot: 'upper', filename: 'upper.stl' };
const timers = systemTimers;

let s3: RunningS3;
let root: string;
let opened: Bucket[];
let world: UploadWorld;
let worlds = 0;

/** A node's storage on S3. `place`: the S3 endpoint. */
function openS3World(place: S3Connection) {
  const prefix = `w${++worlds}-`;
  const bucketOf = () => {
    const bucket = openBucket(place, persistentRetryLimits);
    opened.push(bucket);
    return bucket;
  };
  const vaultOf = (clock: Clock) => openS3Vault({ bucket: bucketOf(), clock, prefix: `${prefix}vault/` });
  const over = (clock: Clock) => {
    const dir = join(root, `node${opened.length}`);
    const bucket = bucketOf();
    const leased = { vault: vaultOf(clock), clock, timers, holder: crypto.randomUUID() };
    return {
      blobs: createS3Blobs({
        bucket,
        timers,
        prefix: `${prefix}files/`,
        copies: { dir: join(dir, 'copies') },
      }),
      partials: createS3UnfinishedUploads({
        bucket,
        timers,
        prefix: `${prefix}partial/`,
        dir: join(dir, 'partials'),
      }),
      takeover: createLeasedTakeover(leased),
      mutex: createLeasedMutex(leased),
    };
  };
  world = openUploadWorld({ vault: vaultOf({ now: Date.now }), over });
  world.cases.set(caseId, createCaseWithFacts({ status: Status.ClinicalInfoIncomplete }));
  /** Keys of the stored objects. */
  return async (what: 'partial/' | 'files/') => {
    const keys: string[] = [];
    for await (const { key } of openBucket(s3).list(prefix + what)) keys.push(key);
    return keys;
  };
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'archline-nodes-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3?.stop();
  rmSync(root, { recursive: true });
});
beforeEach(() => {
  opened = [];
});
afterEach(() => {
  for (const bucket of opened) bucket.close();
  world?.close();
});

const node = () => createTusClient(world.open().app);
const urlOf = (begun: Response) => begun.headers.get('location') ?? '';
const bytes = binaryStl(createWavyTube(3000));
const elsewhere = '423 104018';

describe('an upload on two nodes', () => {
  test('is refused by the second node while the first receives it, and continues there afterwards', async () => {
    const left = openS3World(s3);
    const [first, second] = [node(), node()];
    const url = urlOf(await first.begin(upper, bytes.length));
    let cut: () => void = () => {};
    let started: () => void = () => {};
    const under = new Promise<void>(resolve => {
      started = resolve;
    });
    const hanging = new ReadableStream<Uint8Array>({
      start: controller => {
        controller.enqueue(Uint8Array.from(bytes.subarray(0, 5000)));
        cut = () => controller.error(new Error('the connection dropped'));
      },
      pull: () => {
        started();
        return new Promise<void>(() => {});
      },
    });
    const sent = first.patch(url, 0, hanging);
    await under;
    expect(await statusAndIssueOf(await second.patch(url, 0, Uint8Array.from(bytes)))).toBe(elsewhere);
    expect((await second.head(url)).status).toBe(423);
    expect((await second.call('DELETE', url)).status).toBe(423);
    cut();
    expect(await statusAndIssueOf(await sent)).toBe('409 103004');
    expect((await second.head(url)).headers.get('upload-offset')).toBe('5000');
    expect((await second.patch(url, 5000, Uint8Array.from(bytes.subarray(5000)))).status).toBe(204);
    expect(world.cases.get(caseId)?.files).toMatchObject([{ slot: 'upper', size: bytes.length }]);
    expect([await left('partial/'), (await left('files/')).length]).toEqual([[], 1]);
  });

  test('continues on the second node when the crashed first node’s lease has expired', async () => {
    openS3World(s3);
    const [first, second] = [node(), node()];
    const url = urlOf(await first.begin(upper, bytes.length));
    await first.patch(url, 0, Uint8Array.from(bytes.subarray(0, 5000)));
    const id = url.slice(url.lastIndexOf('/') + 1);
    // Leaves the lease of a process that crashed in the middle of a body.
    await createLease(world.vault, world.clock, `upload/${id}`, 'the dead one', 15_000).hold();
    world.clock.advance(14_999);
    expect((await second.head(url)).status).toBe(423);
    world.clock.advance(1);
    expect((await second.head(url)).headers.get('upload-offset')).toBe('5000');
    expect((await second.patch(url, 5000, Uint8Array.from(bytes.subarray(5000)))).status).toBe(204);
    expect(world.cases.get(caseId)?.files).toHaveLength(1);
  });

  test('arrives complete after twenty cuts, with every fifth request failing, and leaves no parts', async () => {
    const way: FailingProxy = await openFailingProxy(s3.endpoint, 0.2, 7);
    const left = openS3World({ ...s3, endpoint: way.url });
    const nodes = [node(), node()];
    const random = createSeededRandom(11);
    const url = urlOf((await nodes[0]?.begin(upper, bytes.length)) ?? expect.fail('no node'));
    for (let cuts = 0; ; cuts++) {
      const at = nodes[cuts % 2] ?? expect.fail('no node');
      const offset = Number((await at.head(url)).headers.get('upload-offset'));
      const rest = bytes.subarray(offset);
      const end = cuts < 20 ? Math.floor(random() * (rest.length / 4)) : rest.length;
      const answer = await at.patch(
        url,
        offset,
        createBodyInPieces(rest.subarray(0, end), 999, cuts < 20 ? 'break' : 'end'),
      );
      if (answer.status === 204) break;
      expect(await statusAndIssueOf(answer)).toBe('409 103004');
    }
    const [file] = world.cases.get(caseId)?.files ?? [];
    expect(file).toMatchObject({ slot: 'upper', size: bytes.length });
    const got = await world.open().app.request(`/api/files/${file?.id}`, { headers: { 'x-who': 'doctor' } });
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
    expect(way.seen.refused + way.seen.unanswered).toBeGreaterThan(20);
    expect([await left('partial/'), (await left('files/')).length]).toEqual([[], 1]);
    expect(readdirSync(root, { recursive: true }).filter(name => String(name).includes('partials/'))).toEqual(
      [],
    );
    await way.close();
  });

  test('leaves nothing on either node when it is refused at its end', async () => {
    const left = openS3World(s3);
    const { response } = await node().send({ ...upper }, Buffer.alloc(100, 'x'));
    expect(response.status).toBe(415);
    expect([await left('partial/'), await left('files/')]).toEqual([[], []]);
  });
});
