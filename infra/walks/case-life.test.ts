/**
 * The whole life of a case over HTTP and socket, along paths that the end-to-end tests in the browser do not
 * take.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { sampleAlignerOrder } from '#events/script/orders.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { completeDraft, draftCase, takeAction } from '../actors/http.ts';
import type { LiveConnection } from '../testing/client.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { type ClientByDemoUser, signInAllUsers } from './demo-users.ts';
import { pollUntil, readCase, waitForStatus } from './polling.ts';

let server: ServerProcess;
let people: ClientByDemoUser;
let watching: LiveConnection;

beforeAll(async () => {
  server = await startServer({ pages: false });
  people = await signInAllUsers(server.url);
  watching = await people.doctor.live((await people.doctor.get('/api/cases')).position);
});
afterAll(async () => {
  watching?.close();
  await server?.stop();
});

/** Successive statuses of a case that the owner's socket received. */
const told = (caseId: string): number[] => {
  const all = watching.rows.flatMap(m => m.rows).filter(r => r.view === 'caseList' && r.id === caseId);
  return all
    .flatMap(r => (r.row ? [(r.row as { status: number }).status] : []))
    .filter((s, i, list) => s !== list[i - 1]);
};

describe('a case over HTTP and socket', () => {
  let caseId = '';

  it('22 → 9 → 10 → 9 → 10 → 20 → 10 → 27 → 12: plaster models, withdrawn, sent back, accepted, scanned', async () => {
    const { doctor, supervisor, service, technician } = people;
    const data = { ...sampleAlignerOrder.data, courier: 2 };
    caseId = await draftCase(doctor, { models: false, sections: { data } });
    await waitForStatus(doctor, caseId, 22);
    await doctor.put(`/api/cases/${caseId}/data`, { ...data, trackingNumber: 'EMS123456789' });
    await waitForStatus(doctor, caseId, 9);
    await takeAction(doctor, caseId, 'submitCase');
    await takeAction(doctor, caseId, 'withdraw');
    await waitForStatus(doctor, caseId, 9);
    expect((await supervisor.get(`/api/cases/${caseId}`)).http).toBe(404);
    await takeAction(doctor, caseId, 'submitCase');
    await takeAction(supervisor, caseId, 'deniedCase', { note: '请补充咬合记录。' });
    expect((await readCase(doctor, caseId)).denial?.note).toBe('请补充咬合记录。');
    await takeAction(doctor, caseId, 'submitCase');
    await takeAction(service, caseId, 'acceptCase');
    await waitForStatus(technician, caseId, 27);
    await takeAction(technician, caseId, 'scansRecorded');
    await waitForStatus(supervisor, caseId, 21);
  });

  it('13 → 28 → 13 → 28 → 29 → 13: target positions, refused and approved', async () => {
    const { supervisor, technician, expert, doctor } = people;
    const { data } = await supervisor.get<{ items: { id: string; name: string }[] }>(
      '/api/users?position=Technician',
    );
    expect(data.items.map(p => p.id)).toContain('p-technician');
    await takeAction(supervisor, caseId, 'allocateCase');
    await takeAction(technician, caseId, 'submitTarget');
    expect((await readCase(doctor, caseId)).header.statusWord).toBe('28.doctor');
    expect((await readCase(expert, caseId)).header.statusWord).toBe('28');
    await takeAction(expert, caseId, 'targetExpertReview', {
      result: 'refused',
      note: 'Overjet remains 4 mm.',
    });
    await waitForStatus(technician, caseId, 13);
    await takeAction(technician, caseId, 'submitTarget');
    await takeAction(expert, caseId, 'targetExpertReview');
    await takeAction(doctor, caseId, 'targetDoctorReview');
    await waitForStatus(technician, caseId, 13);
  });

  it('16 → 13 voids the approval; 23 → 16 reopens the lost stages', async () => {
    const { technician, expert, doctor, vendor } = people;
    const approve = async () => {
      await takeAction(technician, caseId, 'submitPlan');
      await takeAction(expert, caseId, 'qualityAudit');
      await takeAction(doctor, caseId, 'confirmDoctor');
    };
    await approve();
    await takeAction(vendor, caseId, 'returnToDesign');
    expect((await readCase(doctor, caseId)).approved).toBeNull();
    await approve();
    await takeAction(vendor, caseId, 'scheduleProduction', {
      upper: { from: 1, to: 2 },
      lower: { from: 1, to: 2 },
    });
    await takeAction(vendor, caseId, 'ship');
    await takeAction(doctor, caseId, 'reportLost');
    const lost = await readCase(vendor, caseId);
    expect(lost.header.status).toBe(Status.PrepareProduction);
    expect(lost.remaining).toEqual({ upper: { from: 1, to: 4 }, lower: { from: 1, to: 3 } });
  });

  it('16 → 17 → 23 → 25 → … → 30 → 26, and completing its refinement at 24 completes it', async () => {
    const { vendor, doctor, supervisor } = people;
    await takeAction(vendor, caseId, 'scheduleProduction', { upper: { from: 1, to: 2 } });
    await takeAction(vendor, caseId, 'ship');
    await takeAction(doctor, caseId, 'confirmReceipt');
    await waitForStatus(doctor, caseId, 25);
    await takeAction(doctor, caseId, 'nextBatch');
    await takeAction(vendor, caseId, 'scheduleProduction');
    await takeAction(vendor, caseId, 'ship');
    await takeAction(doctor, caseId, 'confirmReceipt');
    await waitForStatus(doctor, caseId, 30);
    await takeAction(doctor, caseId, 'refine');
    const { header } = await readCase(doctor, caseId);
    expect(header.status).toBe(Status.InRefinement);
    const child = await readCase(doctor, header.childId ?? '');
    // The order is copied into the refinement, but its tooth marks must be confirmed again.
    expect(child.header).toMatchObject({
      parentId: caseId,
      status: Status.ToothMarkersIncomplete,
      patientName: sampleAlignerOrder.patient.name,
    });
    for (const one of [caseId, child.caseId]) {
      const { data } = await doctor.get<{ items: CaseListItem[] }>(`/api/cases/${one}/lineage`);
      expect(data.items.map(item => item.caseId)).toEqual([caseId, child.caseId]);
    }
    await refined(child.caseId);
    await waitForStatus(doctor, child.caseId, 24);
    await waitForStatus(doctor, caseId, 24);
    expect((await supervisor.get(`/api/cases/${caseId}`)).http).toBe(200);
  });

  it('pushed every status to the owner, in order', async () => {
    const way = [
      0, 1, 6, 7, 22, 9, 10, 9, 10, 20, 10, 27, 12, 21, 13, 28, 13, 28, 29, 13, 14, 15, 16, 13, 14, 15, 16,
      17, 23, 16, 17, 23, 25, 16, 17, 23, 30, 26, 24,
    ];
    const seen = await pollUntil(
      () => told(caseId),
      list => list.at(-1) === 24,
      'the last status never arrived',
    );
    // Consecutive automatic steps may share a push, so statuses may be missing but never out of order.
    let at = 0;
    for (const status of seen) {
      while (at < way.length && way[at] !== status) at++;
      expect(way[at], `${status} in ${seen.join(' ')}`).toBe(status);
    }
    expect(seen.length).toBeGreaterThan(way.length / 2);
  });

  async function refined(id: string): Promise<void> {
    const { doctor, supervisor, vendor, expert, technician } = people;
    await completeDraft(doctor, id);
    await waitForStatus(doctor, id, 9);
    await takeAction(doctor, id, 'submitCase');
    await takeAction(supervisor, id, 'acceptCase');
    await waitForStatus(supervisor, id, 21);
    await takeAction(supervisor, id, 'allocateCase');
    await takeAction(technician, id, 'submitPlan');
    await takeAction(expert, id, 'qualityAudit');
    await takeAction(doctor, id, 'confirmDoctor');
    await takeAction(vendor, id, 'scheduleProduction');
    await takeAction(vendor, id, 'ship');
    await takeAction(doctor, id, 'confirmReceipt');
    await takeAction(doctor, id, 'complete');
  }
});
