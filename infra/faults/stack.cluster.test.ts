/** Faults over the whole stack, as `npm run faults` brings them about at length. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kafkaHere } from '../servers/kafka.ts';
import { redisHere } from '../servers/redis.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { killAny } from './kills.ts';
import { logOutage } from './log-outage.ts';

const here = (await kafkaHere()) && (await redisHere());
/** Acts beyond those that are waited for: enough for some to meet each fault. */
const ahead = 16;
/** A log as a large installation has it; `npm run stack` and the stack’s own test run over one plain node. */
const log = { nodes: 3, tls: true };
let starting: Promise<Stack> | undefined;
let stack: Stack;

beforeAll(async () => {
  if (!here) return;
  starting = startStack({ unlimited: true, worker: true, people: true, log });
  stack = await starting;
});
// Also where it was not waited for to its end.
afterAll(async () => (await starting)?.stop(), 300_000);

describe.skipIf(!here)('while people act on both nodes', () => {
  it('the log is away: writes are refused in words, reads go on, nothing is lost or doubled', async () => {
    expect(await logOutage(stack, 0, { ahead, rows: false, readMs: Number.POSITIVE_INFINITY })).toContain(
      'Kafka as the log',
    );
  });

  it('each process is killed once: what was acknowledged is there once, the same everywhere', async () => {
    expect(await killAny(stack, { kills: 8, seed: 8, ahead }, () => undefined)).toContain('none twice');
  });
});
