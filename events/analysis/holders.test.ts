import { expect, test } from 'vitest';
import { Status, statusCodes, statuses } from '../case/status.ts';
import { caseHolderOf, caseHolders } from './holders.ts';

test('wear is with the patient, a parcel with the carrier, and neither with the laboratory', () => {
  const treated = [Status.AwaitingNextBatch, Status.AllSent, Status.InRefinement];
  expect(treated.map(caseHolderOf)).toEqual(['patient', 'patient', 'patient']);
  expect(caseHolderOf(Status.Shipping)).toBe('carrier');
  expect([Status.PrepareProduction, Status.DoctorRejected].map(caseHolderOf)).toEqual([
    'laboratory',
    'laboratory',
  ]);
});

test('a status that a doctor’s counter has is with the doctor', () => {
  for (const code of statusCodes)
    if (statuses[code].counter === 'doctorAdjust' || statuses[code].counter === 'toSubmit')
      expect(caseHolderOf(code), String(code)).toBe('doctor');
});

test('every holder has a status', () => {
  expect(new Set(statusCodes.map(caseHolderOf))).toEqual(new Set(caseHolders));
});
