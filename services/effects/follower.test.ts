import { expect, test } from 'vitest';
import type { Recorded } from '#events/envelope.ts';
import { createManualClock, type RepeatingTimers, systemIds } from '../clock/clock.ts';
import { createTestEvent } from '../eventstore/contract/context.ts';
import { createRawMemoryStore } from '../eventstore/memory.ts';
import { createVersionedStore } from '../eventstore/versioned-store.ts';
import { createLog } from '../logging/log.ts';
import { createCheckpoint } from '../vault/checkpoint.ts';
import { createMemoryVault } from '../vault/memory.ts';
import type { Vault } from '../vault/port.ts';
import { startFollower } from './follower.ts';

const createTimers = (): RepeatingTimers & { fire(): void } => {
  const running = new Set<() => void>();
  return {
    every: (_ms, run) => {
      running.add(run);
      return () => running.delete(run);
    },
    fire: () => {
      for (const run of [...running]) run();
    },
  };
};

test('follower restarts after a failed lease renewal, and never runs twice in parallel', async () => {
  const stored = createRawMemoryStore();
  const store = createVersionedStore(stored);
  const timers = createTimers();
  const clock = createManualClock(Date.parse('2026-11-20T08:00:00Z'));
  const kept = createMemoryVault();
  let away = false;
  const orAway = <T>(ask: () => Promise<T>) =>
    away ? Promise.reject(new Error('the vault is away')) : ask();
  const vault: Vault = {
    ...kept,
    get: key => orAway(() => kept.get(key)),
    put: (...how) => orAway(() => kept.put(...how)),
  };
  const said: string[] = [];
  const seen: string[] = [];
  let at = 0;
  let most = 0;
  const each = async ({ id }: Recorded, { signal }: { signal: AbortSignal }) => {
    at += 1;
    most = Math.max(most, at);
    // Hangs like a slow service until the signal aborts.
    if (id === 'slow') await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
    if (!signal.aborted) seen.push(id);
    at -= 1;
  };
  const log = createLog('error', { write: line => void said.push(JSON.parse(line).msg) });
  const follower = startFollower(
    { store, vault, clock, ids: systemIds, timers, log },
    { name: 'test', handleEvent: each, chores: async () => undefined },
  );
  await stored.append('case-a', 'none', [createTestEvent('first'), createTestEvent('slow')]);
  await expect.poll(() => at).toBe(1);
  away = true;
  timers.fire();
  await expect.poll(() => said).toEqual(['a follower of the log failed and restarts']);
  expect(at).toBe(0);
  away = false;
  await expect
    .poll(() => {
      timers.fire();
      return at;
    })
    .toBe(1);
  expect(most).toBe(1);
  await follower.stop();
  await store.close();
});

test('follower writes its checkpoint at most once a second, on each tick, and when it stops', async () => {
  const stored = createRawMemoryStore();
  const store = createVersionedStore(stored);
  const timers = createTimers();
  const clock = createManualClock(Date.parse('2026-11-20T08:00:00Z'));
  const kept = createMemoryVault();
  let notes = 0;
  const put: Vault['put'] = async (key, ...how) => {
    if (key.startsWith('checkpoint/')) notes += 1;
    return kept.put(key, ...how);
  };
  const log = createLog('error', { write: () => undefined });
  const seen: string[] = [];
  const each = async ({ id }: Recorded) => void seen.push(id);
  const follower = startFollower(
    { store, vault: { ...kept, put }, clock, ids: systemIds, timers, log },
    { name: 'test', handleEvent: each, chores: async () => undefined },
  );
  const noted = () => createCheckpoint(kept, store.id, 'test').read();
  for (let n = 0; n < 20; n++) {
    await stored.append(`case-${n}`, 'none', [createTestEvent(`e${n}`)]);
    await follower.idle();
  }
  expect([seen.length, notes]).toEqual([20, 1]);
  clock.advance(1000);
  await stored.append('case-x', 'none', [createTestEvent('x')]);
  await follower.idle();
  expect([notes, await noted()]).toEqual([2, await store.head()]);
  await stored.append('case-y', 'none', [createTestEvent('y')]);
  await follower.idle();
  expect(await noted()).toBeLessThan(await store.head());
  timers.fire();
  await expect.poll(noted).toBe(await store.head());
  await stored.append('case-z', 'none', [createTestEvent('z')]);
  await follower.idle();
  await follower.stop();
  expect([notes, await noted()]).toEqual([4, await store.head()]);
  await store.close();
});
