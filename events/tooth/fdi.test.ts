import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as fdi from './fdi.ts';

const tooth = fc.constantFrom(...fdi.TEETH);

describe('the 32 teeth', () => {
  test('are in screen order, with the patient’s right on the left', () => {
    expect(fdi.TEETH).toHaveLength(32);
    expect(fdi.toothAtColumn('upper', 0)).toBe(18);
    expect(fdi.toothAtColumn('upper', 7)).toBe(11);
    expect(fdi.toothAtColumn('upper', 8)).toBe(21);
    expect(fdi.toothAtColumn('lower', 7)).toBe(41);
    expect(fdi.toothAtColumn('lower', 8)).toBe(31);
    expect(fdi.toothAtColumn('lower', 16)).toBeUndefined();
  });

  test.each([
    [14, 'upper', 1, 4, true],
    [28, 'upper', 2, 8, false],
    [31, 'lower', 3, 1, false],
    [46, 'lower', 4, 6, true],
  ] as const)(
    'include %i: %s, quadrant %i, position %i, right side: %s',
    (code, arch, quadrant, position, right) => {
      expect([
        fdi.archOf(code),
        fdi.quadrantOf(code),
        fdi.positionFromMidline(code),
        fdi.isOnRightSide(code),
      ]).toEqual([arch, quadrant, position, right]);
    },
  );

  test.each([10, 19, 29, 51, 85, 0, -11, 11.5, '11', null])('do not include %s', value => {
    expect(fdi.isFdi(value)).toBe(false);
  });
});

describe('contacts', () => {
  test('are 15 in each arch, over the midline as 11-21 and 41-31', () => {
    const all = fdi.contactKeys();
    expect(all).toHaveLength(30);
    expect(all.slice(0, 2)).toEqual(['18-17', '17-16']);
    expect(all).toContain('11-21');
    expect(all).toContain('41-31');
    expect(all).not.toContain('28-48');
  });

  test('skip absent teeth', () => {
    const upper = fdi.contactKeys([14, 18], 'upper');
    expect(upper).toContain('15-13');
    expect(upper).not.toContain('15-14');
    expect(upper[0]).toBe('17-16');
  });

  test('are one fewer than the present teeth; each key parses to its ordered pair', () => {
    fc.assert(
      fc.property(fc.uniqueArray(tooth, { maxLength: 14 }), absent => {
        for (const row of ['upper', 'lower'] as const) {
          const present = fdi.TEETH_BY_ARCH[row].filter(code => !absent.includes(code));
          const keys = fdi.contactKeys(absent, row);
          expect(keys).toHaveLength(present.length - 1);
          for (const key of keys) {
            const pair = fdi.parseContact(key);
            expect(pair && fdi.contactKey(pair[1], pair[0])).toBe(key);
          }
        }
      }),
    );
  });

  test.each(['21-11', '11-11', '11-41', '11/21', '19-18', '1-2', ''])('do not include %s', key => {
    expect(fdi.parseContact(key)).toBeUndefined();
  });
});

describe('tooth sets', () => {
  test('include 3-3 across the midline, in both arches or one', () => {
    expect(fdi.teethInSet('3-3')).toEqual([13, 12, 11, 21, 22, 23, 43, 42, 41, 31, 32, 33]);
    expect(fdi.teethInSet('4-4', 'lower')).toEqual([44, 43, 42, 41, 31, 32, 33, 34]);
  });

  test('have the right sizes', () => {
    const sizes = Object.fromEntries(
      Object.entries(fdi.TOOTH_SETS).map(([name, teeth]) => [name, teeth.length]),
    );
    expect(sizes).toEqual({
      '3-3': 12,
      '4-4': 16,
      '5-5': 20,
      '6-6': 24,
      premolars: 8,
      upper: 16,
      lower: 16,
      q1: 8,
      q2: 8,
      q3: 8,
      q4: 8,
    });
  });
});

describe('tooth notations', () => {
  test.each([
    [18, 1],
    [11, 8],
    [21, 9],
    [28, 16],
    [38, 17],
    [31, 24],
    [41, 25],
    [48, 32],
  ] as const)('convert %i to Universal %i', (code, universal) =>
    expect(fdi.toUniversal(code)).toBe(universal),
  );

  test('convert all 32 teeth to Universal and back', () => {
    const numbers = fdi.TEETH.map(fdi.toUniversal);
    expect(new Set(numbers).size).toBe(32);
    expect(numbers.map(fdi.fromUniversal)).toEqual(fdi.TEETH);
    expect([0, 33, -1].map(fdi.fromUniversal)).toEqual([undefined, undefined, undefined]);
  });

  test('give labels in FDI, Universal and Palmer', () => {
    expect([fdi.toothLabel(14), fdi.toothLabel(14, 'universal'), fdi.toothLabel(34, 'palmer')]).toEqual([
      '14',
      '5',
      'LL4',
    ]);
  });
});
