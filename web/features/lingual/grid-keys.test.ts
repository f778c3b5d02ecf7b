import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alone, type GridPlace, onward, pressAround, pressGridKey } from './grid-keys.ts';
import { type Cell, cellAt, lastCol, lastRow, spotOf } from './sheet.ts';

const key = (name: string, more: { shift?: boolean; mod?: boolean; alt?: boolean } = {}) => ({
  key: name,
  shift: false,
  mod: false,
  alt: false,
  at: 0,
  ...more,
});
const place = (field: Cell['field'], tooth: Cell['tooth']): GridPlace => alone(spotOf({ field, tooth }));
const ledTo = (from: GridPlace, ...press: Parameters<typeof key>) => {
  const step = pressGridKey(from, key(...press));
  return step && cellAt(step.place.at);
};

describe('moving', () => {
  test.each([
    ['ArrowRight', 'torque', 21],
    ['ArrowLeft', 'torque', 12],
    ['ArrowDown', 'extraTorsion', 11],
    ['ArrowUp', 'brackets', 11],
    ['Enter', 'extraTorsion', 11],
    ['Tab', 'torque', 21],
    ['Home', 'torque', 18],
    ['End', 'torque', 28],
  ] as const)('%s', (name, field, tooth) => {
    expect(ledTo(place('torque', 11), name)).toEqual({ field, tooth });
  });
  test('goes from the upper sheet to the lower one and stops at its ends', () => {
    expect(ledTo(place('slice', 14), 'ArrowDown')).toEqual({ field: 'brackets', tooth: 44 });
    expect(ledTo(place('slice', 38), 'ArrowDown')).toEqual({ field: 'slice', tooth: 38 });
    expect(ledTo(place('torque', 14), 'Enter', { shift: true })).toEqual({ field: 'brackets', tooth: 14 });
  });
  test('Shift selects, any other move selects one cell', () => {
    const from = place('torque', 11);
    const wide = pressGridKey(from, key('ArrowDown', { shift: true }))?.place;
    expect(wide).toEqual({ at: { row: 2, col: 7 }, anchor: { row: 1, col: 7 } });
    expect(pressGridKey(wide ?? from, key('ArrowLeft'))?.place).toEqual(place('extraTorsion', 12));
    expect(pressGridKey(from, key('a', { mod: true }))?.place.at).toEqual({ row: lastRow, col: lastCol });
  });
  test('Tab leaves at the end of a row, and anywhere after Escape', () => {
    expect(pressGridKey(place('tip', 28), key('Tab'))).toBeUndefined();
    expect(pressGridKey(place('tip', 18), key('Tab', { shift: true }))).toBeUndefined();
    const left = pressGridKey(place('tip', 13), key('Escape'));
    expect(left).toMatchObject({ act: { do: 'dismiss' } });
    expect(left && pressGridKey(left.place, key('Tab'))).toBeUndefined();
    expect(left && pressGridKey(left.place, key('ArrowLeft'))?.place.leaving).toBeUndefined();
    expect(onward({ row: 0, col: lastCol }, 'Tab', false)).toBeUndefined();
  });
});

describe('acting', () => {
  const act = (from: GridPlace, ...press: Parameters<typeof key>) => pressGridKey(from, key(...press))?.act;
  test('letters are codes in their row, a blank uses the tool', () => {
    expect(act(place('brackets', 11), 'h')).toEqual({ do: 'code', code: 'H' });
    expect(act(place('brackets', 11), 'Ｂ')).toEqual({ do: 'code', code: 'B' });
    expect(act(place('brackets', 11), ' ')).toEqual({ do: 'tool' });
    expect(act(place('brackets', 11), 'x')).toEqual({ do: 'edit', text: 'x' });
  });
  test('elsewhere what is typed begins an edit', () => {
    for (const typed of ['7', '-', '－', '.', 'b'])
      expect(act(place('tip', 11), typed)).toEqual({ do: 'edit', text: typed });
    expect(act(place('tip', 11), 'F2')).toEqual({ do: 'edit' });
    expect(act(place('tip', 11), ' ')).toBeUndefined();
  });
  test('Delete empties, Ctrl+Z takes back', () => {
    expect(act(place('tip', 11), 'Delete')).toEqual({ do: 'clear' });
    expect(act(place('tip', 11), 'z', { mod: true })).toEqual({ do: 'undo' });
    expect(act(place('tip', 11), 'Z', { mod: true, shift: true })).toEqual({ do: 'redo' });
    expect(act(place('tip', 11), 'y', { mod: true })).toEqual({ do: 'redo' });
  });
  test('the browser’s and the wizard’s own keys pass', () => {
    for (const name of ['c', 'v', 's', 'Enter', 'ArrowLeft'])
      expect(pressGridKey(place('tip', 11), key(name, { mod: true }))).toBeUndefined();
    for (const name of ['PageDown', 'F5', 'Shift', 'Dead', 'Process'])
      expect(pressGridKey(place('tip', 11), key(name))).toBeUndefined();
    expect(pressGridKey(place('tip', 11), key('PageDown', { alt: true }))).toBeUndefined();
  });
});

test('whatever is pressed, the place stays within the grid', () => {
  const names = fc.constantFrom(
    'ArrowLeft',
    'ArrowRight',
    'ArrowUp',
    'ArrowDown',
    'Home',
    'End',
    'Enter',
    'Tab',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(names, fc.boolean())), presses => {
      let now: GridPlace = alone({ row: 0, col: 0 });
      for (const [name, shift] of presses) now = pressGridKey(now, key(name, { shift }))?.place ?? now;
      expect(() => [cellAt(now.at), cellAt(now.anchor)]).not.toThrow();
    }),
    { seed: 4 },
  );
});

test('around the grid the letters of the codes and what takes back hold, and nothing else', () => {
  expect(pressAround(key('h'))).toEqual({ do: 'code', code: 'H' });
  expect(pressAround(key('z', { mod: true }))).toEqual({ do: 'undo' });
  expect(pressAround(key('z', { mod: true, shift: true }))).toEqual({ do: 'redo' });
  for (const name of ['z', '7', ' ', 'Enter', 'ArrowLeft', 'Delete', 'Escape'])
    expect(pressAround(key(name))).toBeUndefined();
  for (const name of ['h', 'a', 's']) expect(pressAround(key(name, { mod: true }))).toBeUndefined();
});
