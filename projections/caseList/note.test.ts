import { expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { pastAt, stateOf } from '#events/testing/past.ts';
import { caseListRow } from './row.ts';

it('gives the reviewer’s note as the reason of a refused plan', () => {
  const [byDoctor, byExpert] = [
    stateOf(pastAt[Status.DoctorRejected]),
    stateOf(pastAt[Status.ExpertRejected]),
  ];
  expect(caseListRow(byDoctor).note).toBe(byDoctor.plans.at(-1)?.doctor?.note);
  expect(caseListRow(byExpert).note).toBe(byExpert.plans.at(-1)?.expert?.note);
  expect([caseListRow(byDoctor).note, caseListRow(byExpert).note]).not.toContain(null);
});
