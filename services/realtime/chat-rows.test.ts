/**
 * The invariant of conversation lists: first reads plus pushes equal a fresh read, also after a reconnect from any
 * pushed position. The pushed position never includes a waiting row.
 */
import { describe, expect, it } from 'vitest';
import type { SavedRowsAnnouncement, StoredRowChange } from '#projections/readmodels.ts';
import { createManualClock } from '../clock/clock.ts';
import { createChatRowThrottle, maxRowIntervalMs, maxRowsPerTick, minRowIntervalMs } from './chat-push.ts';
import { openChatWalk, stepChatWalk } from './testing/chat-walk.ts';
import type { RowsMessageTransform } from './testing/walk-pages.ts';

/** `SEED=n` chooses another walk. A failure names its seed. */
const first = Number(process.env.SEED ?? 5);

async function talk(seed: number, steps: number, deliver?: RowsMessageTransform): Promise<number> {
  const talkers = await openChatWalk(seed, deliver);
  try {
    for (let i = 0; i < steps; i++) {
      await stepChatWalk(talkers);
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

describe('reads plus pushes of conversations equal a fresh read', () => {
  it.each([0, 1, 2, 3])(
    'for every person, after messages, edits, claims, marks and case changes: walk %i',
    async n => {
      expect(await talk(first + n, 300)).toBeGreaterThan(5);
    },
  );

  it.each<[string, RowsMessageTransform]>([
    ['a removal', m => ({ ...m, rows: m.rows.filter(change => change.row !== null) })],
    ['a row now and then', m => ({ ...m, rows: m.rows.filter(change => !change.position.endsWith('7')) })],
  ])('and the comparison detects %s lost in delivery', async (_what, deliver) => {
    await expect(talk(first, 300, deliver)).rejects.toThrow(`seed ${first}`);
  });
});

describe('the throttle of conversation rows', () => {
  const change = (id: string, position: bigint, before: string[], after: string[]): StoredRowChange => ({
    view: 'conversations',
    id,
    position,
    before: {},
    after: {},
    rooms: { before, after },
  });
  const open = () => {
    const clock = createManualClock(0);
    const told: SavedRowsAnnouncement[] = [];
    const rows = createChatRowThrottle(clock, announce => void told.push(announce));
    const take = (position: bigint, ...changes: StoredRowChange[]) =>
      rows.take({ position, changes, rooms: [] });
    return { clock, told, rows, take };
  };

  it('pushes a quiet row at once and a busy row in batches, to every room that it passed through', () => {
    const { clock, told, rows, take } = open();
    take(1n, change('a', 1n, [], ['x']));
    take(2n, change('a', 2n, ['x'], ['y']));
    take(3n, change('a', 3n, ['y'], ['z']));
    expect(told.map(t => t.changes.length)).toEqual([1, 0, 0]);
    clock.advance(minRowIntervalMs);
    rows.tell();
    expect(told.at(-1)).toMatchObject({
      position: 3n,
      changes: [{ position: 3n, rooms: { before: ['x', 'y'], after: ['z'] } }],
    });
    rows.tell();
    expect(told).toHaveLength(4);
  });

  it('lists each room once, however often a row changes', () => {
    const { clock, told, rows, take } = open();
    take(1n, change('a', 1n, [], ['x', 'y']));
    for (let at = 2n; at < 50n; at++) take(at, change('a', at, ['x', 'y'], ['x', 'y']));
    clock.advance(minRowIntervalMs);
    rows.tell();
    expect(told.at(-1)?.changes[0]?.rooms).toEqual({ before: ['x', 'y'], after: ['x', 'y'] });
  });

  it('keeps the position before the first change that is not pushed', () => {
    const { clock, told, rows, take } = open();
    take(1n, change('a', 1n, [], ['x']));
    take(2n, change('a', 2n, ['x'], []));
    take(3n, change('a', 3n, [], []));
    take(4n, change('b', 4n, [], ['x']));
    expect(told.map(t => t.position)).toEqual([1n, 1n, 1n, 1n]);
    clock.advance(minRowIntervalMs);
    rows.tell();
    take(5n, change('c', 5n, [], ['x']));
    expect(told.slice(-2).map(t => t.position)).toEqual([4n, 5n]);
  });

  it('pushes a busy row less and less often, and soon again after a pause', () => {
    const { clock, told, rows, take } = open();
    /** Changes a row ten times a second. Returns the times of its pushes, in ms from the start. */
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
    clock.advance(2 * maxRowIntervalMs);
    rows.tell();
    expect(times(400)).toEqual([0, 300]);
  });

  it('defers a row to the next tick when many others were pushed at once', () => {
    const { told, rows, take } = open();
    const ids = [...'abcdefgh'];
    for (const [i, id] of ids.entries()) take(BigInt(i) + 1n, change(id, BigInt(i) + 1n, [], ['x']));
    expect(told.flatMap(t => t.changes).map(({ id }) => id)).toEqual(ids.slice(0, maxRowsPerTick));
    expect(told.at(-1)?.position).toBe(BigInt(maxRowsPerTick));
    rows.tell();
    expect(told.at(-1)).toMatchObject({
      position: 8n,
      changes: ids.slice(maxRowsPerTick).map(id => ({ id })),
    });
  });

  it('pushes in time after the clock was set back', () => {
    const { clock, told, rows, take } = open();
    take(1n, change('a', 1n, [], ['x']));
    clock.advance(-3_600_000);
    take(2n, change('a', 2n, ['x'], ['x']));
    rows.tell();
    expect(told.flatMap(t => t.changes)).toHaveLength(2);
  });
});
