import { describe, expect, test } from 'vitest';
import { orderedArches } from '#events/case/draft.ts';
import { contradictions } from '#events/contradiction/contradictions.ts';
import { patient } from '#events/testing/sections.ts';
import { demoCases } from './cases.ts';
import { type TreatmentName, treatments } from './prescriptions.ts';

const names = Object.keys(treatments) as TreatmentName[];

describe('what the demo’s doctors order', () => {
  test.each(names)('%s agrees with itself', name => {
    const { diagnosis, prescription, markers } = treatments[name];
    const born = demoCases.filter(c => c.treatment === name).map(c => c.patient.birthDate);
    const files = orderedArches(prescription).map(slot => ({ kind: 'stl' as const, slot }));
    for (const birthDate of born) {
      const sections = { patient: { ...patient, birthDate }, diagnosis, prescription, markers, data: {} };
      // The tables are readonly; nothing here writes.
      const facts = { sections: structuredClone(sections), files, today: '2026-11-21' };
      expect(contradictions(facts as Parameters<typeof contradictions>[0])).toEqual([]);
    }
    expect(born.length).toBeGreaterThan(0);
  });
});
