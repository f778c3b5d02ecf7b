/** Finds cases with an aligner in wear. */
import { Status } from '#events/case/status.ts';
import type { PatientList } from '#projections/patients/view.ts';
import type { Client } from '../testing/client.ts';

/**
 * Returns the id of a case with an aligner in wear and at least `days` days left. Looks at all patients, because another
 * test may have paused one.
 * @throws Error if there is none
 */
export async function findWornCase(doctor: Client, days = 0): Promise<string> {
  const { data } = await doctor.get<PatientList>('/api/patients?size=100');
  for (const { caseId } of data.items.filter(({ status }) => status === Status.AwaitingNextBatch)) {
    const { data: wear } = await doctor.get<{ now: { state: string; left: number } | null }>(
      `/api/cases/${caseId}/wear`,
    );
    if (wear.now?.state === 'worn' && wear.now.left >= days) return caseId;
  }
  throw new Error('no patient of the doctor wears an aligner');
}
