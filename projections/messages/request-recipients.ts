/** Recipients of messages about a patient's data requests. */
import type { DataRequest } from '#events/dataRequest/data-request.ts';
import { dataRequestId, patientIdOfRequest } from '#events/dataRequest/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { recordOf } from '#events/streams.ts';
import { staffIdsOf } from '../people/row.ts';
import type { RowReader } from '../view.ts';

/** Possible second persons get a request; its asker and second person get its outcome. */
export function recipientsOfRequest(event: Recorded, read: RowReader): string[] {
  const e = recordOf('dataRequest', event);
  if (e.type === 'DataRequested') {
    const { ownerId, colleagueId, servedBy } = e.data;
    return others(event, [ownerId, colleagueId, ...staffIdsOf(read, servedBy, 'Admin')]);
  }
  const id = dataRequestId(patientIdOfRequest(event), e.data.request);
  const row = read.row<DataRequest>('dataRequests', id);
  if (!row || e.type === 'PatientCopyStopped') return [];
  return others(event, [row.by, e.type === 'PatientErasureDone' ? (row.confirmed?.by ?? null) : null]);
}

const others = ({ by }: Recorded, people: readonly (string | null)[]): string[] => [
  ...new Set(people.flatMap(id => (id === null || id === by ? [] : [id]))),
];
