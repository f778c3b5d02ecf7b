import { afterEach, describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import {
  eventsOfApprovedCase,
  eventsOfProduction,
  openTestReadModels,
  type TestReadModels,
} from '../testing/test-read-models.ts';
import { maskFileName } from './present-parts.ts';

const opened: TestReadModels[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const id = 'C2K7QM';
async function givenStory(...stories: (typeof eventsOfApprovedCase)[]): Promise<TestReadModels> {
  const all = await openTestReadModels();
  opened.push(all);
  for (const [by, event] of stories.flat()) await all.say(id, by, event);
  return all;
}

describe('the page of a case', () => {
  it('gives the doctor every part, with people and the etag', async () => {
    const { models, as } = await givenStory(eventsOfApprovedCase, eventsOfProduction);
    const view = models.caseView(as('doctor'), id);
    expect(view).toMatchObject({
      header: {
        status: Status.PrepareProduction,
        patientName: '张伟',
        owner: { id: 'doctor', name: '王医生', position: 'Doctor' },
      },
      revision: 16,
      etag: '"16"',
      asOf: null,
      sections: { patient: { name: '张伟', address: '天河路 1 号' } },
      saved: { patient: { by: { id: 'doctor' }, revision: 1 } },
      plans: [{ version: 1, status: 'approved', expert: { note: '可以' }, doctor: { note: '同意' } }],
      approved: 1,
      remaining: { upper: { from: 1, to: 4 }, lower: { from: 1, to: 2 } },
      shipments: [{ shipment: 1, lost: { note: '没有收到', by: { id: 'doctor' } } }],
    });
    expect(view?.files.map(f => f.name)).toEqual(['张伟 face.jpg', '张伟 upper.stl']);
    expect(view?.models).toHaveLength(1);
    expect(view?.may.nextBatch).toBe('notNow');
    expect(view?.may.scheduleProduction).toBe('never');
  });

  it('masks names, phones and addresses everywhere while names are hidden', async () => {
    const { models, as } = await givenStory(eventsOfApprovedCase, eventsOfProduction);
    const view = models.caseView(as('doctor', true), id);
    expect(view?.header.patientName).toBe('张**');
    expect(view?.sections.patient).toMatchObject({ name: '张**', address: '***', clinic: '仁爱口腔' });
    expect(view?.sections.data).toMatchObject({
      receiver: '王**',
      deliveryAddress: { consignee: '李**', phone: '138****1234', address: '***' },
    });
    expect(view?.files.map(f => f.name)).toEqual(['***.jpg', '***.stl']);
    const everything = JSON.stringify([view, models.history(as('doctor', true), id)]);
    for (const secret of ['张伟', '李小姐', '13812341234', '天河路'])
      expect(everything).not.toContain(secret);
  });

  it('omits the clinic’s data for the manufacturer', async () => {
    const { models, as } = await givenStory(eventsOfApprovedCase, eventsOfProduction);
    const view = models.caseView(as('vendor'), id);
    expect(view).toMatchObject({
      sections: { data: { receiver: '王医生', deliveryAddress: { phone: '13812341234' } } },
      saved: {},
      targets: [],
      request: null,
      denial: null,
      missing: [],
      pages: { images: 'position', orderForm: 'position', plan: 'open', archiving: 'position' },
      header: { patientName: '张伟', birthDate: null, gender: null, note: null },
    });
    expect(Object.keys(view?.sections ?? {})).toEqual(['data']);
    expect(view?.files.map(f => f.kind)).toEqual(['stl']);
    expect(view?.plans[0]).toMatchObject({
      instructions: '先扩弓',
      expert: { note: null },
      doctor: { note: null },
    });
    const everything = JSON.stringify([view, models.history(as('vendor'), id)]);
    for (const clinical of ['可以', '同意', '请补拍', '已补', '加急', '1990-01-02'])
      expect(everything).not.toContain(clinical);
  });

  it('is undefined for the manufacturer before production, and always for strangers', async () => {
    const { models, as } = await givenStory(eventsOfApprovedCase);
    expect(models.caseView(as('vendor'), id)).toBeUndefined();
    expect(models.history(as('vendor'), id)).toBeUndefined();
    expect(models.caseView(as('other'), id)).toEqual(models.caseView(as('other'), 'NOSUCH'));
    expect(models.caseView(as('technician2'), id)).toBeUndefined();
    expect(models.caseView(as('technician'), id)).toBeDefined();
  });

  it('gives the Analyst neither pictures nor models', async () => {
    const { models, as } = await givenStory(eventsOfApprovedCase);
    const view = models.caseView(as('analyst'), id);
    expect(view?.pages.images).toBe('position');
    expect(view?.files).toEqual([]);
    expect(view?.header.actions).toEqual([]);
  });

  it('lists what a draft lacks, in the order of the table', async () => {
    const { models, as } = await givenStory(eventsOfApprovedCase.slice(0, 2));
    const view = models.caseView(as('doctor'), id);
    expect(view?.missing[0]).toEqual({
      status: Status.ClinicalInfoIncomplete,
      section: 'patient',
      field: 'doctor',
    });
    expect(view?.header.missing).toContain('files.face-smile');
    expect(view?.header.missing).toEqual(view?.missing.map(m => `${m.section}.${m.field}`));
  });
});

it('masks a file name except for its extension', () => {
  expect(['张伟.tar.gz', 'scan', '.hidden'].map(maskFileName)).toEqual(['***.gz', '***', '***']);
});
