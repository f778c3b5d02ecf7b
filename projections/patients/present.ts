/** The only way from a stored row of the patient list to a person. */
import { may, sees } from '#events/case/may.ts';
import { wirePosition } from '#events/wire.ts';
import { closedFor } from '../closed.ts';
import type { Found, Rows } from '../found.ts';
import { zoneOf } from '../people/row.ts';
import { maskName, type PresentCtx } from '../present.ts';
import type { PatientItem } from './item.ts';
import type { PatientRow } from './view.ts';

/** The row as this viewer gets it; undefined where it is not to be seen. */
export function presentPatient(
  { row, position }: Found<PatientRow>,
  ctx: PresentCtx,
  rows: Pick<Rows, 'find'>,
): PatientItem | undefined {
  const { viewer, hidden, person, logId } = ctx;
  if (viewer.position === 'VendorAdmin' || !sees(viewer, row)) return undefined;
  return closedFor(ctx, {
    caseId: row.caseId,
    patientName: hidden ? maskName(row.patientName) : row.patientName,
    gender: row.gender,
    birthDate: row.birthDate,
    clinic: row.clinic,
    owner: person(row.ownerId),
    status: row.status,
    method: row.method,
    productType: row.productType,
    flags: row.flags,
    corrections: row.corrections,
    parentId: row.parentId,
    wear: row.wear,
    missed: row.missed,
    limits: row.limits,
    zone: zoneOf(rows, row.orgId),
    keeps: may(viewer, 'recordWear', row) === 'yes',
    position: wirePosition(logId, position),
  });
}
