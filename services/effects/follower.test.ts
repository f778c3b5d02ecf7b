import { expect, test } from 'vitest';
import type { Recorded } from '#events/envelope.ts';
import { createManualClock, systemIds, type Timers } from '../clock.ts';
import { event } from '../eventstore/contract/bench.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import { createLog } from '../log.ts';
import { createMemoryVault } from '../vault/memory.ts';
import type { Vault } from '../vault/port.ts';
import { startFollower } from './follower.ts';

const createTimers = (): Timers & { fire(): void } => {
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

test('while its lease cannot be renewed, one alone begins anew, and none goes on beside it', async () => {
  const store = createMemoryStore();
  const timers = createTimers();
  const clock = createManualClock(Date.parse('2026-11-20T08:00:00Z'));
  const kept = createMemoryVault();
  let away = false;
  const vault: Vault = {
    ...kept,
    get: key => (away ? Promise.reject(new Error('the vault is away')) : kept.get(key)),
  };
  const said: string[] = [];
  const seen: string[] = [];
  let at = 0;
  let most = 0;
  const each = async ({ id }: Recorded, { signal }: { signal: AbortSignal }) => {
    at += 1;
    most = Math.max(most, at);
    // As one that waits for something else: it hears that it is to end.
    if (id === 'slow') await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
    if (!signal.aborted) seen.push(id);
    at -= 1;
  };
  const log = createLog('error', { write: line => void said.push(JSON.parse(line).msg) });
  const follower = startFollower(
    { store, vault, clock, ids: systemIds, timers, log },
    { name: 'test', each, chores: async () => undefined },
  );
  await store.append('case-a', 'none', [event('first'), event('slow')]);
  await expect.poll(() => at).toBe(1);
  away = true;
  timers.fire();
  await expect.poll(() => said).toEqual(['what follows the log begins anew']);
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
