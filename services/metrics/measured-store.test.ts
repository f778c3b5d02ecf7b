/** Tests that the store counts each append by its outcome, returns the answer unchanged, and measures the lag. */
import { expect, test } from 'vitest';
import type { NewRawEvent } from '#events/envelope.ts';
import { createRawMemoryStore } from '../eventstore/memory.ts';
import { createMeasuredStore } from './measured-store.ts';
import { createMetrics } from './metrics.ts';

const event = (id: string): NewRawEvent => ({
  type: 'Said',
  data: {},
  id,
  v: 1,
  at: '2026-11-22T08:00:00.000Z',
  by: 'doctor',
});

test('measured store counts stored, repeated, conflicting and failed appends, and answers them unchanged', async () => {
  const measures = createMetrics(() => 0);
  const log = createMeasuredStore(createRawMemoryStore(), measures);
  const first = await log.append('case-A', 'none', [event('1')]);
  expect(await log.append('case-A', 'none', [event('1')])).toEqual({ ...first, repeated: true });
  await expect(log.append('case-A', 'none', [event('2')])).rejects.toMatchObject({
    name: 'WrongRevisionError',
  });
  await expect(log.append('case-A', 'any', [])).rejects.toBeInstanceOf(TypeError);
  const text = await measures.registry.metrics();
  for (const outcome of ['stored', 'repeated', 'conflict', 'failed'])
    expect(text).toContain(`archline_append_seconds_count{outcome="${outcome}"} 1`);
});

test('measured store tracks lag only for events stored here, and only if somebody reports progress', async () => {
  let now = 0;
  const measures = createMetrics(() => now);
  const log = createMeasuredStore(createRawMemoryStore(), measures);
  await log.append('case-A', 'none', [event('1')]);
  measures.sockets(() => ({ connections: 2, backlog: 70 }));
  await log.append('case-A', 'none', [event('1')]);
  await log.append('case-A', 0n, [event('2')]);
  now = 3;
  measures.pushed(2n);
  const text = await measures.registry.metrics();
  expect(text).toContain('archline_push_seconds_count 1');
  expect(text).toContain('archline_push_seconds_sum 3');
  expect(text).toContain('archline_projection_lag_seconds 3');
  expect(text).toContain('archline_socket_backlog_bytes 70');
});
