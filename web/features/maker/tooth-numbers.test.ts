import { describe, expect, it } from 'vitest';
import {
  duplicateToothNumbers,
  numberedTeeth,
  shiftToothNumbers,
  toothNumberProblems,
} from './tooth-numbers.ts';

describe('the tooth numbers of a plan', () => {
  it('report duplicates; omitted teeth are no duplicates', () => {
    expect([...duplicateToothNumbers([11, 12, null, 11, null])]).toEqual([11]);
    expect(toothNumberProblems({ upper: [11, 11, 12], lower: [null, null] })).toEqual([
      { row: 'upper', fdi: 11 },
      { row: 'lower', fdi: null },
    ]);
    expect(toothNumberProblems({ upper: [12, 11, 21] })).toEqual([]);
  });
  it('can be shifted by one place at once', () => {
    expect(shiftToothNumbers('upper', [12, 11, null, 21], 1)).toEqual([11, 21, null, 22]);
    expect(shiftToothNumbers('lower', [48, 41], -1)).toEqual([null, 42]);
  });
  it('are listed in screen order', () => {
    expect(numberedTeeth({ lower: [31, 41], upper: [21, 11, null] })).toEqual([11, 21, 41, 31]);
  });
});
