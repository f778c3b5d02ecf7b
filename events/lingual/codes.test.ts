import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { options } from '../case/options.ts';
import { TEETH } from '../tooth/fdi.ts';
import {
  absenceCodeAt,
  addedSheetContradictions,
  type BracketCode,
  codesAt,
  findSheetContradictions,
  setCodeRemovingConflicts,
  setCodes,
  type ToothSheet,
  teethWithAppliance,
  teethWithoutTorque,
  withToothEntry,
} from './codes.ts';
import { toothMeasureNames } from './measures.ts';

const coded = (codes: Record<number, string>): ToothSheet => ({
  brackets: Object.fromEntries(
    Object.entries(codes).map(([tooth, text]) => [tooth, [...text] as BracketCode[]]),
  ),
});
const told = (sheet: ToothSheet) =>
  findSheetContradictions(sheet).map(c => `${c.field}.${c.tooth}: ${c.issue}`);

describe('bracket codes of a tooth', () => {
  it.each([
    ['BH', []],
    ['BHTRW', []],
    ['BP', []],
    ['E', []],
    ['EB', ['brackets.14: absent-coded']],
    ['MH', ['brackets.14: absent-coded']],
    ['EM', ['brackets.14: absent-coded']],
    ['BWP', ['brackets.14: wraps-conflict']],
    ['WPE', ['brackets.14: absent-coded']],
  ])('%s have the conflicts %j', (codes, conflicts) => {
    expect(told(coded({ 14: codes }))).toEqual(conflicts);
  });

  it('conflict with measures on an absent tooth', () => {
    const sheet = { ...coded({ 14: 'E', 24: 'B' }), torque: { 14: 7, 24: 7 }, slice: { 14: 0 } };
    expect(told(sheet)).toEqual(['torque.14: absent-measured', 'slice.14: absent-measured']);
  });

  it('are kept in the palette’s order and removed singly', () => {
    const { sheet } = setCodes(coded({ 11: 'H' }), 'B', [11, 21], true);
    expect([codesAt(sheet, 11), codesAt(sheet, 21)]).toEqual([['B', 'H'], ['B']]);
    expect(setCodes(sheet, 'B', [21], false).sheet.brackets).toEqual({ 11: ['B', 'H'] });
  });

  it('are refused only on the teeth where they conflict', () => {
    const { sheet, refused } = setCodes(coded({ 14: 'E', 24: 'M' }), 'B', [14, 13, 24], true);
    expect(refused).toMatchObject([
      { tooth: 14, issue: 'absent-coded', values: { code: 'E' } },
      { tooth: 24, values: { code: 'M' } },
    ]);
    expect(sheet).toEqual(coded({ 14: 'E', 24: 'M', 13: 'B' }));
  });

  it('can override conflicting codes and measures', () => {
    const sheet = { ...coded({ 14: 'BH', 15: 'E', 16: 'BP' }), torque: { 14: 7, 16: 3 } };
    expect(setCodeRemovingConflicts(sheet, 'E', 14)).toMatchObject({
      ...coded({ 14: 'E' }),
      torque: { 16: 3 },
    });
    expect(codesAt(setCodeRemovingConflicts(sheet, 'T', 15), 15)).toEqual(['T']);
    expect(codesAt(setCodeRemovingConflicts(sheet, 'W', 16), 16)).toEqual(['B', 'W']);
  });

  it('with an old conflict do not prevent codes on other teeth', () => {
    const before = coded({ 14: 'EB' });
    expect(addedSheetContradictions(before, withToothEntry(before, 'torque', 13, 7))).toEqual([]);
    expect(setCodes(before, 'B', [13], true).refused).toEqual([]);
  });
});

describe('the appliance', () => {
  it('is on every present tooth with a code', () => {
    expect(teethWithAppliance(coded({ 11: 'B', 14: 'E', 16: 'T', 28: 'M', 36: 'R' }))).toEqual([16, 11, 36]);
  });
  it('needs a torque on each of its teeth', () => {
    const sheet = { ...coded({ 11: 'B', 14: 'E', 16: 'T' }), torque: { 11: 0, 13: 4 } };
    expect(teethWithoutTorque(sheet)).toEqual([16]);
  });
});

it('no sequence of set, remove and override causes a conflict', () => {
  const press = fc.record({
    code: fc.constantFrom(...options.bracket),
    tooth: fc.constantFrom(...TEETH.slice(0, 4)),
    on: fc.boolean(),
    override: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(press), presses => {
      let sheet: ToothSheet = { torque: { 18: 7 } };
      for (const { code, tooth, on, override } of presses) {
        sheet = override
          ? setCodeRemovingConflicts(sheet, code, tooth)
          : setCodes(sheet, code, [tooth], on).sheet;
        expect(findSheetContradictions(sheet)).toEqual([]);
        if (override) expect(codesAt(sheet, tooth)).toContain(code);
        if (absenceCodeAt(sheet, tooth))
          expect(toothMeasureNames.some(m => sheet[m]?.[tooth] !== undefined)).toBe(false);
      }
    }),
    { numRuns: 200, seed: 7 },
  );
});
