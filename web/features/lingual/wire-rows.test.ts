import { describe, expect, test } from 'vitest';
import { limits } from '#events/case/options.ts';
import { usualSizes, wireSizePattern } from '#events/lingual/wires.ts';
import {
  added,
  changed,
  duplicated,
  isFull,
  readWireSize,
  removed,
  shifted,
  usualRows,
  type WireRow,
  withWires,
} from './wire-rows.ts';

describe('a size as it is typed', () => {
  test.each([
    ['.014', '0.014'],
    ['014', '0.014'],
    ['0.014', '0.014'],
    ['16x22', '0.016x0.022'],
    ['.016 × .022', '0.016x0.022'],
    ['0.016*0.022 in', '0.016x0.022'],
    ['．０１６×．０２２英寸', '0.016x0.022'],
    ['0.0175X0.0175"', '0.0175x0.0175'],
  ])('%j is %s', (typed, size) => {
    expect(readWireSize(typed)).toBe(size);
    expect(size).toMatch(wireSizePattern);
  });
  test.each(['', 'thick', '16x22x25', '1.4', '.16', 'x.022'])(
    '%j stays as it is, for the schema to refuse',
    typed => {
      expect(readWireSize(typed)).toBe(typed);
      expect(typed).not.toMatch(wireSizePattern);
    },
  );
  test('what is suggested is written as it is read', () => {
    expect(usualSizes.map(readWireSize)).toEqual(usualSizes);
  });
});

describe('rows', () => {
  const sizes = (rows: readonly WireRow[]) => rows.map(row => row.diameter.replaceAll('0.', '.')).join(' ');
  const three = usualRows().slice(0, 3);
  test('are added in the usual order, then the last one again', () => {
    expect(sizes(added([]))).toBe('.014');
    const all = [1, 2, 3, 4, 5, 6].reduce<WireRow[]>(rows => added(rows), []);
    expect(all.slice(0, 5)).toEqual(usualRows());
    expect(all[5]).toEqual(all[4]);
    expect(sizes(added(three.slice(1)))).toBe('.016x.022 .018x.025 .014');
  });
  test('are moved, duplicated, changed and removed by their place', () => {
    expect(sizes(shifted(three, 0, 1))).toBe('.016x.022 .014 .018x.025');
    expect(sizes(shifted(three, 2, -1))).toBe('.014 .018x.025 .016x.022');
    expect(shifted(three, 0, -1)).toEqual(three);
    expect(sizes(duplicated(three, 1))).toBe('.014 .016x.022 .016x.022 .018x.025');
    expect(sizes(removed(three, 1))).toBe('.014 .018x.025');
    expect(changed(three, 2, { quantity: 2 })[2]).toMatchObject({ diameter: '0.018x0.025', quantity: 2 });
  });
  test('take the consent with them where it is needed no longer', () => {
    expect(withWires(usualRows())).toEqual({ archwires: usualRows(), surchargeAccepted: undefined });
    expect('surchargeAccepted' in withWires(added(usualRows()))).toBe(false);
  });
  test('end somewhere', () => {
    const [wire] = usualRows();
    expect(isFull(Array.from({ length: limits.archwires }, () => wire) as WireRow[])).toBe(true);
  });
});

test('consent to the price of some sets is none to that of more', () => {
  const six = changed(usualRows().slice(0, 1), 0, { quantity: 6 });
  const more = changed(six, 0, { quantity: 20 });
  expect('surchargeAccepted' in withWires(more, six)).toBe(true);
  expect('surchargeAccepted' in withWires(changed(six, 0, { diameter: '0.016' }), six)).toBe(false);
  expect('surchargeAccepted' in withWires(six, more)).toBe(false);
});
