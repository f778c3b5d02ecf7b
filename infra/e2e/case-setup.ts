/** Creates cases at status 10 and 13, and submits plan versions over the API. */
import type { PlanBundle } from '#events/plan/bundle.ts';
import { draftCase, takeAction, uploadFile } from '../actors/http.ts';
import { type Client, signIn } from '../testing/client.ts';
import { expect } from './fixtures.ts';

type Files = readonly { name: string; bytes: Uint8Array }[];
const alone = (plan: PlanBundle): Files => [{ name: 'plan.json', bytes: Buffer.from(JSON.stringify(plan)) }];

export async function submitPlanVersion(
  technician: Client,
  caseId: string,
  plan: PlanBundle,
  name: string,
  files = alone(plan),
): Promise<void> {
  const ids: string[] = [];
  for (const { name: filename, bytes } of files)
    ids.push(await uploadFile(technician, bytes, { caseId, kind: 'plan', filename }));
  const { upperStages, lowerStages } = plan;
  await takeAction(technician, caseId, 'submitPlan', { name, upperStages, lowerStages, files: ids });
}

/** Creates a case of the doctor at status 10. @returns its id */
export async function createSubmittedCase(url: string): Promise<string> {
  const doctor = await signIn(url, 'doctor');
  const caseId = await draftCase(doctor);
  await takeAction(doctor, caseId, 'submitCase');
  return caseId;
}

/** An order that asks for IPR, so that a plan can satisfy, miss or exceed it. */
const withIpr = { markers: { ipr: [{ contact: '11-21', mm: 0.2 }], confirmed: true } };

/** Creates a case at status 13 that is assigned to the technician. @param user owner of the case */
export async function createCaseInDesign(url: string, user: 'doctor' | 'doctor2' = 'doctor2') {
  const [doctor, supervisor] = [await signIn(url, user), await signIn(url, 'supervisor')];
  const technician = await signIn(url, 'technician');
  const caseId = await draftCase(doctor, { sections: withIpr });
  await takeAction(doctor, caseId, 'submitCase');
  await takeAction(supervisor, caseId, 'acceptCase');
  const status = async () =>
    (await supervisor.get<{ header: { status: number } }>(`/api/cases/${caseId}`)).data.header.status;
  await expect.poll(status).toBe(21);
  await takeAction(supervisor, caseId, 'allocateCase');
  return { caseId, doctor, technician };
}
