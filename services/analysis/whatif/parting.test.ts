/** The pure parts of a comparison: where two histories part, which rows differ, and in which fields. */
import { describe, expect, it } from 'vitest';
import { findChangedFields } from './changed-fields.ts';
import { compareViewRows, type ReadRowMarks } from './compare-rows.ts';
import { findFirstRowDifference } from './parting.ts';
import { hashRow } from './row-hash.ts';

const history = (...steps: [position: number, hash: string | null][]) =>
  steps.map(([position, hash]) => ({
    ...{ position: BigInt(position), hash, type: 'CaseCreated', stream: 'case-C2K7QM' },
    ...{ revision: 0n, at: '2026-11-01T00:00:00.000Z' },
  }));

describe('the first parting', () => {
  it('is the first position after which the rows differ, even if they meet again', () => {
    const here = history([1, 'a'], [5, 'b'], [7, 'c'], [9, 'd']);
    const there = history([1, 'a'], [5, 'x'], [7, 'c'], [9, 'y']);
    expect(findFirstRowDifference(here, there)).toEqual({ position: 5n, here: 1, there: 1 });
  });

  it('is found where only one version changes the row, and where only one has it', () => {
    expect(findFirstRowDifference(history([1, 'a'], [4, 'b']), history([1, 'a']))).toEqual({
      position: 4n,
      here: 1,
      there: 0,
    });
    expect(findFirstRowDifference(history(), history([3, 'a']))).toEqual({
      position: 3n,
      here: -1,
      there: 0,
    });
    expect(findFirstRowDifference(history([1, 'a'], [2, null]), history([1, 'a']))).toMatchObject({
      position: 2n,
    });
  });

  it('is none for equal rows, however often they are written', () => {
    expect(
      findFirstRowDifference(history([1, 'a'], [2, 'a'], [2, 'b']), history([1, 'a'], [2, 'b'])),
    ).toBeUndefined();
    expect(findFirstRowDifference(history([2, null]), history())).toBeUndefined();
  });
});

const pagesOf = (rows: Record<string, string>): ReadRowMarks => {
  const marks = Object.entries(rows).map(([id, hash], i) => ({ id, hash, position: BigInt(i + 1) }));
  const sorted = marks.toSorted((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));
  return async (after, limit) => {
    const from = sorted.findIndex(({ id }) => Buffer.compare(Buffer.from(id), Buffer.from(after)) > 0);
    return from < 0 ? [] : sorted.slice(from, from + limit);
  };
};

describe('comparing rows', () => {
  it('counts and names them, in the order of their bytes', async () => {
    const here = pagesOf({ a: '1', b: '1', '\u{fffd}': '1', d: '1' });
    const there = pagesOf({ a: '1', b: '2', '\u{1f600}': '1', c: '1', d: '1' });
    const { counts, differences } = await compareViewRows([here, there], () => true, 10);
    expect(counts).toEqual({ same: 2, differ: 1, onlyHere: 1, onlyThere: 2 });
    expect(differences.map(({ id, kind }) => `${id} ${kind}`).sort()).toEqual(
      ['b differ', 'c onlyThere', '\u{1f600} onlyThere', '\u{fffd} onlyHere'].sort(),
    );
  });

  it('keeps the differences whose rows ended first', async () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`r${3000 - i}`, '1']));
    const { counts, differences } = await compareViewRows([pagesOf(many), pagesOf({})], () => true, 3);
    expect(counts.onlyHere).toBe(3000);
    expect(differences.map(({ position }) => position)).toEqual([1n, 2n, 3n]);
  });
});

it('rows are equal whatever the order of their fields, and differ by one', () => {
  expect(hashRow('{"a":1,"b":{"c":[1,2],"d":null}}')).toBe(hashRow('{"b":{"d":null,"c":[1,2]},"a":1}'));
  expect(hashRow('{"a":[1,2]}')).not.toBe(hashRow('{"a":[2,1]}'));
  expect(findChangedFields({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 3] }, d: 0 }, 9)).toEqual([
    { path: 'a', here: 1, there: undefined },
    { path: 'b.c.1', here: 2, there: 3 },
    { path: 'd', here: undefined, there: 0 },
  ]);
  expect(findChangedFields({ a: 1, b: 2 }, { a: 2, b: 3 }, 1)).toHaveLength(1);
});
