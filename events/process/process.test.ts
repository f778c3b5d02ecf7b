import { describe, expect, it } from 'vitest';
import { Status } from '../case/status.ts';
import { given } from '../testing/given.ts';
import { pastAt, playSteps, stateOf } from '../testing/past.ts';
import { doctor, service, technician, vendor } from '../testing/people.ts';
import { today } from '../testing/world.ts';

describe('process control', () => {
  const record = { date: today, stage: 4, files: ['after', 'loose'], remarks: '第 4 副贴合良好' };
  const ask = (more: object) =>
    given(pastAt[Status.AwaitingNextBatch]).when('recordProcess', doctor, { ...record, ...more });
  it('records pictures, models and remarks for a day and a stage', () => {
    const { records } = ask({}).then({ data: { record: 1, files: [{ id: 'after' }, { id: 'loose' }] } });
    expect(records[0]).toMatchObject({
      stage: 4,
      remarks: record.remarks,
      files: [{ name: 'after.bin' }, {}],
    });
  });
  it('needs a past or present day, an existing stage, and a file or remark', () => {
    ask({ date: '2026-03-03' }).refused('badInput', 'date: date-future');
    ask({ stage: 25 }).refused('badInput', 'stage: stages-past-end');
    ask({ stage: -1 }).refused('badInput', 'stage: too-small');
    ask({ files: ['zip'] }).refused('badInput', 'files.0: file-kind');
    ask({ files: [], remarks: undefined }).refused('badInput', 'files: note-or-files');
  });
  it('removes a record and never reuses its number', () => {
    const removed = playSteps(
      pastAt[Status.AwaitingNextBatch],
      [doctor, 'recordProcess', record],
      [doctor, 'removeProcess', { record: 1 }],
    );
    expect(stateOf(removed).records).toEqual([]);
    given(removed)
      .when('recordProcess', doctor, record)
      .then({ data: { record: 2 } });
    given(removed).when('removeProcess', doctor, { record: 1 }).refused('notFound');
  });
  it('is not permitted to the manufacturer', () => {
    given(pastAt[Status.AwaitingNextBatch]).when('recordProcess', vendor, record).refused('notPermitted');
  });
});

describe('the chairside log', () => {
  const visit = {
    date: today,
    stage: 3,
    ipr: [{ between: [13, 12], mm: 0.2 }],
    attachments: [{ tooth: 13, what: 'bonded' }],
  };
  const ask = (more: object) =>
    given(pastAt[Status.AwaitingNextBatch]).when('recordVisit', doctor, { ...visit, ...more });
  it('records attachments and IPR; IPR needs neighbouring teeth', () => {
    ask({}).then({ data: { visit: 1, ipr: visit.ipr, attachments: visit.attachments } });
    ask({ ipr: [{ between: [11, 21], mm: 0.1 }] }).then({ data: { visit: 1 } });
    ask({ ipr: [{ between: [13, 11], mm: 0.2 }] }).refused('badInput', 'ipr.0.between: not-neighbours');
    ask({ ipr: [{ between: [18, 48], mm: 0.2 }] }).refused('badInput', 'ipr.0.between: not-neighbours');
    const turned = { between: [12, 13], mm: 0.1 };
    for (const again of [visit.ipr[0], turned])
      ask({ ipr: [...visit.ipr, again] }).refused('badInput', 'ipr.1.between: repeated');
    ask({ ipr: [{ between: [13, 12], mm: 3 }] }).refused('badInput', 'ipr.0.mm: too-big');
    ask({ ipr: [], attachments: [] }).refused('badInput', 'note: required');
  });
  it('accepts IPR across the gap of a tooth that the order extracts', () => {
    const over = { ...visit, ipr: [{ between: [15, 13], mm: 0.2 }] };
    ask(over).refused('badInput', 'ipr.0.between: not-neighbours');
    const extracted = pastAt[Status.AwaitingNextBatch].map(e => {
      if (e.type !== 'SectionSaved' || e.data.section !== 'markers') return e;
      return {
        ...e,
        personal: { value: { markers: { ...e.personal.value.markers, extract: [14 as const] } } },
      };
    });
    given(extracted)
      .when('recordVisit', doctor, over)
      .then({ data: { ipr: over.ipr } });
  });
});

describe('remarks', () => {
  const first = playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'remark', { text: '周六复诊' }]);
  const { revision } = stateOf(first);
  it('are changed on their current revision only', () => {
    given(first).when('remark', service, { text: '周日复诊', revision }).then({ type: 'RemarksChanged' });
    given(first)
      .when('remark', service, { text: '周日复诊', revision: revision - 1 })
      .refused('remarksFailed');
    given(first).when('remark', technician, { text: '周日' }).refused('notPermitted');
  });
  it('can be emptied; an unchanged text appends no event', () => {
    const emptied = given(first)
      .when('remark', doctor, { text: '', revision })
      .then({ type: 'RemarksChanged' });
    expect(emptied.remarks?.text).toBe('');
    given(first).when('remark', doctor, { text: '周六复诊', revision }).then();
  });
});

describe('other files', () => {
  it('are archives only, added after the submission', () => {
    const { otherFiles } = given(pastAt[Status.PlanUnderDesign])
      .when('addOther', technician, { files: ['zip'] })
      .then({ type: 'OtherFilesAdded' });
    expect(otherFiles).toMatchObject([{ id: 'zip', name: 'zip.bin' }]);
    given(pastAt[Status.PlanUnderDesign])
      .when('addOther', doctor, { files: ['after'] })
      .refused('badInput', 'files.0: file-kind');
    given(pastAt[Status.PlanUnderDesign])
      .when('addOther', doctor, { files: [] })
      .refused('badInput', 'files: required');
  });
});
