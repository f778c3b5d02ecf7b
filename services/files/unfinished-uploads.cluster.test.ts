/**
 * Unfinished uploads: one contract for disk and for a real S3 server, and several nodes that interfere with each
 * other.
 */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningS3, type S3Connection, startS3 } from '../../infra/servers/s3.ts';
import {
  type FailingProxy,
  openFailingProxy,
  persistentRetryLimits,
} from '../../infra/testing/failing-proxy.ts';
import { type RepeatingTimers, systemTimers } from '../clock/clock.ts';
import { type Bucket, openBucket } from '../s3/bucket.ts';
import { createS3UnfinishedUploads } from './s3-unfinished-uploads.ts';
import { createUnfinishedUploads } from './unfinished-uploads.ts';
import {
  bytesEncodingOffsets,
  createBodyInPieces,
  describeUnfinishedUploads,
  type UnfinishedUploadsUnderTest,
} from './unfinished-uploads-contract.ts';

let s3: RunningS3;
let root: string;
let worlds = 0;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'archline-partials-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3?.stop();
  rmSync(root, { recursive: true });
});

describeUnfinishedUploads('disk', async () => {
  const dir = join(root, `disk${++worlds}`);
  return {
    partials: createUnfinishedUploads(dir),
    reopen: async () => createUnfinishedUploads(dir),
    away: async () => {
      renameSync(dir, `${dir}-elsewhere`);
      writeFileSync(dir, 'a file where the folder was');
      return async () => {
        rmSync(dir);
        renameSync(`${dir}-elsewhere`, dir);
      };
    },
    dispose: async () => rmSync(dir, { recursive: true, force: true }),
  };
});

/** Nodes that share a bucket under a prefix of their own. Parts are so small that an upload has several. */
function nodes(
  place: () => S3Connection,
  { timers = systemTimers, most }: { timers?: RepeatingTimers; most?: number } = {},
) {
  const prefix = `partial${++worlds}/`;
  const buckets: Bucket[] = [];
  const open = () => {
    const bucket = openBucket(
      place(),
      most === undefined ? persistentRetryLimits : { ...persistentRetryLimits, most },
    );
    const dir = join(root, `${prefix}${buckets.push(bucket)}`);
    return createS3UnfinishedUploads({ bucket, dir, timers, prefix, partBytes: 64 * 1024 });
  };
  const dispose = async () => {
    for (const bucket of buckets) bucket.close();
  };
  return { open, dispose };
}

const world = async (place: () => S3Connection, most?: number): Promise<UnfinishedUploadsUnderTest> => {
  const { open, dispose } = nodes(place, { most });
  const away = async () => {
    await s3.kill();
    return () => s3.restart();
  };
  return { partials: open(), reopen: async () => open(), away, dispose };
};

describe('on an S3 server', () => {
  // Uses few retries, because only the stopped server fails.
  describeUnfinishedUploads('s3', () => world(() => s3, 3));

  describe('on an S3 server that fails every fifth request', () => {
    let way: FailingProxy;
    beforeAll(async () => {
      way = await openFailingProxy(s3.endpoint, 0.2, 20_261_122);
    });
    afterAll(() => way.close());
    describeUnfinishedUploads('s3', () => world(() => ({ ...s3, endpoint: way.url })));
  });

  const id = '0b0fbc52-0000-4000-8000-000000000001';
  const on = () => new AbortController().signal;

  test('two nodes that both believe they hold the upload corrupt nothing', async () => {
    const bytes = bytesEncodingOffsets(700_000);
    const size = bytes.length;
    const { open, dispose } = nodes(() => s3);
    const [one, other] = [open(), open()];
    await one.create(id);
    await Promise.all([
      one.write(id, { offset: 0, size }, createBodyInPieces(bytes.subarray(0, 500_000), 9000, 'break'), on()),
      other.write(id, { offset: 0, size }, createBodyInPieces(bytes, 33_333), on()),
    ]);
    for (let turn = 0; ((await other.size(id)) ?? 0) < size; turn++) {
      const offset = (await other.size(id)) ?? 0;
      await other.write(id, { offset, size }, createBodyInPieces(bytes.subarray(offset), 33_333), on());
      expect(turn).toBeLessThan(20);
    }
    expect((await readFile(await one.local(id))).equals(bytes)).toBe(true);
    await dispose();
  });

  test('a late write of a node that lost the upload removes and adds nothing', async () => {
    const bytes = bytesEncodingOffsets(300_000);
    const size = bytes.length;
    const { open, dispose } = nodes(() => s3);
    const [late, other] = [open(), open()];
    const turn = id.replace(/1$/, '3');
    await other.create(turn);
    await other.write(turn, { offset: 0, size }, createBodyInPieces(bytes.subarray(0, 150_000), 9000), on());
    const write = (offset: number, to: number) =>
      late.write(turn, { offset, size }, createBodyInPieces(bytes.subarray(offset, to), 500), on());
    expect(await write(0, 1000)).toEqual({ offset: 0, broke: true });
    await write(100, 100_000);
    await write(200_000, 250_000);
    expect(await other.size(turn)).toBe(150_000);
    await other.write(
      turn,
      { offset: 150_000, size },
      createBodyInPieces(bytes.subarray(150_000), 9000),
      on(),
    );
    expect((await readFile(await other.local(turn))).equals(bytes)).toBe(true);
    await other.drop(turn);
    expect(await late.size(turn)).toBeUndefined();
    await dispose();
  });

  test('a stalled body is released, so that another node need not wait', async () => {
    const ticks: (() => void)[] = [];
    const every: RepeatingTimers['every'] = (_ms, run) => {
      ticks.push(run);
      return () => ticks.splice(ticks.indexOf(run), 1);
    };
    const { open, dispose } = nodes(() => s3, { timers: { every } });
    const partials = open();
    const stalling = id.replace(/1$/, '2');
    await partials.create(stalling);
    let taken: () => void = () => {};
    const first = new Promise<void>(resolve => {
      taken = resolve;
    });
    const hanging = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(Uint8Array.from(bytesEncodingOffsets(1000))),
      pull: () => {
        taken();
        return new Promise<void>(() => {});
      },
    });
    const writing = partials.write(stalling, { offset: 0, size: 2000 }, hanging, on());
    await first;
    await new Promise(resolve => setImmediate(resolve));
    // The first tick after a piece lets the body continue. At the second tick, no new piece has arrived.
    for (const tick of [...ticks, ...ticks]) tick();
    expect(await writing).toEqual({ offset: 1000, broke: true });
    expect(ticks).toEqual([]);
    await dispose();
  });
});
