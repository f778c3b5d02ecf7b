import { describe, expect, it } from 'vitest';
import { doubled, presentTeeth, problemsOf, shifted } from './numbers.ts';

describe('numbers of teeth', () => {
  it('that stand twice are told, those that are left out are none', () => {
    expect([...doubled([11, 12, null, 11, null])]).toEqual([11]);
    expect(problemsOf({ upper: [11, 11, 12], lower: [null, null] })).toEqual([
      { row: 'upper', fdi: 11 },
      { row: 'lower', fdi: null },
    ]);
    expect(problemsOf({ upper: [12, 11, 21] })).toEqual([]);
  });
  it('that are wrong by one are put right at once', () => {
    expect(shifted('upper', [12, 11, null, 21], 1)).toEqual([11, 21, null, 22]);
    expect(shifted('lower', [48, 41], -1)).toEqual([null, 42]);
  });
  it('are told in screen order', () => {
    expect(presentTeeth({ lower: [31, 41], upper: [21, 11, null] })).toEqual([11, 21, 41, 31]);
  });
});
