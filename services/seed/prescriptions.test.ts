import { describe, expect, test } from 'vitest';
import { orderedArches } from '#events/case/draft.ts';
import { findContradictions } from '#events/contradiction/contradictions.ts';
import { findOrderDeviations, type OrderSections } from '#events/plan/order-check.ts';
import { samplePatient } from '#events/script/orders.ts';
import { generatePlan, revisedPlanOf } from '#workers/teeth/plan.ts';
import { demoCases, lifecyclePaths } from './cases.ts';
import { planWishOf } from './patients.ts';
import { type DemoTreatmentName, demoTreatments } from './prescriptions.ts';

const names = Object.keys(demoTreatments) as DemoTreatmentName[];

function planOf(name: DemoTreatmentName, version: 1 | 2) {
  const { seed, wish } = planWishOf(name);
  const first = generatePlan(seed, wish);
  return (version > 1 ? revisedPlanOf(first) : first).draft;
}
/** Cast: the tables are readonly, but nothing here writes. */
const orderOf = (name: DemoTreatmentName) =>
  structuredClone<OrderSections>(demoTreatments[name] as unknown as OrderSections);

describe('prescriptions of the demo', () => {
  test.each(names)('%s has no contradictions', name => {
    const { diagnosis, prescription, markers } = demoTreatments[name];
    const born = demoCases.filter(c => c.treatment === name).map(c => c.patient.birthDate);
    const files = orderedArches(prescription).map(slot => ({ kind: 'stl' as const, slot }));
    for (const birthDate of born) {
      const sections = {
        patient: { ...samplePatient, birthDate },
        diagnosis,
        prescription,
        markers,
        data: {},
      };
      // Cast: the tables are readonly, but nothing here writes.
      const facts = { sections: structuredClone(sections), files, today: '2026-11-21' };
      expect(findContradictions(facts as Parameters<typeof findContradictions>[0])).toEqual([]);
    }
    expect(born.length).toBeGreaterThan(0);
  });

  test.each(names.filter(name => name !== 'lingual'))('%s matches its plan', name => {
    expect(findOrderDeviations(planOf(name, 1), orderOf(name))).toEqual([]);
  });

  test('a second plan strips more than prescribed, so that one case shows the warning', () => {
    expect(findOrderDeviations(planOf('crowding', 2), orderOf('crowding'))).toEqual([
      { kind: 'ipr', contact: '12-11', planned: 0.4, ordered: 0.3 },
    ]);
    const again = demoCases.filter(
      c => lifecyclePaths[c.path].filter(step => step === 'submitPlan').length > 1,
    );
    expect(again.filter(c => c.treatment === 'crowding').map(c => c.patient.name)).toEqual([
      'Charlotte Dubois',
    ]);
  });
});
