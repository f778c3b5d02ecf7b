/** The vault on a real S3 server: the contract, and faults that only a server has. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningS3, type S3Connection, startS3 } from '../../infra/servers/s3.ts';
import {
  type FailingProxy,
  openFailingProxy,
  persistentRetryLimits,
} from '../../infra/testing/failing-proxy.ts';
import { createManualClock, systemClock } from '../clock/clock.ts';
import { type Bucket, openBucket } from '../s3/bucket.ts';
import { describeVault, type VaultUnderTest } from './contract.ts';
import { openS3Vault } from './s3.ts';

let s3: RunningS3;
let vaults = 0;

beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3?.stop());

const at = (prefix: string, bucket: Bucket = openBucket(s3, persistentRetryLimits)) =>
  openS3Vault({ bucket, clock: systemClock, prefix });

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
}

/** A vault with its own prefix in the shared bucket. */
async function world(place: () => S3Connection): Promise<VaultUnderTest> {
  const prefix = `vault${++vaults}/`;
  const open = () => at(prefix, openBucket(place(), persistentRetryLimits));
  const opened = [open()];
  const [vault] = opened;
  if (vault === undefined) throw new Error('no vault');
  return {
    vault,
    reopen: async () => {
      await s3.kill();
      await s3.restart();
      const again = open();
      opened.push(again);
      return again;
    },
    dispose: async () => {
      for (const each of opened) await each.close();
    },
  };
}

describe('on an S3 server', () => {
  describeVault('s3', () => world(() => s3));

  describe('on an S3 server that fails every fifth request', () => {
    let way: FailingProxy;
    beforeAll(async () => {
      way = await openFailingProxy(s3.endpoint, 0.2, 20_261_122);
    });
    afterAll(async () => {
      const { all: requests, ...failed } = way.seen;
      for (const count of Object.values(failed)) expect(count / requests).toBeGreaterThan(0.02);
      await way.close();
    });
    describeVault('s3', () => world(() => ({ ...s3, endpoint: way.url })));
  });

  test('a deleted record is unreadable at once, and its object is gone after a day', async () => {
    const prefix = `vault${++vaults}/`;
    const bucket = openBucket(s3, persistentRetryLimits);
    const clock = createManualClock(Date.now());
    const vault = openS3Vault({ bucket, clock, prefix });
    for (const key of ['a', 'b']) await vault.put(key, 'personal');
    await vault.delete('a');
    const sizes = async () => (await all(bucket.list(prefix))).map(({ size }) => size > 0);
    expect(await sizes()).toEqual([false, true]);
    expect(await vault.sweep()).toBe(0);
    clock.advance(86_400_000 + 60_000);
    expect(await vault.sweep()).toBe(1);
    expect(await sizes()).toEqual([true]);
    await expect(vault.put('a', 1, 'absent')).resolves.toBeTypeOf('string');
    await vault.close();
  });

  test('listing reads unchanged upload records from the cache', async () => {
    const prefix = `vault${++vaults}/`;
    const bucket = openBucket(s3, persistentRetryLimits);
    let gets = 0;
    const counted: Bucket = {
      ...bucket,
      get: key => {
        gets++;
        return bucket.get(key);
      },
    };
    const vault = at(prefix, counted);
    const other = at(prefix);
    const listed = async (begin: string) => {
      gets = 0;
      const values = (await all(vault.list(begin))).map(({ key, value }) => [key, value]);
      return { values, gets };
    };
    for (let i = 0; i < 150; i++) await other.put(`upload/${String(i).padStart(3, '0')}`, i);
    await other.put('key/patient', 'wrapped');
    expect((await listed('upload/')).gets).toBe(150);
    const again = await listed('upload/');
    expect([again.gets, again.values.length, again.values[7]]).toEqual([0, 150, ['upload/007', 7]]);
    // Another node's changes are seen, because putting the same value again makes a new version.
    await other.put('upload/007', 'changed');
    await other.put('upload/008', 8);
    await other.delete('upload/009');
    const later = await listed('upload/');
    expect(later.gets).toBe(2);
    expect(later.values).toHaveLength(149);
    expect(later.values[7]).toEqual(['upload/007', 'changed']);
    // Keys are never cached, because an erased key must not remain anywhere.
    await listed('key/');
    expect((await listed('key/')).gets).toBe(1);
    await vault.close();
    await other.close();
  });

  test('an unavailable store is refused as such, and its records are there when it returns', async () => {
    const vault = at(`vault${++vaults}/`, openBucket(s3, { ...persistentRetryLimits, most: 2 }));
    await vault.put('a', 1);
    await s3.kill();
    for (const work of [() => vault.get('a'), () => vault.put('a', 2), () => vault.delete('a')])
      await expect(work()).rejects.toMatchObject({ refusal: 'busy', http: 503 });
    await expect(all(vault.list(''))).rejects.toMatchObject({ refusal: 'busy' });
    await s3.restart();
    expect(await vault.get('a')).toMatchObject({ value: 1 });
    await vault.close();
  });

  test('a missing bucket is an error, not an empty vault', async () => {
    const vault = at('vault/', openBucket({ ...s3, bucket: 'another' }));
    await expect(vault.get('a')).rejects.toMatchObject({ refusal: 'busy' });
    await vault.close();
  });
});
