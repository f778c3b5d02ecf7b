import { describe, expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { usualWireSizes, wireSizePattern } from '#events/lingual/wires.ts';
import {
  addWire,
  changeWire,
  duplicateWire,
  isWireTableFull,
  moveWire,
  parseWireSize,
  removeWire,
  usualWireSequence,
  type WireRow,
  withArchwires,
} from './wire-rows.ts';

describe('a typed wire size', () => {
  test.each([
    ['.014', '0.014'],
    ['014', '0.014'],
    ['0.014', '0.014'],
    ['16x22', '0.016x0.022'],
    ['.016 × .022', '0.016x0.022'],
    ['0.016*0.022 in', '0.016x0.022'],
    ['．０１６×．０２２英寸', '0.016x0.022'],
    ['0.0175X0.0175"', '0.0175x0.0175'],
  ])('%j is read as %s', (typed, size) => {
    expect(parseWireSize(typed)).toBe(size);
    expect(size).toMatch(wireSizePattern);
  });
  test.each(['', 'thick', '16x22x25', '1.4', '.16', 'x.022'])(
    '%j stays unchanged, so that the schema rejects it',
    typed => {
      expect(parseWireSize(typed)).toBe(typed);
      expect(typed).not.toMatch(wireSizePattern);
    },
  );
  test('suggested wire sizes are already in the stored format', () => {
    expect(usualWireSizes.map(parseWireSize)).toEqual(usualWireSizes);
  });
});

describe('the archwire rows', () => {
  const sizes = (rows: readonly WireRow[]) => rows.map(row => row.diameter.replaceAll('0.', '.')).join(' ');
  const three = usualWireSequence().slice(0, 3);
  test('are added in the usual sequence, then the last one is repeated', () => {
    expect(sizes(addWire([]))).toBe('.014');
    const all = [1, 2, 3, 4, 5, 6].reduce<WireRow[]>(rows => addWire(rows), []);
    expect(all.slice(0, 5)).toEqual(usualWireSequence());
    expect(all[5]).toEqual(all[4]);
    expect(sizes(addWire(three.slice(1)))).toBe('.016x.022 .018x.025 .014');
  });
  test('are moved, duplicated, changed and removed by index', () => {
    expect(sizes(moveWire(three, 0, 1))).toBe('.016x.022 .014 .018x.025');
    expect(sizes(moveWire(three, 2, -1))).toBe('.014 .018x.025 .016x.022');
    expect(moveWire(three, 0, -1)).toEqual(three);
    expect(sizes(duplicateWire(three, 1))).toBe('.014 .016x.022 .016x.022 .018x.025');
    expect(sizes(removeWire(three, 1))).toBe('.014 .018x.025');
    expect(changeWire(three, 2, { quantity: 2 })[2]).toMatchObject({ diameter: '0.018x0.025', quantity: 2 });
  });
  test('drop the surcharge consent when it is no longer needed', () => {
    expect(withArchwires(usualWireSequence())).toEqual({
      archwires: usualWireSequence(),
      surchargeAccepted: undefined,
    });
    expect('surchargeAccepted' in withArchwires(addWire(usualWireSequence()))).toBe(false);
  });
  test('are limited in number', () => {
    const [wire] = usualWireSequence();
    expect(isWireTableFull(Array.from({ length: limits.archwires }, () => wire) as WireRow[])).toBe(true);
  });
});

test('more surcharged archwire sets need new consent', () => {
  const six = changeWire(usualWireSequence().slice(0, 1), 0, { quantity: 6 });
  const more = changeWire(six, 0, { quantity: 20 });
  expect('surchargeAccepted' in withArchwires(more, six)).toBe(true);
  expect('surchargeAccepted' in withArchwires(changeWire(six, 0, { diameter: '0.016' }), six)).toBe(false);
  expect('surchargeAccepted' in withArchwires(six, more)).toBe(false);
});
