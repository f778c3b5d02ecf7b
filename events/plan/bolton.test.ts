import { describe, expect, it } from 'vitest';
import { type Fdi, teethInSet } from '../tooth/fdi.ts';
import { boltonNorms, computeBolton, type ToothWidth, withEnteredWidths } from './bolton.ts';

/** Widths of both sides by position from the midline, mm. */
function widths(upper: readonly number[], lower: readonly number[]): Map<Fdi, ToothWidth> {
  const of = (row: 'upper' | 'lower', list: readonly number[]) =>
    teethInSet('6-6', row).map((fdi): [Fdi, ToothWidth] => [
      fdi,
      { mm: list[(fdi % 10) - 1] ?? 0, origin: 'measured' },
    ]);
  return new Map([...of('upper', upper), ...of('lower', lower)]);
}
/** Textbook widths (tooth/curve-data.ts): 45.4 to 36.0 mm in front, 94 to 86.6 overall. */
const usual = widths([8.5, 6.6, 7.6, 7.1, 6.9, 10.3], [5.3, 5.8, 6.9, 7, 7.1, 11.2]);

describe('Bolton', () => {
  it('divides the sum of the lower widths by that of the upper ones', () => {
    const front = computeBolton('anterior', usual);
    expect([front.lower, front.upper].map(v => v?.toFixed(2))).toEqual(['36.00', '45.40']);
    expect(front.ratio).toBeCloseTo((100 * 36) / 45.4, 9);
    const all = computeBolton('overall', usual);
    expect([all.lower, all.upper].map(v => v?.toFixed(2))).toEqual(['86.60', '94.00']);
    expect(all).toMatchObject({ missing: [], entered: [], origin: 'derived' });
  });
  it('above the norm gives the lower excess: L − U·0.772', () => {
    const { excess, flagged } = computeBolton('anterior', usual);
    expect(excess?.arch).toBe('lower');
    expect(excess?.mm).toBeCloseTo(36 - 45.4 * 0.772, 9);
    expect(flagged).toBe(false);
  });
  it('below the norm gives the upper excess: U − L/0.913', () => {
    const { excess, flagged } = computeBolton(
      'overall',
      widths([9, 7, 8, 7.5, 7.4, 11], [5.3, 5.8, 6.9, 7, 7.1, 11.2]),
    );
    expect(excess?.arch).toBe('upper');
    expect(excess?.mm).toBeCloseTo(99.8 - 86.6 / 0.913, 9);
    expect(flagged).toBe(true);
  });
  it.each([
    [77.2, false],
    [77.2 + 2 * 1.65 - 0.01, false],
    [77.2 + 2 * 1.65 + 0.01, true],
    [77.2 - 2 * 1.65 - 0.01, true],
  ])('flags a ratio beyond two deviations: %d', (ratio, flagged) => {
    // Small teeth, so that an excess of 2 mm is not reached first.
    const lower = (10 * ratio) / 100;
    const set = widths([1, 2, 2], [lower / 10, lower / 5, lower / 5]);
    expect(computeBolton('anterior', set)).toMatchObject({ flagged });
  });
  it('flags an excess of two millimetres', () => {
    const at = (mm: number) =>
      computeBolton('overall', withEnteredWidths(usual, new Map([[46, 11.2 - (86.6 - 94 * 0.913) + mm]])));
    expect(at(1.999).flagged).toBe(false);
    expect(at(2.001)).toMatchObject({ flagged: true, excess: { arch: 'lower' } });
  });
  it('has no ratio if a tooth is missing, and names it', () => {
    const gone = new Map(usual);
    gone.delete(12);
    gone.delete(36);
    expect(computeBolton('anterior', gone)).toMatchObject({
      ratio: null,
      excess: null,
      missing: [12],
      flagged: false,
    });
    expect(computeBolton('overall', gone)).toMatchObject({ ratio: null, lower: null, missing: [12, 36] });
  });
  it('ignores teeth behind the first molars', () => {
    const more = new Map(usual)
      .set(17, { mm: 14, origin: 'measured' })
      .set(37, { mm: 3, origin: 'measured' });
    expect(computeBolton('overall', more)).toEqual(computeBolton('overall', usual));
  });
  it('marks an entered width; removing it restores the measured one', () => {
    const edited = withEnteredWidths(usual, new Map([[11, 9]]));
    expect(edited.get(11)).toEqual({ mm: 9, origin: 'entered' });
    expect(computeBolton('anterior', edited)).toMatchObject({ entered: [11] });
    expect(computeBolton('anterior', edited).upper).toBeCloseTo(45.9, 9);
    expect(withEnteredWidths(usual, new Map([[11, null]]))).toEqual(usual);
    expect(usual.get(11)?.mm).toBe(8.5);
  });
  it('accepts other norms', () => {
    const norms = { ...boltonNorms, overall: { mean: 92.3, sd: 1.9, source: 'own' } };
    expect(computeBolton('overall', usual, norms).excess?.arch).toBe('upper');
    expect(computeBolton('overall', usual).excess?.arch).toBe('lower');
  });
});
