import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { options } from '#events/case/options.ts';
import { type BracketCode, sortCodes, type ToothSheet } from '#events/lingual/codes.ts';
import { toothMeasureNames, toothMeasures } from '#events/lingual/measures.ts';
import { TEETH } from '#events/tooth/fdi.ts';
import { cellsAsTsv, pasteText } from './paste.ts';
import {
  cellAtSpot,
  fillFromCell,
  type GridArea,
  isLockedCell,
  lastCol,
  lastRow,
  normalizeSheet,
  parseCell,
  spotOfCell,
} from './sheet.ts';
import { formatTsv, parseTsv } from './tsv.ts';

const spots = fc.record({ row: fc.nat(lastRow), col: fc.nat(lastCol) });
const areas: fc.Arbitrary<GridArea> = fc.record({ from: spots, to: spots });
const all: GridArea = { from: { row: 0, col: 0 }, to: { row: lastRow, col: lastCol } };

/** Sheets with numbers on some teeth and codes on others, so that nothing contradicts. */
const sheets: fc.Arbitrary<ToothSheet> = fc
  .array(
    fc.record({
      tooth: fc.constantFrom(...TEETH),
      codes: fc.option(fc.subarray(['B', 'H', 'T', 'R', 'W'] as BracketCode[], { minLength: 1 }), {
        nil: undefined,
      }),
      numbers: fc.record(
        Object.fromEntries(
          toothMeasureNames.map(name => {
            const { min, max, decimals } = toothMeasures[name];
            const by = 10 ** decimals;
            const value = fc.integer({ min: min * by, max: max * by }).map(n => (n + 0) / by);
            return [name, fc.option(value, { nil: undefined })];
          }),
        ),
      ),
      gone: fc.option(fc.constantFrom<BracketCode>('E', 'M'), { nil: undefined, freq: 4 }),
    }),
  )
  .map(teeth => {
    const sheet: Record<string, Record<string, unknown>> = { brackets: {} };
    for (const { tooth, codes, numbers, gone } of teeth) {
      for (const name of toothMeasureNames) {
        const { [tooth]: _gone, ...rest } = sheet[name] ?? {};
        sheet[name] = gone || numbers[name] === undefined ? rest : { ...rest, [tooth]: numbers[name] || 0 };
      }
      const chosen = gone ? [gone] : codes && sortCodes(codes);
      const { [tooth]: _codes, ...others } = sheet.brackets ?? {};
      sheet.brackets = chosen ? { ...others, [tooth]: chosen } : others;
    }
    return normalizeSheet(sheet as ToothSheet);
  });

describe('the lingual grid', () => {
  test('has a codes row and four number rows per arch, with teeth in screen order', () => {
    expect([lastRow, lastCol]).toEqual([9, 15]);
    expect(cellAtSpot({ row: 0, col: 0 })).toEqual({ field: 'brackets', tooth: 18 });
    expect(cellAtSpot({ row: 4, col: 8 })).toEqual({ field: 'slice', tooth: 21 });
    expect(cellAtSpot({ row: 6, col: 15 })).toEqual({ field: 'torque', tooth: 38 });
    fc.assert(
      fc.property(spots, spot => {
        expect(spotOfCell(cellAtSpot(spot))).toEqual(spot);
      }),
      { seed: 4 },
    );
  });
  test('locks all cells of an absent tooth except its code', () => {
    const sheet: ToothSheet = { brackets: { 14: ['E'] } };
    expect([
      isLockedCell(sheet, { field: 'torque', tooth: 14 }),
      isLockedCell(sheet, { field: 'brackets', tooth: 14 }),
    ]).toEqual([true, false]);
    expect(isLockedCell(sheet, { field: 'torque', tooth: 15 })).toBe(false);
  });
});

describe('typed text in the lingual grid', () => {
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
  ])('reads %j as %d degrees', (text, value) => {
    expect(parseCell('torque', text)).toEqual({ entry: value });
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
  ])('rejects %j', (text, issue) => {
    expect(parseCell('torque', text)).toEqual({ issue });
  });
  test('reads slices in millimetres', () => {
    expect(parseCell('slice', '0,25 mm')).toEqual({ entry: 0.25 });
    expect(parseCell('slice', '１毫米')).toEqual({ issue: { issue: 'too-big', values: { max: 0.6 } } });
  });
  test.each([
    ['bh', ['B', 'H']],
    ['H, B', ['B', 'H']],
    ['ＢＨ', ['B', 'H']],
    ['B、T', ['B', 'T']],
    ['BB', ['B']],
  ])('reads %j as codes', (text, codes) => {
    expect(parseCell('brackets', text)).toEqual({ entry: codes });
  });
  test('rejects other letters as codes and reads empty text as no entry', () => {
    expect(parseCell('brackets', 'BX')).toEqual({ issue: { issue: 'code-unknown' } });
    for (const field of ['brackets', ...toothMeasureNames] as const)
      for (const text of ['', '  ', '\u3000']) expect(parseCell(field, text)).toEqual({ entry: undefined });
  });
});

describe('TSV blocks', () => {
  const cell = fc.oneof(fc.string(), fc.stringMatching(/^["\t\r\na, 7]{0,6}$/));
  test('are parsed as they were formatted', () => {
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
  ])('parse %j', (text, rows) => {
    expect(parseTsv(text)).toEqual(rows);
  });
});

describe('copy and paste in the lingual grid', () => {
  test('pasting a block where it was copied changes nothing', () => {
    fc.assert(
      fc.property(sheets, areas, (sheet, area) => {
        const back = pasteText(sheet, area, cellsAsTsv(sheet, area));
        expect(back.bad).toEqual([]);
        expect(normalizeSheet(back.sheet)).toEqual(sheet);
      }),
      { seed: 4 },
    );
  });
  test('pasting a whole sheet into an empty one copies it', () => {
    fc.assert(
      fc.property(sheets, sheet => {
        const { sheet: made, bad } = pasteText({}, all, cellsAsTsv(sheet, all));
        expect(bad).toEqual([]);
        expect(normalizeSheet(made)).toEqual(sheet);
      }),
      { seed: 4 },
    );
  });
  test('any paste keeps the sheet within its limits', () => {
    const text = fc
      .array(fc.constantFrom('7', '99', 'E', 'B', 'WP', '0.3', '', '\t', '\n', 'x'))
      .map(s => s.join(''));
    fc.assert(
      fc.property(sheets, areas, text, (sheet, area, typed) => {
        const made = pasteText(sheet, area, typed).sheet;
        const again = pasteText({}, all, cellsAsTsv(made, all));
        expect(again.bad).toEqual([]);
        expect(normalizeSheet(again.sheet)).toEqual(normalizeSheet(made));
      }),
      { seed: 4 },
    );
  });

  const at = (
    field: Parameters<typeof spotOfCell>[0]['field'],
    tooth: Parameters<typeof spotOfCell>[0]['tooth'],
  ) => {
    const spot = spotOfCell({ field, tooth });
    return { from: spot, to: spot };
  };
  test('a paste lists invalid cells and applies the others', () => {
    const { sheet, good, bad } = pasteText(
      { brackets: { 12: ['E'] } },
      at('torque', 14),
      '7\tabc\t3\t99\r\n',
    );
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
  test('a pasted code that contradicts existing values is left out', () => {
    const { sheet, bad } = pasteText({ torque: { 14: 7 } }, at('brackets', 14), 'E\tB');
    expect(bad).toMatchObject([{ cell: { field: 'brackets', tooth: 14 }, issue: 'absent-measured' }]);
    expect(sheet.brackets).toEqual({ 13: ['B'] });
  });
  test('a pasted code is accepted if the same block removes the contradiction', () => {
    const { sheet, bad } = pasteText({ torque: { 14: 7 } }, at('brackets', 14), 'E\n\n');
    expect(bad).toEqual([]);
    expect(sheet).toMatchObject({ brackets: { 14: ['E'] }, torque: {} });
  });
  test('a paste lists cells outside the grid, except blank ones', () => {
    const { bad, good } = pasteText({}, at('slice', 38), '0.1\t0.2\t\n0.3');
    expect(good).toBe(1);
    expect(bad).toEqual([
      { spot: { row: 9, col: 16 }, text: '0.2', issue: 'outside' },
      { spot: { row: 10, col: 15 }, text: '0.3', issue: 'outside' },
    ]);
  });
  test('a single copied cell fills the whole selection', () => {
    const area = {
      from: spotOfCell({ field: 'tip', tooth: 12 }),
      to: spotOfCell({ field: 'torque', tooth: 21 }),
    };
    const { sheet, good } = pasteText({}, area, '2\n');
    expect(good).toBe(9);
    expect(sheet.extraTorsion).toEqual({ 12: 2, 11: 2, 21: 2 });
  });
});

describe('filling in the lingual grid', () => {
  const sheet: ToothSheet = { brackets: { 12: ['B'], 11: ['B'], 22: ['M'] }, torque: { 12: 13 } };
  test('copies numbers to the teeth of the appliance', () => {
    expect(fillFromCell(sheet, { field: 'torque', tooth: 12 }, 'right').torque).toEqual({ 12: 13, 11: 13 });
    expect(fillFromCell({ torque: { 42: 5 } }, { field: 'torque', tooth: 42 }, 'right').torque).toMatchObject(
      {
        38: 5,
      },
    );
  });
  test('copies codes to all present teeth; a quadrant ends at the midline', () => {
    const { brackets } = fillFromCell(sheet, { field: 'brackets', tooth: 11 }, 'quadrant');
    expect(Object.keys(brackets ?? {})).toEqual(['11', '12', '13', '14', '15', '16', '17', '18', '22']);
    expect(fillFromCell(sheet, { field: 'brackets', tooth: 11 }, 'arch').brackets).toMatchObject({
      22: ['M'],
      28: ['B'],
    });
  });
  test('clears cells if the source cell is empty', () => {
    expect(fillFromCell(sheet, { field: 'torque', tooth: 11 }, 'quadrant').torque).toEqual({});
  });
});

test('every code of the list can be typed', () => {
  for (const code of options.bracket) expect(parseCell('brackets', code)).toEqual({ entry: [code] });
});
