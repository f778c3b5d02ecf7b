import { expect, test } from 'vitest';
import { createManualClock } from '../clock/clock.ts';
import { createLease } from './lease.ts';
import { createMemoryVault } from './memory.ts';
import type { Vault } from './port.ts';

const MS = 30_000;

function world() {
  const kept = createMemoryVault();
  const clock = createManualClock(Date.parse('2026-11-20T08:00:00Z'));
  const calls: string[] = [];
  const counted = <T>(call: string, done: T) => {
    calls.push(call);
    return done;
  };
  const vault: Vault = {
    ...kept,
    get: key => counted('get', kept.get(key)),
    put: (...how) => counted('put', kept.put(...how)),
    delete: (...how) => counted('delete', kept.delete(...how)),
  };
  const lease = (holder: string) => createLease(vault, clock, 'effects', holder, MS);
  const said = () => calls.splice(0);
  return { clock, lease, said };
}

test('the holder renews and releases a lease without reading it', async () => {
  const { clock, lease, said } = world();
  const mine = lease('mine');
  expect([await mine.hold(), said()]).toEqual([true, ['put']]);
  clock.advance(MS / 3);
  expect([await mine.hold(), said()]).toEqual([true, ['put']]);
  await mine.release();
  expect(said()).toEqual(['delete']);
  expect([await lease('other').hold(), said()]).toEqual([true, ['put']]);
});

test('a waiting node reads the lease, and writes only once it is free', async () => {
  const { clock, lease, said } = world();
  const [mine, other] = [lease('mine'), lease('other')];
  await mine.hold();
  expect(await other.hold()).toBe(false);
  said();
  expect([await other.hold(), said()]).toEqual([false, ['get']]);
  clock.advance(MS);
  expect([await other.hold(), said()]).toEqual([true, ['get', 'put']]);
  // Another holder took the lease over, so its former holder can neither renew nor release it.
  expect(await mine.hold()).toBe(false);
  await mine.release();
  expect([await other.hold(), await mine.hold()]).toEqual([true, false]);
});

test('releasing a lease without holding it changes nothing', async () => {
  const { lease } = world();
  const [mine, other] = [lease('mine'), lease('other')];
  await other.release();
  await mine.hold();
  await other.release();
  expect([await mine.hold(), await other.hold()]).toEqual([true, false]);
});

test('a holder whose renewal got no answer reads the lease and can still release it', async () => {
  const kept = createMemoryVault();
  const clock = createManualClock(0);
  let lose = false;
  const put: Vault['put'] = async (...how) => {
    const version = await kept.put(...how);
    if (lose) throw new Error('no answer');
    return version;
  };
  const mine = createLease({ ...kept, put }, clock, 'effects', 'mine', MS);
  await mine.hold();
  lose = true;
  await expect(mine.hold()).rejects.toThrow('no answer');
  lose = false;
  await mine.release();
  expect(await createLease(kept, clock, 'effects', 'other', MS).hold()).toBe(true);
});
