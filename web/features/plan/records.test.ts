import { expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { pastAt, stateOf } from '#events/testing/past.ts';
import { everybody } from '#events/testing/people.ts';
import { presentCase } from '#projections/case/present.ts';
import { patientRecords } from './Records.tsx';

const file = (slot: string) => ({ id: slot, slot }) as never;

test('the patient’s records are in clinical order, photos first', () => {
  const records = patientRecords({
    pages: { images: 'open' } as never,
    files: [file('lateral'), file('panoramic'), file('face-smile'), file('face-frontal'), file('upper')],
  });
  expect(records?.map(({ slot }) => slot)).toEqual(['face-frontal', 'face-smile', 'panoramic', 'lateral']);
});

test('the patient’s records are visible to clinicians, not to analyst and manufacturer', () => {
  const row = stateOf(pastAt[Status.PrepareProduction]);
  const seen = everybody.flatMap(viewer => {
    const person = (id: string) => ({ id, name: id, position: 'Admin' as const });
    const view = presentCase(
      { id: row.caseId, row, position: 1n },
      { viewer, hidden: false, person, logId: 'log' },
      { find: () => undefined },
    );
    return view ? [[viewer.position, patientRecords(view) !== null] as const] : [];
  });
  const without = new Set(seen.filter(([, sees]) => !sees).map(([position]) => position));
  expect([...without].sort()).toEqual(['Analyst', 'VendorAdmin']);
  expect(seen.some(([position, sees]) => position === 'Doctor' && sees)).toBe(true);
});
