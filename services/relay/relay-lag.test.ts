import { expect, test } from 'vitest';
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import { createManualClock } from '../clock/clock.ts';
import { createRawMemoryStore } from '../eventstore/memory.ts';
import type { RelayStatus } from './relay.ts';
import { measureRelayLag } from './relay-lag.ts';

const began = Date.parse('2026-11-20T08:00:00Z');

test('relay lag is the age of the first unsent event, and undefined while another relay is active', async () => {
  const inner = createRawMemoryStore();
  const clock = createManualClock(began);
  const [first, second] = [toLogPosition(1), toLogPosition(2)];
  const lag = (state: RelayStatus, position: LogPosition) =>
    measureRelayLag({ state: () => state, position: () => position }, { inner, clock });
  expect(await lag('relays', START)).toBe(0);
  for (const [i, id] of ['1', '2'].entries()) {
    const at = new Date(began + i * 1000).toISOString();
    await inner.append('case-A', 'any', [{ type: 'Said', data: {}, id, v: 1, at, by: 'doctor' }]);
  }
  clock.advance(90_000);
  expect([await lag('relays', START), await lag('relays', first), await lag('relays', second)]).toEqual([
    90, 89, 0,
  ]);
  expect([await lag('interrupted', first), await lag('interrupted', START)]).toEqual([89, undefined]);
  expect([await lag('waits', first), await lag('stopped', first)]).toEqual([undefined, undefined]);
});
