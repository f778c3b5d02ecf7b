/**
 * The invariant of conversations: what a viewer once read, and what was told since, is what a fresh read answers; also for
 * whoever was away from any position that was told. Rows that are held back a moment are never taken for told.
 */
import { describe, expect, it } from 'vitest';
import type { Announcement, Change } from '#projections/readmodels.ts';
import { createManualClock } from '../clock/clock.ts';
import { createChatRows, mostApartMs, mostAtOnce, rowsApartMs } from './chat-push.ts';
import { type Deliver, openTalkers, talkStep } from './testing/talkers.ts';

/** `SEED=n` goes another way; what fails says which it was. */
const first = Number(process.env.SEED ?? 5);

async function talk(seed: number, steps: number, deliver?: Deliver): Promise<number> {
  const talkers = await openTalkers(seed, deliver);
  try {
    for (let i = 0; i < steps; i++) {
      await talkStep(talkers);
      if (i % 5 > 0 && i < steps - 1) continue;
      await talkers.followed();
      const found = talkers.differences();
      if (found.length > 0) throw new Error(`step ${i}: ${found.slice(0, 2).join('\n')}`);
    }
    for (const page of talkers.pages) if (page.away) talkers.back(page);
    const found = talkers.differences();
    if (found.length > 0) throw new Error(`in the end: ${found.slice(0, 2).join('\n')}`);
    return talkers.pages.reduce((sum, { held }) => sum + held.size, 0);
  } catch (error) {
    throw new Error(`seed ${seed}`, { cause: error });
  } finally {
    await talkers.close();
  }
}

describe('what was read and told of conversations is what is read now', () => {
  it.each([0, 1, 2, 3])(
    'for everybody, after messages, edits, claims, marks and cases that move: way %i',
    async n => {
      expect(await talk(first + n, 300)).toBeGreaterThan(5);
    },
  );

  it.each<[string, Deliver]>([
    ['a removal', m => ({ ...m, rows: m.rows.filter(change => change.row !== null) })],
    ['a row now and then', m => ({ ...m, rows: m.rows.filter(change => !change.position.endsWith('7')) })],
  ])('and it is found where %s is lost on the way', async (_what, deliver) => {
    await expect(talk(first, 300, deliver)).rejects.toThrow(`seed ${first}`);
  });
});

describe('rows that are held back', () => {
  const change = (id: string, position: bigint, before: string[], after: string[]): Change => ({
    view: 'conversations',
    id,
    position,
    before: {},
    after: {},
    rooms: { before, after },
  });
  const open = () => {
    const clock = createManualClock(0);
    const told: Announcement[] = [];
    const rows = createChatRows(clock, announce => void told.push(announce));
    const take = (position: bigint, ...changes: Change[]) => rows.take({ position, changes, rooms: [] });
    return { clock, told, rows, take };
  };

  it('are told at once where they rested, and otherwise together, to all whom they concerned meanwhile', () => {
    const { clock, told, rows, take } = open();
    take(1n, change('a', 1n, [], ['x']));
    take(2n, change('a', 2n, ['x'], ['y']));
    take(3n, change('a', 3n, ['y'], ['z']));
    expect(told.map(t => t.changes.length)).toEqual([1, 0, 0]);
    clock.advance(rowsApartMs);
    rows.tell();
    expect(told.at(-1)).toMatchObject({
      position: 3n,
      changes: [{ position: 3n, rooms: { before: ['x', 'y'], after: ['z'] } }],
    });
    rows.tell();
    expect(told).toHaveLength(4);
  });

  it('name each room once, however often they change meanwhile', () => {
    const { clock, told, rows, take } = open();
    take(1n, change('a', 1n, [], ['x', 'y']));
    for (let at = 2n; at < 50n; at++) take(at, change('a', at, ['x', 'y'], ['x', 'y']));
    clock.advance(rowsApartMs);
    rows.tell();
    expect(told.at(-1)?.changes[0]?.rooms).toEqual({ before: ['x', 'y'], after: ['x', 'y'] });
  });

  it('hold the position back to before the first change that nobody was told of', () => {
    const { clock, told, rows, take } = open();
    take(1n, change('a', 1n, [], ['x']));
    take(2n, change('a', 2n, ['x'], []));
    take(3n, change('a', 3n, [], []));
    take(4n, change('b', 4n, [], ['x']));
    expect(told.map(t => t.position)).toEqual([1n, 1n, 1n, 1n]);
    clock.advance(rowsApartMs);
    rows.tell();
    take(5n, change('c', 5n, [], ['x']));
    expect(told.slice(-2).map(t => t.position)).toEqual([4n, 5n]);
  });

  it('are told ever more rarely while it goes on, and soon again after it rested', () => {
    const { clock, told, rows, take } = open();
    /** Changes ten times a second for so long; gives when rows were told, in ms from its start. */
    const times = (forMs: number) => {
      const found: number[] = [];
      for (let at = 0; at < forMs; at += 100) {
        const before = told.flatMap(t => t.changes).length;
        take(BigInt(at) + 1n, change('a', BigInt(at) + 1n, ['x'], ['x']));
        rows.tell();
        if (told.flatMap(t => t.changes).length > before) found.push(at);
        clock.advance(100);
      }
      return found;
    };
    expect(times(9_400)).toEqual([0, 300, 900, 2100, 4500, 6900, 9300]);
    clock.advance(2 * mostApartMs);
    rows.tell();
    expect(times(400)).toEqual([0, 300]);
  });

  it('are told with the next tick where many others were told at once', () => {
    const { told, rows, take } = open();
    const ids = [...'abcdefgh'];
    for (const [i, id] of ids.entries()) take(BigInt(i) + 1n, change(id, BigInt(i) + 1n, [], ['x']));
    expect(told.flatMap(t => t.changes).map(({ id }) => id)).toEqual(ids.slice(0, mostAtOnce));
    expect(told.at(-1)?.position).toBe(BigInt(mostAtOnce));
    rows.tell();
    expect(told.at(-1)).toMatchObject({ position: 8n, changes: ids.slice(mostAtOnce).map(id => ({ id })) });
  });

  it('are told in time also where the clock is set back', () => {
    const { clock, told, rows, take } = open();
    take(1n, change('a', 1n, [], ['x']));
    clock.advance(-3_600_000);
    take(2n, change('a', 2n, ['x'], ['x']));
    rows.tell();
    expect(told.flatMap(t => t.changes)).toHaveLength(2);
  });
});
