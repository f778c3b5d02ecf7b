import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { options } from '#events/case/options.ts';
import { type Code, sortCodes, type ToothSheet } from '#events/lingual/codes.ts';
import { measureNames, measures } from '#events/lingual/measures.ts';
import { TEETH } from '#events/tooth/fdi.ts';
import { copied, pasted } from './paste.ts';
import { type Area, cellAt, filled, isShut, lastCol, lastRow, readCell, sheetOf, spotOf } from './sheet.ts';
import { formatTsv, parseTsv } from './tsv.ts';

const spots = fc.record({ row: fc.nat(lastRow), col: fc.nat(lastCol) });
const areas: fc.Arbitrary<Area> = fc.record({ from: spots, to: spots });
const all: Area = { from: { row: 0, col: 0 }, to: { row: lastRow, col: lastCol } };

/** Numbers of the table on some teeth, codes on others: never both, so nothing contradicts. */
const sheets: fc.Arbitrary<ToothSheet> = fc
  .array(
    fc.record({
      tooth: fc.constantFrom(...TEETH),
      codes: fc.option(fc.subarray(['B', 'H', 'T', 'R', 'W'] as Code[], { minLength: 1 }), {
        nil: undefined,
      }),
      numbers: fc.record(
        Object.fromEntries(
          measureNames.map(name => {
            const { min, max, decimals } = measures[name];
            const by = 10 ** decimals;
            const value = fc.integer({ min: min * by, max: max * by }).map(n => (n + 0) / by);
            return [name, fc.option(value, { nil: undefined })];
          }),
        ),
      ),
      gone: fc.option(fc.constantFrom<Code>('E', 'M'), { nil: undefined, freq: 4 }),
    }),
  )
  .map(teeth => {
    const sheet: Record<string, Record<string, unknown>> = { brackets: {} };
    for (const { tooth, codes, numbers, gone } of teeth) {
      for (const name of measureNames) {
        const { [tooth]: _gone, ...rest } = sheet[name] ?? {};
        sheet[name] = gone || numbers[name] === undefined ? rest : { ...rest, [tooth]: numbers[name] || 0 };
      }
      const chosen = gone ? [gone] : codes && sortCodes(codes);
      const { [tooth]: _codes, ...others } = sheet.brackets ?? {};
      sheet.brackets = chosen ? { ...others, [tooth]: chosen } : others;
    }
    return sheetOf(sheet as ToothSheet);
  });

describe('the grid', () => {
  test('has codes and four numbers of each arch, teeth as they stand on screen', () => {
    expect([lastRow, lastCol]).toEqual([9, 15]);
    expect(cellAt({ row: 0, col: 0 })).toEqual({ field: 'brackets', tooth: 18 });
    expect(cellAt({ row: 4, col: 8 })).toEqual({ field: 'slice', tooth: 21 });
    expect(cellAt({ row: 6, col: 15 })).toEqual({ field: 'torque', tooth: 38 });
    fc.assert(
      fc.property(spots, spot => {
        expect(spotOf(cellAt(spot))).toEqual(spot);
      }),
      { seed: 4 },
    );
  });
  test('is shut below a tooth that is not there, but for its code', () => {
    const sheet: ToothSheet = { brackets: { 14: ['E'] } };
    expect([
      isShut(sheet, { field: 'torque', tooth: 14 }),
      isShut(sheet, { field: 'brackets', tooth: 14 }),
    ]).toEqual([true, false]);
    expect(isShut(sheet, { field: 'torque', tooth: 15 })).toBe(false);
  });
});

describe('what is typed', () => {
  test.each([
    ['7', 7],
    ['+7', 7],
    [' -7.5 ', -7.5],
    ['−7,5', -7.5],
    ['－１２．５', -12.5],
    ['＋３', 3],
    ['–4', -4],
    ['- 4', -4],
    ['13°', 13],
    ['13 deg', 13],
    ['１３度', 13],
    ['.5', 0.5],
    ['5.', 5],
    ['-0', 0],
    ['007', 7],
  ])('%j is %d degrees', (text, value) => {
    expect(readCell('torque', text)).toEqual({ entry: value });
  });
  test.each([
    ['abc', { issue: 'not-a-number' }],
    ['1 2', { issue: 'not-a-number' }],
    ['--3', { issue: 'not-a-number' }],
    ['-', { issue: 'not-a-number' }],
    ['1e1', { issue: 'not-a-number' }],
    ['Infinity', { issue: 'not-a-number' }],
    ['1.2.3', { issue: 'not-a-number' }],
    ['七', { issue: 'not-a-number' }],
    ['61', { issue: 'too-big', values: { max: 60 } }],
    ['-60.1', { issue: 'too-small', values: { min: -60 } }],
    ['1.25', { issue: 'too-fine', values: { decimals: 1 } }],
  ])('%j is refused', (text, issue) => {
    expect(readCell('torque', text)).toEqual({ issue });
  });
  test('a slice is in millimetres', () => {
    expect(readCell('slice', '0,25 mm')).toEqual({ entry: 0.25 });
    expect(readCell('slice', '１毫米')).toEqual({ issue: { issue: 'too-big', values: { max: 0.6 } } });
  });
  test.each([
    ['bh', ['B', 'H']],
    ['H, B', ['B', 'H']],
    ['ＢＨ', ['B', 'H']],
    ['B、T', ['B', 'T']],
    ['BB', ['B']],
  ])('%j are codes', (text, codes) => {
    expect(readCell('brackets', text)).toEqual({ entry: codes });
  });
  test('another letter is no code, nothing is no entry', () => {
    expect(readCell('brackets', 'BX')).toEqual({ issue: { issue: 'code-unknown' } });
    for (const field of ['brackets', ...measureNames] as const)
      for (const text of ['', '  ', '\u3000']) expect(readCell(field, text)).toEqual({ entry: undefined });
  });
});

describe('blocks of cells', () => {
  const cell = fc.oneof(fc.string(), fc.stringMatching(/^["\t\r\na, 7]{0,6}$/));
  test('are read as they were written', () => {
    const block = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(block, rows => {
        expect(parseTsv(formatTsv(rows))).toEqual(rows);
      }),
      { seed: 4 },
    );
  });
  test.each([
    [
      '1\t2\r\n3\t4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      '1\t2\n3\t4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      '1\t\n\t4\n',
      [
        ['1', ''],
        ['', '4'],
      ],
    ],
    ['"a\nb"\t"say ""x"""', [['a\nb', 'say "x"']]],
    ['"open\tb', [['"open', 'b']]],
    ['', [['']]],
  ])('%j', (text, rows) => {
    expect(parseTsv(text)).toEqual(rows);
  });
});

describe('copy and paste', () => {
  test('what was copied and is pasted where it was changes nothing', () => {
    fc.assert(
      fc.property(sheets, areas, (sheet, area) => {
        const back = pasted(sheet, area, copied(sheet, area));
        expect(back.bad).toEqual([]);
        expect(sheetOf(back.sheet)).toEqual(sheet);
      }),
      { seed: 4 },
    );
  });
  test('a whole sheet pasted into an empty one is that sheet', () => {
    fc.assert(
      fc.property(sheets, sheet => {
        const { sheet: made, bad } = pasted({}, all, copied(sheet, all));
        expect(bad).toEqual([]);
        expect(sheetOf(made)).toEqual(sheet);
      }),
      { seed: 4 },
    );
  });
  test('whatever is pasted, the sheet stays within its limits', () => {
    const text = fc
      .array(fc.constantFrom('7', '99', 'E', 'B', 'WP', '0.3', '', '\t', '\n', 'x'))
      .map(s => s.join(''));
    fc.assert(
      fc.property(sheets, areas, text, (sheet, area, typed) => {
        const made = pasted(sheet, area, typed).sheet;
        const again = pasted({}, all, copied(made, all));
        expect(again.bad).toEqual([]);
        expect(sheetOf(again.sheet)).toEqual(sheetOf(made));
      }),
      { seed: 4 },
    );
  });

  const at = (field: Parameters<typeof spotOf>[0]['field'], tooth: Parameters<typeof spotOf>[0]['tooth']) => {
    const spot = spotOf({ field, tooth });
    return { from: spot, to: spot };
  };
  test('cells that cannot be taken are named, the others are ready', () => {
    const { sheet, good, bad } = pasted({ brackets: { 12: ['E'] } }, at('torque', 14), '7\tabc\t3\t99\r\n');
    expect(sheet.torque).toEqual({ 14: 7 });
    expect(good).toBe(1);
    expect(bad).toMatchObject([
      { cell: { field: 'torque', tooth: 13 }, text: 'abc', issue: 'not-a-number' },
      { cell: { field: 'torque', tooth: 11 }, text: '99', issue: 'too-big', values: { max: 60 } },
      {
        cell: { field: 'torque', tooth: 12 },
        text: '3',
        issue: 'absent-measured',
        values: { tooth: 12, code: 'E' },
      },
    ]);
  });
  test('a code that contradicts what stands there is the one that is left out', () => {
    const { sheet, bad } = pasted({ torque: { 14: 7 } }, at('brackets', 14), 'E\tB');
    expect(bad).toMatchObject([{ cell: { field: 'brackets', tooth: 14 }, issue: 'absent-measured' }]);
    expect(sheet.brackets).toEqual({ 13: ['B'] });
  });
  test('a code that makes room within the same block is taken', () => {
    const { sheet, bad } = pasted({ torque: { 14: 7 } }, at('brackets', 14), 'E\n\n');
    expect(bad).toEqual([]);
    expect(sheet).toMatchObject({ brackets: { 14: ['E'] }, torque: {} });
  });
  test('what would lie outside of the grid is named, blanks there are nothing', () => {
    const { bad, good } = pasted({}, at('slice', 38), '0.1\t0.2\t\n0.3');
    expect(good).toBe(1);
    expect(bad).toEqual([
      { spot: { row: 9, col: 16 }, text: '0.2', issue: 'outside' },
      { spot: { row: 10, col: 15 }, text: '0.3', issue: 'outside' },
    ]);
  });
  test('one cell fills the whole selection', () => {
    const area = { from: spotOf({ field: 'tip', tooth: 12 }), to: spotOf({ field: 'torque', tooth: 21 }) };
    const { sheet, good } = pasted({}, area, '2\n');
    expect(good).toBe(9);
    expect(sheet.extraTorsion).toEqual({ 12: 2, 11: 2, 21: 2 });
  });
});

describe('filling', () => {
  const sheet: ToothSheet = { brackets: { 12: ['B'], 11: ['B'], 22: ['M'] }, torque: { 12: 13 } };
  test('numbers go to the teeth of the appliance', () => {
    expect(filled(sheet, { field: 'torque', tooth: 12 }, 'right').torque).toEqual({ 12: 13, 11: 13 });
    expect(filled({ torque: { 42: 5 } }, { field: 'torque', tooth: 42 }, 'right').torque).toMatchObject({
      38: 5,
    });
  });
  test('codes go everywhere but where no tooth is; a quadrant ends at the midline', () => {
    const { brackets } = filled(sheet, { field: 'brackets', tooth: 11 }, 'quadrant');
    expect(Object.keys(brackets ?? {})).toEqual(['11', '12', '13', '14', '15', '16', '17', '18', '22']);
    expect(filled(sheet, { field: 'brackets', tooth: 11 }, 'arch').brackets).toMatchObject({
      22: ['M'],
      28: ['B'],
    });
  });
  test('an empty cell empties', () => {
    expect(filled(sheet, { field: 'torque', tooth: 11 }, 'quadrant').torque).toEqual({});
  });
});

test('every code of the list can be typed', () => {
  for (const code of options.bracket) expect(readCell('brackets', code)).toEqual({ entry: [code] });
});
