import { describe, expect, it } from 'vitest';
import { toLogPosition } from '#events/log-position.ts';
import { type BatchLimits, collectBatches } from '../concurrency/batching.ts';
import { kafkaRecordOf, UnknownStreamFamilyError } from './kafka-record.ts';

/** Sources and pauses that the test steps by hand. */
function byHand() {
  const waiting: { give: (batch: number[] | undefined) => void; fail: (error: Error) => void }[] = [];
  const pauses: (() => void)[] = [];
  async function* source(): AsyncGenerator<number[]> {
    for (;;) {
      const batch = await new Promise<number[] | undefined>((give, fail) => waiting.push({ give, fail }));
      if (batch === undefined) return;
      yield batch;
    }
  }
  const asked = async () => {
    while (waiting.length === 0) await Promise.resolve();
    return waiting.shift();
  };
  return {
    source,
    linger: () => new Promise<void>(resolve => pauses.push(resolve)),
    give: async (batch?: number[]) => (await asked())?.give(batch),
    fail: async (error: Error) => (await asked())?.fail(error),
    /** Ends the pause of the current batch. */
    late: async () => {
      while (pauses.length === 0) await Promise.resolve();
      pauses.shift()?.();
    },
  };
}
const limits = (more: Partial<BatchLimits<number>>): BatchLimits<number> => ({
  size: 5,
  bytes: 1000,
  bytesOf: () => 1,
  linger: () => new Promise(() => undefined),
  ...more,
});
async function* of(...batches: number[][]) {
  yield* batches;
}
async function all(batches: AsyncIterable<number[]>): Promise<number[][]> {
  const got: number[][] = [];
  for await (const batch of batches) got.push(batch);
  return got;
}

describe('a batch', () => {
  it('holds the items available by then, in order, up to the size', async () => {
    const got = await all(
      collectBatches(of([1, 2], [3], [4, 5, 6, 7], [8, 9, 10, 11, 12, 13, 14]), limits({})),
    );
    expect(got).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10],
      [11, 12, 13, 14],
    ]);
  });
  it('stays below the byte limit, except for a single larger item', async () => {
    const got = await all(
      collectBatches(of([4, 4, 4], [20], [4, 8]), limits({ bytes: 10, bytesOf: n => n })),
    );
    expect(got).toEqual([[4, 4], [4], [20], [4], [8]]);
  });
  it('is sent when its time is over, and later items join the next batch', async () => {
    const hand = byHand();
    const batches = collectBatches(hand.source(), limits({ linger: hand.linger }));
    const first = batches.next();
    await hand.give([1]);
    await hand.give([2]);
    await hand.late();
    expect(await first).toMatchObject({ value: [1, 2] });
    const second = batches.next();
    await hand.give([3]);
    await hand.give();
    expect(await second).toMatchObject({ value: [3] });
    expect(await batches.next()).toMatchObject({ done: true });
  });
  it('is sent before an error of its source is reported', async () => {
    const hand = byHand();
    const batches = collectBatches(hand.source(), limits({ linger: hand.linger }));
    const first = batches.next();
    await hand.give([1]);
    await hand.late();
    expect(await first).toMatchObject({ value: [1] });
    await hand.fail(new Error('the log is gone'));
    await expect(batches.next()).rejects.toThrow('the log is gone');
  });
});

describe('a Kafka record', () => {
  const event = {
    id: 'e-1',
    type: 'T',
    v: 1,
    at: 'now',
    by: 'p',
    data: {},
    revision: 0,
    position: toLogPosition(7),
  };
  it('goes to its family’s topic, with the backfill’s id if it is a repetition', () => {
    const again = { id: 'b-1', until: 7n };
    const record = kafkaRecordOf({ ...event, stream: 'seen-case.VBXFT4' }, 'log-1', again);
    expect(record).toMatchObject({ topic: 'archline.chat', message: { headers: { backfill: 'b-1' } } });
    const later = kafkaRecordOf(
      { ...event, stream: 'case-VBXFT4', position: toLogPosition(8) },
      'log-1',
      again,
    );
    expect(later.topic).toBe('archline.case');
    expect(later.message.headers).not.toHaveProperty('backfill');
  });
  it('fails for a stream without a family, so that the relay stops instead of skipping it', () => {
    expect(() => kafkaRecordOf({ ...event, stream: 'unheard-1' }, 'log-1')).toThrow(UnknownStreamFamilyError);
  });
});
