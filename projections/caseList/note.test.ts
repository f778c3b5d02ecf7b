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

it('gives the reviewer’s keyed reasons beside the note, and none if they were not said', () => {
  const at = (status: Status) => caseListRow(stateOf(pastAt[status]));
  expect(at(Status.DoctorRejected).reasons).toEqual(['midline', 'ipr']);
  expect(at(Status.ExpertRejected).reasons).toEqual([]);
  expect(at(Status.PlanUnderDesign)).toMatchObject({ note: null, reasons: [] });
});
