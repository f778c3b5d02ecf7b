import { expect, test } from 'vitest';
import type { NewRawEvent } from '#events/envelope.ts';
import { START } from '#events/log-position.ts';
import { StoreClosedError } from '../port.ts';
import {
  type ContractContext,
  collectEventIds,
  collectItems,
  createTestEvent,
  createTestEvents,
  numbersUpTo,
  positionAt,
  positionNumbersOf,
} from './context.ts';

const FULL: NewRawEvent = {
  id: '0190b0e6-0000-7000-8000-000000000001',
  type: 'patientNamed',
  v: 3,
  at: '2026-01-02T03:04:05.678Z',
  by: 'person-1',
  cause: 'command-1',
  correlation: 'request-1',
  trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  subject: 'patient-1',
  data: { to: 12, deep: [{ a: null, 牙: '齐列 😀', '': '' }], __proto: 1, zero: 0, tiny: 1e-300 },
  personal: { name: '张伟', born: '1990-02-28' },
};

/** Options of `read` over e0…e4, and the resulting ids. */
const STREAM_READS = [
  [{}, ['e0', 'e1', 'e2', 'e3', 'e4']],
  [{ from: 3n }, ['e3', 'e4']],
  [{ from: 5n }, []],
  [{ limit: 2 }, ['e0', 'e1']],
  [{ limit: 0 }, []],
  [{ from: 1n, limit: 2 }, ['e1', 'e2']],
  [{ direction: 'backwards' }, ['e4', 'e3', 'e2', 'e1', 'e0']],
  [{ direction: 'backwards', from: 2n }, ['e2', 'e1', 'e0']],
  [{ direction: 'backwards', limit: 1 }, ['e4']],
  [{ direction: 'backwards', from: 99n, limit: 2 }, ['e4', 'e3']],
  [{ direction: 'backwards', from: 0n }, ['e0']],
] as const;

/** Options of `readAll` over positions 1…10, and the resulting positions. */
const LOG_READS = [
  [{}, numbersUpTo(10)],
  [{ after: positionAt(7) }, [8, 9, 10]],
  [{ after: positionAt(10) }, []],
  [{ limit: 3 }, [1, 2, 3]],
  [{ limit: 0 }, []],
  [{ before: positionAt(4) }, [1, 2, 3]],
  [{ after: positionAt(2), before: positionAt(5) }, [3, 4]],
  [{ direction: 'backwards', limit: 3 }, [10, 9, 8]],
  [{ direction: 'backwards', after: positionAt(7) }, [10, 9, 8]],
  [{ direction: 'backwards', before: positionAt(4) }, [3, 2, 1]],
  [{ filter: { streamPrefix: 'case-' } }, [1, 3, 5, 7, 9]],
  [{ filter: { streamPrefix: 'case-' }, direction: 'backwards', limit: 2 }, [9, 7]],
  [{ filter: { types: ['third'] } }, [3, 6, 9]],
  [{ filter: { types: [] } }, []],
  [{ filter: { types: ['third', 'other'], streamPrefix: 'case-' }, after: positionAt(3) }, [5, 7, 9]],
  [{ filter: { streamPrefix: 'nothing' } }, []],
  [{ filter: {} }, numbersUpTo(10)],
] as const;

export function testReading(bench: ContractContext): void {
  test('returns nothing for an empty log and for a missing stream', async () => {
    expect(await bench.store.head()).toBe(0n);
    expect(await collectItems(bench.store.readAll())).toEqual([]);
    expect(await collectItems(bench.store.readAll({ direction: 'backwards' }))).toEqual([]);
    expect(await collectItems(bench.store.read('case-a'))).toEqual([]);
    expect(await bench.store.find('case-a', 'x')).toBeUndefined();
  });

  test('returns events exactly as appended, with stream, revision and position', async () => {
    await bench.store.append('case-0', 'none', [createTestEvent('x')]);
    await bench.store.append('case-a', 'none', [createTestEvent('y'), FULL]);
    const placed = { ...FULL, stream: 'case-a', revision: 1, position: positionAt(3) };
    expect(await bench.store.find('case-a', FULL.id)).toEqual(placed);
    expect((await collectItems(bench.store.read('case-a')))[1]).toEqual(placed);
    expect((await collectItems(bench.store.readAll({ after: positionAt(2) })))[0]).toEqual(placed);
    expect(await bench.store.find('case-0', FULL.id)).toBeUndefined();
  });

  test.each(STREAM_READS)('reads a stream with %o', async (options, expected) => {
    await bench.store.append('case-b', 'none', createTestEvents(3, 'b'));
    await bench.store.append('case-a', 'none', createTestEvents(5));
    await bench.store.append('case-b', 'any', createTestEvents(3, 'c'));
    expect(await collectEventIds(bench.store.read('case-a', options))).toEqual(expected);
  });

  test.each(LOG_READS)('reads the log with %o', async (options, expected) => {
    for (const i of numbersUpTo(10)) {
      const stream = i % 2 === 1 ? `case-${i}` : `casex${i}`;
      await bench.store.append(stream, 'none', [
        createTestEvent(`e${i}`, { type: i % 3 === 0 ? 'third' : 'other' }),
      ]);
    }
    const how = { ...options, filter: 'filter' in options ? { ...options.filter } : undefined };
    expect(positionNumbersOf(await collectItems(bench.store.readAll(how)))).toEqual(expected);
    const batches = await collectItems(bench.store.readBatches({ ...how, size: 2 }));
    expect(positionNumbersOf(batches.flat())).toEqual(expected);
    for (const batch of batches) expect(batch.length).toSatisfy((n: number) => n > 0 && n <= 2);
  });

  test('returns the same events for a long read, which may end early', async () => {
    await bench.store.append('case-a', 'none', [...createTestEvents(700), FULL]);
    await bench.store.append('case-b', 'none', createTestEvents(700, 'b'));
    const all = await collectItems(bench.store.readAll());
    for (const after of [0, 1, 700, 1401].map(positionAt)) {
      const batches = await collectItems(bench.store.readBatches({ after, size: 64, long: true }));
      expect(batches.flat()).toEqual(all.slice(Number(after)));
      for (const batch of batches) expect(batch.length).toSatisfy((n: number) => n > 0 && n <= 64);
    }
    for await (const batch of bench.store.readBatches({ size: 2, long: true })) {
      expect(batch).toEqual(all.slice(0, 2));
      break;
    }
  });

  test('finds the last event up to any number', async () => {
    expect(await bench.store.lastUpTo(5n)).toBe(START);
    await bench.store.append('case-a', 'none', createTestEvents(3));
    expect(await bench.store.lastUpTo(0n)).toBe(START);
    expect(await bench.store.lastUpTo(2n)).toBe(positionAt(2));
    expect(await bench.store.lastUpTo(3n)).toBe(positionAt(3));
    expect(await bench.store.lastUpTo(99n)).toBe(positionAt(3));
  });

  test('reads more than a page in both directions', async () => {
    await bench.store.append('case-a', 'none', createTestEvents(1500));
    const forwards = await collectEventIds(bench.store.read('case-a'));
    expect(forwards).toEqual(createTestEvents(1500).map(({ id }) => id));
    expect(await collectEventIds(bench.store.read('case-a', { direction: 'backwards' }))).toEqual(
      forwards.toReversed(),
    );
    expect(positionNumbersOf(await collectItems(bench.store.readAll()))).toEqual(numbersUpTo(1500));
  });

  test('holds many streams', async () => {
    const { many } = bench;
    const streams = numbersUpTo(many).map(i => `case-${i}`);
    await Promise.all(
      streams.map((stream, i) => bench.store.append(stream, 'none', [createTestEvent(`e${i}`)])),
    );
    expect(await bench.store.head()).toBe(BigInt(many));
    const log = await collectItems(bench.store.readAll());
    expect(positionNumbersOf(log)).toEqual(numbersUpTo(many));
    expect(new Set(log.map(({ stream }) => stream)).size).toBe(many);
    expect(await collectEventIds(bench.store.read('case-777'))).toEqual(['e776']);
    const last = bench.store.readAll({ filter: { streamPrefix: `case-${many - 1}` } });
    expect(await collectEventIds(last)).toEqual([`e${many - 2}`]);
  });

  test('holds events of the greatest append size', async () => {
    const text = '齿'.repeat(120_000);
    for (const i of numbersUpTo(5)) {
      const large = createTestEvent(`large${i}`, { data: text, personal: { text }, subject: 'patient-1' });
      await bench.store.append('case-a', 'any', [large]);
    }
    const read = await collectItems(bench.store.readAll());
    expect(read.map(({ data }) => data === text)).toEqual([true, true, true, true, true]);
    expect(read.map(({ personal }) => JSON.stringify(personal) === JSON.stringify({ text }))).not.toContain(
      false,
    );
  });

  test('ends where the log ended when the read started', async () => {
    await bench.store.append('case-a', 'none', createTestEvents(3));
    const seen: string[] = [];
    for await (const { id } of bench.store.readAll()) {
      seen.push(id);
      await bench.store.append('case-b', 'any', [createTestEvent(`b${seen.length}`)]);
    }
    expect(seen).toEqual(['e0', 'e1', 'e2']);
  });

  test('refuses reads after closing', async () => {
    await bench.store.append('case-a', 'none', createTestEvents(3));
    await bench.store.close();
    await expect(bench.store.append('case-a', 'any', [createTestEvent('x')])).rejects.toBeInstanceOf(
      StoreClosedError,
    );
    await expect(bench.store.find('case-a', 'e0')).rejects.toBeInstanceOf(StoreClosedError);
    await expect(bench.store.close()).resolves.toBeUndefined();
  });
}
