import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import type { PatientItem } from '#projections/patients/view.ts';
import { patientColumns } from './patient-columns.tsx';

/** A patient who reported one change, and then none, in January. */
const late: PatientItem = {
  ...{ caseId: 'ABC234', patientName: '李**', gender: null, birthDate: null, clinic: null, parentId: null },
  ...{ owner: { id: 'p-doctor', name: 'P', position: 'Doctor' }, status: Status.AllSent, position: 'x-1' },
  ...{ method: null, productType: null, flags: [], corrections: [], missed: [], zone: 'UTC', keeps: false },
  wear: {
    ...{ start: '2026-01-05', stage: 1, days: 7, by: 'p-doctor', at: '2026-01-05T08:00:00Z' },
    ...{ holds: [], longer: {}, changes: [{ stage: 2, on: '2026-01-14', by: 'patient' }] },
  },
  limits: { total: { upper: 9, lower: 9 }, received: { upper: 9, lower: 9 } },
};

it('a late patient’s row offers a message only to people who may write about the case', () => {
  const cellOf = (talks: boolean) => {
    const t = (key: string) => key;
    const world = { t: t as never, now: Date.parse('2026-03-01'), hrefOf: () => '/', talks };
    const column = patientColumns(world).find(({ id }) => id === 'action');
    return renderToString(column?.cell(late));
  };
  expect(cellOf(true)).toContain('wear:message');
  expect(cellOf(false)).not.toContain('wear:message');
  expect(cellOf(false)).toContain('wear:open');
});
