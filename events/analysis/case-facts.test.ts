import { describe, expect, it, test } from 'vitest';
import { ageBandOn } from './bands.ts';
import { caseFactsOf, factsOfErasedCase } from './case-facts.ts';

describe('an age band', () => {
  test.each([
    ['2026-03-01', '1999-03-01', '25-29'],
    ['2026-03-01', '1996-03-01', '30-34'],
    ['2026-03-01', '1996-03-02', '25-29'],
    ['2026-02-28', '2024-02-29', '0-4'],
    ['2026-03-01', '1946-03-01', '80+'],
    ['2026-03-01', '1910-01-01', '80+'],
  ])('on %s of somebody born on %s is %s', (day, born, band) => expect(ageBandOn(day, born)).toBe(band));

  it('is unknown without a birth date, and before the birth', () => {
    expect([ageBandOn('2026-03-01', undefined), ageBandOn('2026-03-01', '2026-03-02')]).toEqual([null, null]);
  });
});

describe('the facts of a case', () => {
  const sections = {
    patient: { name: '张伟', gender: 1, birthDate: '1999-02-28', address: '长江路 12 号', remarks: 'secret' },
    diagnosis: { flags: [92, 100], corrections: [157], complaint: '前牙不齐' },
    prescription: {
      method: 1,
      arch: 'both',
      extraction: 'no',
      ipr: 'not-sure',
      preset: 'Frau Müller',
      note: 'x',
    },
  } as const;

  it('are choices and bands', () => {
    expect(caseFactsOf('C1', structuredClone(sections) as never, '2026-03-01')).toEqual({
      ...{ caseId: 'C1', method: 1, productType: null, arch: 'both', extraction: false, ipr: null },
      ...{ preset: 'own', sex: 1, ageBand: '25-29', flags: [92, 100], corrections: [157], erased: false },
    });
  });

  it('name a built-in preset, but none that a doctor has named', () => {
    const facts = caseFactsOf('C1', { prescription: { preset: 'non-extraction' } }, '2026-03-01');
    expect(facts.preset).toBe('non-extraction');
  });

  it('are gone once the patient is erased', () => {
    const { caseId, erased, ...rest } = factsOfErasedCase('C1');
    expect([caseId, erased]).toEqual(['C1', true]);
    expect(Object.values(rest).filter(value => value !== null && JSON.stringify(value) !== '[]')).toEqual([]);
  });
});
