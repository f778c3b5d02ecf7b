import { expect, test } from 'vitest';
import { createManualClock } from '../clock.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import { relayLag } from './lag.ts';
import type { RelayState } from './relay.ts';

const began = Date.parse('2026-11-20T08:00:00Z');

test('it is the age of the first event that is not sent, and unknown where somebody else sends', async () => {
  const inner = createMemoryStore();
  const clock = createManualClock(began);
  const lag = (state: RelayState, position: bigint) =>
    relayLag({ state: () => state, position: () => position }, { inner, clock });
  expect(await lag('relays', 0n)).toBe(0);
  for (const [i, id] of ['1', '2'].entries()) {
    const at = new Date(began + i * 1000).toISOString();
    await inner.append('case-A', 'any', [{ type: 'Said', data: {}, id, v: 1, at, by: 'doctor' }]);
  }
  clock.advance(90_000);
  expect([await lag('relays', 0n), await lag('relays', 1n), await lag('relays', 2n)]).toEqual([90, 89, 0]);
  expect([await lag('interrupted', 1n), await lag('interrupted', 0n)]).toEqual([89, undefined]);
  expect([await lag('waits', 1n), await lag('stopped', 1n)]).toEqual([undefined, undefined]);
});
