import { expect, test } from 'vitest';
import { type Expected, WrongRevision } from '../port.ts';
import { type Bench, collect, event, events, ids, positions, upTo } from './bench.ts';

/** What is expected, how many events are there, and the revision that a refusal names (undefined: accepted). */
const EXPECTATIONS: [expected: Expected, there: number, refusedAt: bigint | undefined][] = [
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

export function appending(bench: Bench): void {
  test.each(EXPECTATIONS)('expects %s of a stream of %i', async (expected, there, refusedAt) => {
    if (there > 0) await bench.store.append('case-a', 'none', events(there));
    const append = bench.store.append('case-a', expected, [event('new')]);
    if (refusedAt === undefined) {
      await expect(append).resolves.toMatchObject({ revision: BigInt(there), repeated: false });
    } else {
      const refusal = await append.catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(WrongRevision);
      expect(refusal).toMatchObject({ stream: 'case-a', expected, actual: refusedAt });
      expect(await bench.store.head()).toBe(BigInt(there));
    }
  });

  test('answers with the last event', async () => {
    await bench.store.append('case-b', 'none', events(2, 'b'));
    const appended = await bench.store.append('case-a', 'none', events(3));
    expect(appended).toEqual({ revision: 2n, position: 5n, repeated: false });
  });

  test('gives the first answer again, whatever is expected', async () => {
    const first = await bench.store.append('case-a', 'none', events(3));
    await bench.store.append('case-a', 2n, [event('later')]);
    for (const expected of ['none', 'exists', 'any', 77n] as const) {
      const again = await bench.store.append('case-a', expected, events(3));
      expect(again).toEqual({ ...first, repeated: true });
    }
    expect(await bench.store.head()).toBe(4n);
  });

  test('writes only what is not there yet', async () => {
    await bench.store.append('case-a', 'none', events(2));
    const appended = await bench.store.append('case-a', 1n, events(4));
    expect(appended).toEqual({ revision: 3n, position: 4n, repeated: false });
    expect(await ids(bench.store.read('case-a'))).toEqual(['e0', 'e1', 'e2', 'e3']);
    await expect(bench.store.append('case-a', 1n, events(5))).rejects.toBeInstanceOf(WrongRevision);
    expect(await bench.store.head()).toBe(4n);
  });

  test('writes an id once that comes twice in one append', async () => {
    const appended = await bench.store.append('case-a', 'none', [event('x'), event('y'), event('x')]);
    expect(appended).toMatchObject({ revision: 1n, repeated: false });
    expect(await ids(bench.store.read('case-a'))).toEqual(['x', 'y']);
  });

  test('takes the same id in two streams as two events', async () => {
    await bench.store.append('case-a', 'none', [event('x')]);
    await bench.store.append('case-b', 'none', [event('x')]);
    expect(await bench.store.head()).toBe(2n);
  });

  test('stores the same append once that comes many times at once', async () => {
    const all = await Promise.all(upTo(16).map(() => bench.store.append('case-a', 'none', events(2))));
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(all.map(({ position }) => position))).toEqual(new Set([2n]));
    expect(await bench.store.head()).toBe(2n);
  });

  test('lets one of many win that expect the same revision, and refuses each other alone', async () => {
    await bench.store.append('case-a', 'none', [event('first')]);
    const rivals = upTo(32).map(i => bench.store.append('case-a', 0n, [event(`rival${i}`)]));
    const others = upTo(32).map(i => bench.store.append(`case-${i}`, 'none', [event(`other${i}`)]));
    const outcomes = await Promise.allSettled(rivals);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ actual: 1n });
    }
    await expect(Promise.all(others)).resolves.toHaveLength(32);
    expect(await bench.store.head()).toBe(34n);
  });

  test('numbers the log without a gap, in the order of the commits', async () => {
    const writers = upTo(20).map(async w => {
      const answers: bigint[] = [];
      for (const i of upTo(10)) {
        const refused = bench.store.append(`case-${w}`, 999n, [event(`no-${w}-${i}`)]).catch(() => undefined);
        answers.push((await bench.store.append(`case-${w}`, 'any', events(2, `${w}-${i}-`))).position);
        await refused;
      }
      expect(answers).toEqual([...answers].sort((a, b) => Number(a - b)));
    });
    await Promise.all(writers);
    const log = await collect(bench.store.readAll());
    expect(positions(log)).toEqual(upTo(400));
    for (const w of upTo(20)) {
      const revisions = log.filter(({ stream }) => stream === `case-${w}`).map(({ revision }) => revision);
      expect(revisions).toEqual(upTo(20).map(i => i - 1));
    }
  });

  test('keeps the events of one append together', async () => {
    await Promise.all(upTo(20).map(i => bench.store.append(`case-${i}`, 'none', events(3, `${i}-`))));
    const log = await collect(bench.store.readAll());
    for (let i = 0; i < log.length; i += 3) {
      expect(new Set(log.slice(i, i + 3).map(({ stream }) => stream)).size).toBe(1);
    }
  });

  test('refuses an append without events, without a stream, or with an event that is no JSON', async () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const broken = { ...event('x'), data: JSON.parse('{}') };
    broken.data = circular;
    await expect(bench.store.append('case-a', 'any', [])).rejects.toBeInstanceOf(TypeError);
    await expect(bench.store.append('', 'any', [event('x')])).rejects.toBeInstanceOf(TypeError);
    await expect(bench.store.append('case-\ud800', 'any', [event('x')])).rejects.toBeInstanceOf(TypeError);
    const beside = bench.store.append('case-a', 'any', [event('y')]);
    await expect(bench.store.append('case-a', 'any', [event('z'), broken])).rejects.toBeInstanceOf(TypeError);
    await expect(beside).resolves.toMatchObject({ position: 1n });
    expect(await bench.store.head()).toBe(1n);
  });

  test('keeps nothing of what the caller changes afterwards', async () => {
    const mine = event('x', { data: { list: [1] } });
    const appended = bench.store.append('case-a', 'none', [mine]);
    mine.data = 'changed';
    await appended;
    expect((await bench.store.find('case-a', 'x'))?.data).toEqual({ list: [1] });
  });
}
