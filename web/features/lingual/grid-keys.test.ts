import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GridSelection, pressAroundGrid, pressGridKey, selectCell, spotAfterKey } from './grid-keys.ts';
import { cellAtSpot, lastCol, lastRow, type SheetCell, spotOfCell } from './sheet.ts';

const key = (name: string, more: { shift?: boolean; mod?: boolean; alt?: boolean } = {}) => ({
  key: name,
  shift: false,
  mod: false,
  alt: false,
  at: 0,
  ...more,
});
const place = (field: SheetCell['field'], tooth: SheetCell['tooth']): GridSelection =>
  selectCell(spotOfCell({ field, tooth }));
const ledTo = (from: GridSelection, ...press: Parameters<typeof key>) => {
  const step = pressGridKey(from, key(...press));
  return step && cellAtSpot(step.place.at);
};

describe('movement keys in the lingual grid', () => {
  test.each([
    ['ArrowRight', 'torque', 21],
    ['ArrowLeft', 'torque', 12],
    ['ArrowDown', 'extraTorsion', 11],
    ['ArrowUp', 'brackets', 11],
    ['Enter', 'extraTorsion', 11],
    ['Tab', 'torque', 21],
    ['Home', 'torque', 18],
    ['End', 'torque', 28],
  ] as const)('move with %s', (name, field, tooth) => {
    expect(ledTo(place('torque', 11), name)).toEqual({ field, tooth });
  });
  test('cross from the upper to the lower sheet and stop at the ends', () => {
    expect(ledTo(place('slice', 14), 'ArrowDown')).toEqual({ field: 'brackets', tooth: 44 });
    expect(ledTo(place('slice', 38), 'ArrowDown')).toEqual({ field: 'slice', tooth: 38 });
    expect(ledTo(place('torque', 14), 'Enter', { shift: true })).toEqual({ field: 'brackets', tooth: 14 });
  });
  test('select a range with Shift; any other move selects one cell', () => {
    const from = place('torque', 11);
    const wide = pressGridKey(from, key('ArrowDown', { shift: true }))?.place;
    expect(wide).toEqual({ at: { row: 2, col: 7 }, anchor: { row: 1, col: 7 } });
    expect(pressGridKey(wide ?? from, key('ArrowLeft'))?.place).toEqual(place('extraTorsion', 12));
    expect(pressGridKey(from, key('a', { mod: true }))?.place.at).toEqual({ row: lastRow, col: lastCol });
  });
  test('leave the grid with Tab at the end of a row, and anywhere after Escape', () => {
    expect(pressGridKey(place('tip', 28), key('Tab'))).toBeUndefined();
    expect(pressGridKey(place('tip', 18), key('Tab', { shift: true }))).toBeUndefined();
    const left = pressGridKey(place('tip', 13), key('Escape'));
    expect(left).toMatchObject({ act: { do: 'dismiss' } });
    expect(left && pressGridKey(left.place, key('Tab'))).toBeUndefined();
    expect(left && pressGridKey(left.place, key('ArrowLeft'))?.place.leaving).toBeUndefined();
    expect(spotAfterKey({ row: 0, col: lastCol }, 'Tab', false)).toBeUndefined();
  });
});

describe('action keys in the lingual grid', () => {
  const act = (from: GridSelection, ...press: Parameters<typeof key>) =>
    pressGridKey(from, key(...press))?.act;
  test('set codes by letter in the codes row; a blank uses the tool', () => {
    expect(act(place('brackets', 11), 'h')).toEqual({ do: 'code', code: 'H' });
    expect(act(place('brackets', 11), 'Ｂ')).toEqual({ do: 'code', code: 'B' });
    expect(act(place('brackets', 11), ' ')).toEqual({ do: 'tool' });
    expect(act(place('brackets', 11), 'x')).toEqual({ do: 'edit', text: 'x' });
  });
  test('start an edit in other rows', () => {
    for (const typed of ['7', '-', '－', '.', 'b'])
      expect(act(place('tip', 11), typed)).toEqual({ do: 'edit', text: typed });
    expect(act(place('tip', 11), 'F2')).toEqual({ do: 'edit' });
    expect(act(place('tip', 11), ' ')).toBeUndefined();
  });
  test('clear with Delete and undo with Ctrl+Z', () => {
    expect(act(place('tip', 11), 'Delete')).toEqual({ do: 'clear' });
    expect(act(place('tip', 11), 'z', { mod: true })).toEqual({ do: 'undo' });
    expect(act(place('tip', 11), 'Z', { mod: true, shift: true })).toEqual({ do: 'redo' });
    expect(act(place('tip', 11), 'y', { mod: true })).toEqual({ do: 'redo' });
  });
  test('ignore keys of the browser and the wizard', () => {
    for (const name of ['c', 'v', 's', 'Enter', 'ArrowLeft'])
      expect(pressGridKey(place('tip', 11), key(name, { mod: true }))).toBeUndefined();
    for (const name of ['PageDown', 'F5', 'Shift', 'Dead', 'Process'])
      expect(pressGridKey(place('tip', 11), key(name))).toBeUndefined();
    expect(pressGridKey(place('tip', 11), key('PageDown', { alt: true }))).toBeUndefined();
  });
});

test('any sequence of keys in the lingual grid keeps the place within the grid', () => {
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
      let now: GridSelection = selectCell({ row: 0, col: 0 });
      for (const [name, shift] of presses) now = pressGridKey(now, key(name, { shift }))?.place ?? now;
      expect(() => [cellAtSpot(now.at), cellAtSpot(now.anchor)]).not.toThrow();
    }),
    { seed: 4 },
  );
});

test('around the lingual grid, only code letters and undo are handled', () => {
  expect(pressAroundGrid(key('h'))).toEqual({ do: 'code', code: 'H' });
  expect(pressAroundGrid(key('z', { mod: true }))).toEqual({ do: 'undo' });
  expect(pressAroundGrid(key('z', { mod: true, shift: true }))).toEqual({ do: 'redo' });
  for (const name of ['z', '7', ' ', 'Enter', 'ArrowLeft', 'Delete', 'Escape'])
    expect(pressAroundGrid(key(name))).toBeUndefined();
  for (const name of ['h', 'a', 's']) expect(pressAroundGrid(key(name, { mod: true }))).toBeUndefined();
});
