import { afterEach, describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import {
  eventsOfApprovedCase,
  eventsOfProduction,
  openTestReadModels,
  type TestReadModels,
} from '../testing/test-read-models.ts';

const opened: TestReadModels[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const id = 'C2K7QM';
async function givenStory(): Promise<TestReadModels> {
  const all = await openTestReadModels();
  opened.push(all);
  for (const [by, event] of [...eventsOfApprovedCase, ...eventsOfProduction]) await all.say(id, by, event);
  return all;
}

describe('the history of a case', () => {
  it('has a line for each event with person, time, reached status and facts', async () => {
    const { models, as } = await givenStory();
    const lines = models.history(as('doctor'), id) ?? [];
    expect(lines.map(l => l.type)).toEqual(
      [...eventsOfApprovedCase, ...eventsOfProduction].map(([, e]) => e.type),
    );
    expect(lines[1]).toMatchObject({ facts: { section: 'patient', fields: ['name'] }, to: 0, note: null });
    expect(lines[3]).toMatchObject({ facts: { kind: 'photo', slot: 'face-frontal' } });
    expect(lines[8]).toMatchObject({
      ...{
        id: 'C2K7QM:000008',
        revision: 8,
        by: { id: 'supervisor', name: '赵主管' },
        to: 13,
        statusWord: '13',
      },
      note: '加急',
      facts: { assigneeId: 'technician', assignee: '陈师傅' },
    });
    expect(lines.at(-2)).toMatchObject({ facts: { trackingNumber: 'EMS123456789', quantity: 6 } });
    expect(lines.map(l => l.at)).toEqual(lines.map(l => l.at).toSorted());
  });

  it('gives the kind and slot of a removed file', async () => {
    const all = await givenStory();
    await all.say(id, 'doctor', { type: 'FileRemoved', data: { to: Status.ToSubmit, fileId: 'f2' } });
    expect(all.models.history(all.as('doctor'), id)?.at(-1)?.facts).toEqual({ kind: 'stl', slot: 'upper' });
  });

  it('shows the manufacturer only lines that are opened for it', async () => {
    const { models, as } = await givenStory();
    const lines = models.history(as('vendor'), id) ?? [];
    expect(lines.map(l => [l.type, l.note])).toEqual([
      ['PlanDoctorReviewed', null],
      ['ProductionScheduled', null],
      ['BatchShipped', null],
      ['ShipmentLost', '没有收到'],
    ]);
  });

  it('gives keyed reasons to viewers of the note, and to an Analyst without it', async () => {
    const all = await givenStory();
    await all.say(id, 'vendor', {
      type: 'BatchFailed',
      data: { to: Status.PrepareProduction, batch: 1, reasons: ['defect'] },
      personal: { note: '切割时撕裂' },
    });
    await all.say(id, 'doctor', {
      type: 'RefinementOpened',
      data: { to: Status.InRefinement, childId: 'CHLD22', reasons: ['movement', 'space'] },
      personal: { reason: '13 未纠正扭转' },
    });
    const said = (who: string) =>
      all.models
        .history(all.as(who), id)
        ?.slice(-2)
        .map(({ note, reasons }) => ({ note, reasons }));
    expect(said('doctor')).toEqual([
      { note: '切割时撕裂', reasons: ['defect'] },
      { note: '13 未纠正扭转', reasons: ['movement', 'space'] },
    ]);
    expect(said('vendor')).toEqual([
      { note: '切割时撕裂', reasons: ['defect'] },
      { note: null, reasons: [] },
    ]);
    expect(said('analyst')).toEqual([
      { note: null, reasons: ['defect'] },
      { note: null, reasons: ['movement', 'space'] },
    ]);
    expect(all.models.history(all.as('doctor'), id)?.[0]?.reasons).toEqual([]);
  });

  it('feeds the newest events of all visible cases', async () => {
    const all = await givenStory();
    const created = (caseId: string, ownerId: string) => ({
      type: 'CaseCreated' as const,
      data: {
        to: Status.ClinicalInfoIncomplete,
        caseId,
        ownerId,
        orgId: 'main',
        servedBy: 'main',
        parentId: null,
      },
    });
    await all.say('AAAAAA', 'doctor', created('AAAAAA', 'doctor'));
    await all.say('BBBBBB', 'doctor2', created('BBBBBB', 'doctor2'));
    const { models, as } = all;
    const of = (who: string, limit: number) => models.feed(as(who), limit).map(l => `${l.caseId} ${l.type}`);
    expect(of('doctor', 3)).toEqual(['AAAAAA CaseCreated', `${id} ShipmentLost`, `${id} BatchShipped`]);
    expect(of('admin', 2)).toEqual(['BBBBBB CaseCreated', 'AAAAAA CaseCreated']);
    expect(of('supervisor', 1)).toEqual([`${id} ShipmentLost`]);
    expect(of('other', 5)).toEqual([]);
    expect(models.feed(as('doctor', true), 2)[1]?.patientName).toBe('张**');
  });
});
