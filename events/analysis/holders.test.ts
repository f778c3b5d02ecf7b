import { expect, test } from 'vitest';
import { Status, statusCodes, statuses } from '../case/status.ts';
import { holderOf, holders } from './holders.ts';

test('wear is with the patient, a parcel with the carrier, and neither with the laboratory', () => {
  const treated = [Status.AwaitingNextBatch, Status.AllSent, Status.InRefinement];
  expect(treated.map(holderOf)).toEqual(['patient', 'patient', 'patient']);
  expect(holderOf(Status.Shipping)).toBe('carrier');
  expect([Status.PrepareProduction, Status.DoctorRejected].map(holderOf)).toEqual([
    'laboratory',
    'laboratory',
  ]);
});

test('a status that a doctor’s counter has is with the doctor', () => {
  for (const code of statusCodes)
    if (statuses[code].counter === 'doctorAdjust' || statuses[code].counter === 'toSubmit')
      expect(holderOf(code), String(code)).toBe('doctor');
});

test('every holder has a status', () => {
  expect(new Set(statusCodes.map(holderOf))).toEqual(new Set(holders));
});
