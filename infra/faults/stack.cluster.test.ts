/** Faults over the whole stack, as `npm run faults` brings them about at length. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kafkaHere } from '../servers/kafka.ts';
import { redisHere } from '../servers/redis.ts';
import { s3Here } from '../servers/s3.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { killAny } from './kills.ts';
import { logAway } from './log-away.ts';

const here = (await kafkaHere()) && (await redisHere()) && (await s3Here());
let stack: Stack;

beforeAll(async () => {
  if (here) stack = await startStack({ unlimited: true, worker: true });
}, 180_000);
afterAll(() => stack?.stop(), 60_000);

describe.skipIf(!here)('while people act on both nodes', () => {
  it('the log is away: writes are refused in words, reads go on, nothing is lost or doubled', {
    timeout: 120_000,
  }, async () => {
    expect(await logAway(stack, 2_000)).toContain('Kafka as the log');
  });

  it('each process is killed once: what was acknowledged is there once, the same everywhere', {
    timeout: 180_000,
  }, async () => {
    expect(await killAny(stack, { kills: 8, seed: 8 }, () => undefined)).toContain('none twice');
  });
});
