/** The installation's limit of text messages in an hour. */
import { beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../clock/clock.ts';
import { createLog } from '../logging/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createMemoryVault } from '../vault/memory.ts';
import { createLimitedSms } from './hourly-limit.ts';
import type { SmsMessage } from './port.ts';

const perHour = 5;
const MINUTE_MS = 60_000;
const message: SmsMessage = { to: '13800001111', template: 'code', values: {}, text: '123456', lang: 'en' };

const vault = createMemoryVault();
let clock = createManualClock(0);
let sent = 0;
let lines: string[] = [];
const log = createLog('error', { write: (line: string) => void lines.push(line) });
const measures = createMetrics();
/** One node of the installation. */
const node = (fails = false) =>
  createLimitedSms(
    {
      send: async () => {
        if (fails) throw new Error('no answer');
        sent += 1;
      },
    },
    { vault, clock, log, measures, perHour },
  );
beforeEach(async () => {
  clock = createManualClock(Date.parse('2026-11-20T08:40:00Z'));
  [sent, lines] = [0, []];
  for await (const { key } of vault.list('')) await vault.delete(key);
});

test('holds for all nodes together, also at the same moment, and is logged once', async () => {
  const [one, two] = [node(), node()];
  const done = await Promise.allSettled(
    Array.from({ length: 12 }, (_, i) => (i % 2 ? one : two).send(message)),
  );
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(perHour);
  expect(sent).toBe(perHour);
  expect(lines).toEqual([expect.stringContaining('SMS_PER_HOUR')]);
  await expect(one.send(message)).rejects.toMatchObject({ failure: 'throttled' });
  await expect(two.check()).rejects.toMatchObject({ refusal: 'tooMany', data: { retryAfter: 20 * 60 } });
});

test('starts a new count in the next hour, and deletes the old one', async () => {
  const one = node();
  for (let i = 0; i < perHour; i += 1) await one.send(message);
  clock.advance(20 * MINUTE_MS);
  await one.check();
  await one.send(message);
  await one.sweep();
  expect(await Array.fromAsync(vault.list(''))).toMatchObject([{ value: 1 }]);
});

test('counts messages that the service did not take, because it may have sent them', async () => {
  const one = node(true);
  for (let i = 0; i < perHour; i += 1) await expect(one.send(message)).rejects.toThrow('no answer');
  await expect(one.check()).rejects.toMatchObject({ refusal: 'tooMany' });
});

test('is a metric by result', async () => {
  const text = await measures.registry.metrics();
  for (const result of ['sent', 'failed', 'refused'])
    expect(text).toMatch(new RegExp(`^archline_text_messages_total\\{result="${result}"\\} [1-9]`, 'm'));
});
