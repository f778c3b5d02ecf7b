/** Quick form of the stack faults of `npm run faults`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isKafkaAvailable } from '../servers/kafka.ts';
import { isRedisAvailable } from '../servers/redis.ts';
import { startStack, type TestStack } from '../stack/stack.ts';
import { testKills } from './kills.ts';
import { testLogOutage } from './log-outage.ts';

const here = (await isKafkaAvailable()) && (await isRedisAvailable());
/**
 * Users pause when they are this many commands ahead of the awaited count. Enough for some commands to meet
 * each fault.
 */
const ahead = 16;
/**
 * Three nodes with TLS, as in a large installation. `npm run stack` and its own test use one node without
 * TLS.
 */
const log = { nodes: 3, tls: true };
let starting: Promise<TestStack> | undefined;
let stack: TestStack;

beforeAll(async () => {
  if (!here) return;
  // The process of the analysts' tables is killed in table-kills.cluster.test.ts.
  starting = startStack({ unlimited: true, worker: true, tables: false, people: true, log });
  stack = await starting;
});
// Waits for the start even if a test was interrupted before.
afterAll(async () => (await starting)?.stop(), 300_000);

describe.skipIf(!here)('a stack with users on both nodes', () => {
  it('refuses writes during a log outage, keeps answering reads, and loses and duplicates nothing', async () => {
    expect(await testLogOutage(stack, 0, { ahead, rows: false, readMs: Number.POSITIVE_INFINITY })).toContain(
      'Kafka equal to the log',
    );
  });

  it('keeps each acknowledged command exactly once when every process is killed', async () => {
    expect(await testKills(stack, { kills: 8, seed: 8, ahead }, () => undefined)).toContain(
      'each exactly once',
    );
  });
});
