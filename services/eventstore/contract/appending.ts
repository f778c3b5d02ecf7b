import { expect, test } from 'vitest';
import { START } from '#events/log-position.ts';
import { type ExpectedRevision, WrongRevisionError } from '../port.ts';
import { MAX_APPEND_BYTES } from '../row.ts';
import {
  type ContractContext,
  collectEventIds,
  collectItems,
  createTestEvent,
  createTestEvents,
  numbersUpTo,
  positionNumbersOf,
} from './context.ts';

/** Expected revision, number of existing events, and the revision in the refusal (undefined: accepted). */
const EXPECTATIONS: [expected: ExpectedRevision, there: number, refusedAt: bigint | undefined][] = [
  ['none', 0, undefined],
  ['none', 1, 0n],
  ['any', 0, undefined],
  ['any', 2, undefined],
  ['exists', 0, -1n],
  ['exists', 1, undefined],
  [0n, 0, -1n],
  [0n, 1, undefined],
  [0n, 2, 1n],
  [1n, 2, undefined],
  [5n, 2, 1n],
];

export function testAppending(bench: ContractContext): void {
  test.each(EXPECTATIONS)('expects %s of a stream of %i', async (expected, there, refusedAt) => {
    if (there > 0) await bench.store.append('case-a', 'none', createTestEvents(there));
    const append = bench.store.append('case-a', expected, [createTestEvent('new')]);
    if (refusedAt === undefined) {
      await expect(append).resolves.toMatchObject({ revision: BigInt(there), repeated: false });
    } else {
      const refusal = await append.catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(WrongRevisionError);
      expect(refusal).toMatchObject({ stream: 'case-a', expected, actual: refusedAt });
      expect(await bench.store.head()).toBe(BigInt(there));
    }
  });

  test('returns the last event’s revision and position', async () => {
    await bench.store.append('case-b', 'none', createTestEvents(2, 'b'));
    const appended = await bench.store.append('case-a', 'none', createTestEvents(3));
    expect(appended).toEqual({ revision: 2n, position: 5n, repeated: false });
  });

  test('returns the first answer for a repeated append, whatever revision is expected', async () => {
    const first = await bench.store.append('case-a', 'none', createTestEvents(3));
    await bench.store.append('case-a', 2n, [createTestEvent('later')]);
    for (const expected of ['none', 'exists', 'any', 77n] as const) {
      const again = await bench.store.append('case-a', expected, createTestEvents(3));
      expect(again).toEqual({ ...first, repeated: true });
    }
    expect(await bench.store.head()).toBe(4n);
  });

  test('writes only the events that are new', async () => {
    await bench.store.append('case-a', 'none', createTestEvents(2));
    const appended = await bench.store.append('case-a', 1n, createTestEvents(4));
    expect(appended).toEqual({ revision: 3n, position: 4n, repeated: false });
    expect(await collectEventIds(bench.store.read('case-a'))).toEqual(['e0', 'e1', 'e2', 'e3']);
    await expect(bench.store.append('case-a', 1n, createTestEvents(5))).rejects.toBeInstanceOf(
      WrongRevisionError,
    );
    expect(await bench.store.head()).toBe(4n);
  });

  test('writes an id once if one append has it twice', async () => {
    const appended = await bench.store.append('case-a', 'none', [
      createTestEvent('x'),
      createTestEvent('y'),
      createTestEvent('x'),
    ]);
    expect(appended).toMatchObject({ revision: 1n, repeated: false });
    expect(await collectEventIds(bench.store.read('case-a'))).toEqual(['x', 'y']);
  });

  test('stores the same id in two streams as two events', async () => {
    await bench.store.append('case-a', 'none', [createTestEvent('x')]);
    await bench.store.append('case-b', 'none', [createTestEvent('x')]);
    expect(await bench.store.head()).toBe(2n);
  });

  test('stores an append once if it arrives many times in parallel', async () => {
    const all = await Promise.all(
      numbersUpTo(16).map(() => bench.store.append('case-a', 'none', createTestEvents(2))),
    );
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(all.map(({ position }) => position))).toEqual(new Set([2n]));
    expect(await bench.store.head()).toBe(2n);
  });

  test('accepts one of many parallel appends with the same expected revision, and refuses each other one', async () => {
    await bench.store.append('case-a', 'none', [createTestEvent('first')]);
    const rivals = numbersUpTo(32).map(i => bench.store.append('case-a', 0n, [createTestEvent(`rival${i}`)]));
    const others = numbersUpTo(32).map(i =>
      bench.store.append(`case-${i}`, 'none', [createTestEvent(`other${i}`)]),
    );
    const outcomes = await Promise.allSettled(rivals);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ actual: 1n });
    }
    await expect(Promise.all(others)).resolves.toHaveLength(32);
    expect(await bench.store.head()).toBe(34n);
  });

  test('numbers the log without gaps, in commit order', async () => {
    const writers = numbersUpTo(20).map(async w => {
      const answers: bigint[] = [];
      for (const i of numbersUpTo(10)) {
        const refused = bench.store
          .append(`case-${w}`, 999n, [createTestEvent(`no-${w}-${i}`)])
          .catch(() => undefined);
        answers.push(
          (await bench.store.append(`case-${w}`, 'any', createTestEvents(2, `${w}-${i}-`))).position,
        );
        await refused;
      }
      expect(answers).toEqual([...answers].sort((a, b) => Number(a - b)));
    });
    await Promise.all(writers);
    const log = await collectItems(bench.store.readAll());
    expect(positionNumbersOf(log)).toEqual(numbersUpTo(400));
    for (const w of numbersUpTo(20)) {
      const revisions = log.filter(({ stream }) => stream === `case-${w}`).map(({ revision }) => revision);
      expect(revisions).toEqual(numbersUpTo(20).map(i => i - 1));
    }
  });

  test('keeps the events of one append together', async () => {
    await Promise.all(
      numbersUpTo(20).map(i => bench.store.append(`case-${i}`, 'none', createTestEvents(3, `${i}-`))),
    );
    const log = await collectItems(bench.store.readAll());
    for (let i = 0; i < log.length; i += 3) {
      expect(new Set(log.slice(i, i + 3).map(({ stream }) => stream)).size).toBe(1);
    }
  });

  test('refuses an append without events, without a stream, or with an event that JSON cannot express', async () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const broken = { ...createTestEvent('x'), data: JSON.parse('{}') };
    broken.data = circular;
    await expect(bench.store.append('case-a', 'any', [])).rejects.toBeInstanceOf(TypeError);
    await expect(bench.store.append('', 'any', [createTestEvent('x')])).rejects.toBeInstanceOf(TypeError);
    await expect(bench.store.append('case-\ud800', 'any', [createTestEvent('x')])).rejects.toBeInstanceOf(
      TypeError,
    );
    const beside = bench.store.append('case-a', 'any', [createTestEvent('y')]);
    await expect(bench.store.append('case-a', 'any', [createTestEvent('z'), broken])).rejects.toBeInstanceOf(
      TypeError,
    );
    await expect(beside).resolves.toMatchObject({ position: 1n });
    expect(await bench.store.head()).toBe(1n);
  });

  test('refuses an event without data, type or id before it is visible', async () => {
    const bad = [
      { data: undefined as unknown as null },
      { type: '' },
      { id: '00000000-0000-0000-0000-000000000000' },
    ];
    for (const wrong of bad)
      await expect(bench.store.append('case-a', 'any', [createTestEvent('x', wrong)])).rejects.toBeInstanceOf(
        TypeError,
      );
    expect(await bench.store.head()).toBe(START);
  });

  test('accepts the greatest append, in one event or many, and refuses one byte more without a trace', async () => {
    const sized = (bytes: number, id: string) => {
      const { id: _id, type, ...body } = createTestEvent(id, { data: '' });
      const around = Buffer.byteLength(JSON.stringify(body)) + type.length;
      return createTestEvent(id, {
        data: '齿'.repeat((bytes - around) / 3) + 'x'.repeat((bytes - around) % 3),
      });
    };
    const whole = MAX_APPEND_BYTES;
    const many = (last: number) =>
      numbersUpTo(4).map(i => sized(whole / 4 + (i === 4 ? last : 0), `part${i}`));
    for (const [i, events] of [[sized(whole + 1, 'large')], many(1)].entries()) {
      const refused = bench.store.append(`case-${i}`, 'none', events);
      await expect(refused).rejects.toMatchObject({ refusal: 'tooLarge', data: { limit: whole } });
    }
    expect(await bench.store.head()).toBe(START);
    await bench.store.append('case-0', 'none', [sized(whole, 'large')]);
    await bench.store.append('case-1', 'none', many(0));
    expect(await collectEventIds(bench.store.readAll())).toEqual([
      'large',
      'part1',
      'part2',
      'part3',
      'part4',
    ]);
  });

  test('ignores changes that the caller makes to an event afterwards', async () => {
    const mine = createTestEvent('x', { data: { list: [1] } });
    const appended = bench.store.append('case-a', 'none', [mine]);
    mine.data = 'changed';
    await appended;
    expect((await bench.store.find('case-a', 'x'))?.data).toEqual({ list: [1] });
  });
}
