import { describe, expect, it } from 'vitest';
import { limits } from '../case/limits.ts';
import { systemViewer } from '../case/permissions.ts';
import { Status } from '../case/status.ts';
import type { Viewer } from '../person/position.ts';
import { given } from '../testing/given.ts';
import {
  type CasePast,
  pastAt,
  playSteps,
  recordEvents,
  requestMeasuredPast,
  rotationRequestOn12,
  samplePlanInput,
  stateOf,
} from '../testing/past.ts';
import * as people from '../testing/people.ts';
import { isOpenChangeRequest, latestCheck } from './discussion.ts';

const {
  doctor,
  doctor2,
  assistant,
  technician,
  technician2,
  expert,
  supervisor,
  service,
  vendor,
  admin,
  analyst,
} = people;
const note = '12 先就位。';
const comment = { list: 'plans', version: 1, stage: 3, note };
const check = { request: 1, verdict: 'met', value: 24, wanted: 24, before: 2, tolerance: 1, why: null };
const second: CasePast = playSteps(pastAt[Status.ExpertRejected], [
  technician,
  'submitPlan',
  { ...samplePlanInput, files: ['plan-any'] },
]);
const measures = (...requests: object[]) => ({ list: 'plans', version: 2, measured: requests });

describe('commenting', () => {
  it('pins a comment to a version, a stage, a tooth and a point on it; the text is sealed', () => {
    const state = given(pastAt[Status.PlanAwaitingExpert])
      .when('commentPlan', expert, { ...comment, tooth: 12, place: [0.5, 3.1, -1] })
      .then({
        type: 'PlanCommented',
        data: { list: 'plans', version: 1, comment: 3, stage: 3, tooth: 12, place: [0.5, 3.1, -1] },
        personal: { note },
      });
    expect(state.status).toBe(Status.PlanAwaitingExpert);
    expect(state.comments[2]).toMatchObject({ note, by: expert.id, replies: [], resolved: null, tooth: 12 });
  });
  it('needs no tooth, but a point needs one', () => {
    given(pastAt[Status.PlanAwaitingDoctor])
      .when('commentPlan', doctor, comment)
      .then({ data: { tooth: null, place: null } });
    given(pastAt[Status.PlanAwaitingDoctor])
      .when('commentPlan', doctor, { ...comment, place: [0, 0, 0] })
      .refused('badInput', 'tooth: required');
  });
  it('about something absent is refused, naming the field', () => {
    const say = (more: object) =>
      given(pastAt[Status.PlanAwaitingExpert]).when('commentPlan', expert, { ...comment, ...more });
    say({ version: 2 }).refused('badInput', 'version: version-unknown');
    say({ stage: 25 }).refused('badInput', 'stage: stage-beyond');
    say({ stage: 24 }).then({ data: { stage: 24 } });
    say({ stage: -1 }).refused('badInput', 'stage: too-small');
    say({ tooth: 19 }).refused('badInput', 'tooth: tooth-unknown');
    say({ tooth: 12, place: [0, Number.NaN, 0] }).refused('badInput', 'place.1: wrong-type');
    say({ tooth: 12, place: [0, 0, 51] }).refused('badInput', 'place.2: too-big');
    say({ note: '  ' }).refused('badInput', 'note: blank');
    say({ by: doctor.id }).refused('badInput', 'by: unknown-field');
    say({ list: 'targets' }).refused('actionClosed');
  });
  it('is impossible before the first version', () => {
    given(pastAt[Status.PlanUnderDesign]).when('commentPlan', technician, comment).refused('actionClosed');
    given(pastAt[Status.PlanUnderDesign])
      .when('replyComment', technician, { comment: 1, note })
      .refused('actionClosed');
    given(pastAt[Status.PlanUnderDesign])
      .when('withdrawChange', doctor, { request: 1 })
      .refused('actionClosed');
  });
  it.each([
    ['doctor', doctor],
    ['assistant', assistant],
    ['technician', technician],
    ['expert', expert],
    ['supervisor', supervisor],
    ['service', service],
  ] as [string, Viewer][])('is open to the %s', (_name, viewer) => {
    given(pastAt[Status.DoctorRejected]).when('commentPlan', viewer, comment).then({ type: 'PlanCommented' });
  });
  it('is refused to other positions, and people without sight of the case learn nothing', () => {
    for (const viewer of [admin, analyst])
      given(pastAt[Status.PlanAwaitingDoctor]).when('commentPlan', viewer, comment).refused('notPermitted');
    given(pastAt[Status.PrepareProduction])
      .when('replyComment', vendor, { comment: 1, note })
      .refused('notPermitted');
    for (const viewer of [doctor2, technician2, vendor])
      given(pastAt[Status.PlanAwaitingDoctor]).when('commentPlan', viewer, comment).refused('caseUnknown');
  });
  it('is limited in threads and replies', () => {
    const many = (n: number, one: Parameters<typeof recordEvents>[1][number]) =>
      Array.from({ length: n }, () => one);
    const data = { list: 'plans', version: 1, comment: 9, stage: 0, tooth: null, place: null } as const;
    const full = recordEvents(
      pastAt[Status.PlanAwaitingExpert],
      many(limits.planComments, { type: 'PlanCommented', data, personal: { note } }),
    );
    given(full).when('commentPlan', expert, comment).refused('badInput', 'note: list-full');
    const reply = { type: 'CommentReplied', data: { comment: 1 }, personal: { note } } as const;
    given(recordEvents(pastAt[Status.PlanAwaitingExpert], many(limits.planReplies, reply)))
      .when('replyComment', expert, { comment: 1, note })
      .refused('badInput', 'note: list-full');
  });
});

describe('a thread', () => {
  it('keeps replies in order, and continues after the approval', () => {
    const state = given(pastAt[Status.PrepareProduction])
      .when('replyComment', doctor, { comment: 1, note: '好' })
      .then({ type: 'CommentReplied', data: { comment: 1 }, personal: { note: '好' } });
    expect(state.comments[0]?.replies.map(r => [r.by, r.note])).toEqual([
      [technician.id, '第 3 步粘附件'],
      [doctor.id, '好'],
    ]);
    given(pastAt[Status.PrepareProduction]).when('commentPlan', doctor, comment).refused('actionClosed');
  });
  it('is resolved once and reopened once', () => {
    const state = given(pastAt[Status.PlanAwaitingExpert])
      .when('resolveComment', technician, { comment: 1 })
      .then({ type: 'CommentResolved' });
    expect(state.comments[0]?.resolved).toMatchObject({ by: technician.id });
    given(pastAt[Status.PlanAwaitingExpert])
      .when('reopenComment', technician, { comment: 1 })
      .refused('actionClosed');
    given(pastAt[Status.PlanAwaitingExpert])
      .when('resolveComment', technician, { comment: 2 })
      .refused('actionClosed');
    const again = given(pastAt[Status.PlanAwaitingExpert])
      .when('reopenComment', doctor, { comment: 2 })
      .then({ type: 'CommentReopened' });
    expect(again.comments[1]?.resolved).toBeNull();
  });
  it('an unknown thread is named in the refusal', () => {
    for (const action of ['replyComment', 'resolveComment', 'reopenComment'] as const)
      given(pastAt[Status.PlanAwaitingExpert])
        .when(action, expert, { comment: 7, ...(action === 'replyComment' ? { note } : {}) })
        .refused('badInput', 'comment: comment-unknown');
  });
});

describe('asking for a change', () => {
  const ask = (past: CasePast, who: Viewer, change: object, more: object = {}) =>
    given(past).when('requestChange', who, { version: 1, change, ...more });
  it('is data on the version under review; its reason is sealed', () => {
    const state = ask(pastAt[Status.PlanAwaitingDoctor], doctor, rotationRequestOn12, { note }).then({
      type: 'ChangeRequested',
      data: { list: 'plans', version: 1, request: 2, change: rotationRequestOn12 },
      personal: { note },
    });
    expect(state.requests[1]).toMatchObject({ by: doctor.id, withdrawn: null, checks: [], note });
    ask(pastAt[Status.TargetAwaitingExpert], expert, rotationRequestOn12).then({ data: { list: 'targets' } });
    ask(pastAt[Status.TargetAwaitingDoctor], doctor, rotationRequestOn12).then({ data: { list: 'targets' } });
    ask(pastAt[Status.PlanAwaitingExpert], expert, { what: 'ipr', contact: '11-21', mm: 0 }).then({
      data: { list: 'plans' },
    });
    ask(pastAt[Status.PlanAwaitingExpert], expert, { what: 'attachment', tooth: 33, on: true }).then({
      type: 'ChangeRequested',
    });
  });
  it('belongs to the reviewer: first the expert, then the doctor, for whom an assistant may draft', () => {
    ask(pastAt[Status.PlanAwaitingDoctor], assistant, rotationRequestOn12).then({ type: 'ChangeRequested' });
    ask(pastAt[Status.PlanAwaitingExpert], doctor, rotationRequestOn12).refused('actionClosed');
    ask(pastAt[Status.PlanAwaitingDoctor], expert, rotationRequestOn12).refused('actionClosed');
    for (const who of [technician, supervisor, service, admin, analyst])
      ask(pastAt[Status.PlanAwaitingDoctor], who, rotationRequestOn12).refused('notPermitted');
    ask(pastAt[Status.PlanAwaitingDoctor], doctor2, rotationRequestOn12).refused('caseUnknown');
  });
  it('on a version that was replaced is a lost race', () => {
    given(second)
      .when('requestChange', expert, { version: 1, change: rotationRequestOn12 })
      .refused('actionClosed');
    given(second)
      .when('requestChange', expert, { version: 2, change: rotationRequestOn12 })
      .then({ data: { version: 2 } });
  });
  it('without content or out of range is refused', () => {
    const wrong = (change: object, ...issues: string[]) =>
      ask(pastAt[Status.PlanAwaitingDoctor], doctor, change).refused('badInput', ...issues);
    wrong({ ...rotationRequestOn12, tooth: 99 }, 'change.tooth: tooth-unknown');
    wrong({ ...rotationRequestOn12, axis: 'sideways' }, 'change.axis: not-a-choice');
    wrong({ ...rotationRequestOn12, amount: 91 }, 'change.amount: amount-range');
    wrong({ ...rotationRequestOn12, axis: 'mesial', amount: -15.1 }, 'change.amount: amount-range');
    wrong({ ...rotationRequestOn12, amount: Number.POSITIVE_INFINITY }, 'change.amount: wrong-type');
    wrong({ ...rotationRequestOn12, kind: 'by', amount: 0 }, 'change.amount: amount-zero');
    wrong({ ...rotationRequestOn12, stage: 25 }, 'change.stage: stage-beyond');
    wrong({ what: 'ipr', contact: '21-11', mm: 0.2 }, 'change.contact: contact-unknown');
    wrong({ what: 'ipr', contact: '11-21', mm: 1.1 }, 'change.mm: too-big');
    wrong({ what: 'attachment', tooth: 33 }, 'change.on: required');
    wrong({ ...rotationRequestOn12, why: 'so' }, 'change.why: unknown-field');
    ask(pastAt[Status.PlanAwaitingDoctor], doctor, { ...rotationRequestOn12, amount: 0 }).then({
      type: 'ChangeRequested',
    });
  });
});

describe('withdrawing a request', () => {
  it('is for the person who asked; the doctor may withdraw what an assistant drafted', () => {
    given(pastAt[Status.PlanAwaitingExpert])
      .when('withdrawChange', expert, { request: 1 })
      .then({ type: 'ChangeWithdrawn' });
    given(pastAt[Status.PlanAwaitingDoctor])
      .when('withdrawChange', doctor, { request: 1 })
      .refused('notPermitted');
    const drafted = playSteps(pastAt[Status.PlanAwaitingDoctor], [
      assistant,
      'requestChange',
      { version: 1, change: rotationRequestOn12 },
    ]);
    const state = given(drafted)
      .when('withdrawChange', doctor, { request: 2 })
      .then({ data: { request: 2 } });
    expect(state.requests.map(isOpenChangeRequest)).toEqual([true, false]);
    given(drafted).when('withdrawChange', expert, { request: 2 }).refused('notPermitted');
    given(drafted).when('withdrawChange', technician, { request: 2 }).refused('notPermitted');
  });
  it('is possible once, and not for a request that is met', () => {
    const gone = playSteps(pastAt[Status.PlanAwaitingExpert], [expert, 'withdrawChange', { request: 1 }]);
    given(gone).when('withdrawChange', expert, { request: 1 }).refused('actionClosed');
    const met = playSteps(second, [systemViewer, 'requestsMeasured', measures(check)]);
    given(met).when('withdrawChange', expert, { request: 1 }).refused('actionClosed');
    given(requestMeasuredPast)
      .when('withdrawChange', expert, { request: 1 })
      .then({ type: 'ChangeWithdrawn' });
    given(pastAt[Status.PlanAwaitingExpert])
      .when('withdrawChange', expert, { request: 9 })
      .refused('badInput', 'request: request-unknown');
  });
});

describe('the check of requests', () => {
  it('is kept with the request, one for each version', () => {
    const state = given(second)
      .when('requestsMeasured', systemViewer, measures(check))
      .then({ type: 'RequestsMeasured', data: measures(check) });
    expect(state.requests[0]?.checks).toMatchObject([
      { list: 'plans', version: 2, verdict: 'met', value: 24 },
    ]);
    expect(state.requests.map(isOpenChangeRequest)).toEqual([false]);
    expect(state.status).toBe(Status.PlanAwaitingExpert);
  });
  it('keeps an unmet request open', () => {
    const [request] = stateOf(requestMeasuredPast).requests;
    expect(request && [isOpenChangeRequest(request), latestCheck(request)?.verdict]).toEqual([
      true,
      'partly',
    ]);
  });
  it('skips a request withdrawn during the measurement', () => {
    const gone = playSteps(second, [expert, 'withdrawChange', { request: 1 }]);
    given(gone).when('requestsMeasured', systemViewer, measures(check)).then();
    const two = playSteps(pastAt[Status.PlanAwaitingExpert], [
      expert,
      'requestChange',
      { version: 1, change: rotationRequestOn12 },
    ]);
    const next = playSteps(
      two,
      [expert, 'qualityAudit', { result: 'refused', note }],
      [expert, 'withdrawChange', { request: 2 }],
      [technician, 'submitPlan', { ...samplePlanInput, files: ['plan-any'] }],
    );
    given(next)
      .when('requestsMeasured', systemViewer, measures(check, { ...check, request: 2 }))
      .then({ data: { measured: [check] } });
  });
  it('is made by the system, once a version, and never for the version the request is about', () => {
    for (const who of [doctor, expert, technician, admin])
      given(second).when('requestsMeasured', who, measures(check)).refused('notPermitted');
    given(playSteps(second, [systemViewer, 'requestsMeasured', measures(check)]))
      .when('requestsMeasured', systemViewer, measures(check))
      .refused('actionClosed');
    given(second)
      .when('requestsMeasured', systemViewer, { ...measures(check), version: 1 })
      .refused('badInput', 'measured.0.request: request-unknown');
    given(second)
      .when('requestsMeasured', systemViewer, { ...measures(check), version: 3 })
      .refused('badInput', 'version: version-unknown');
  });
});

describe('a review', () => {
  it('records the ticked points and the accepted findings', () => {
    const said = {
      result: 'approved',
      checked: ['models', 'midline'],
      acknowledged: [
        'request:1',
        'velocity:13:4',
        'order:ipr:11-21-40-30',
        'collision:13-12:7:29',
        'contacts:unmeasured',
        'plan:unread',
      ],
    };
    const state = given(pastAt[Status.PlanAwaitingDoctor])
      .when('confirmDoctor', doctor, said)
      .then({ data: { ...said, bundle: 'sha-plan-24-20' } });
    expect(state.plans[0]?.doctor).toMatchObject({ checked: said.checked, acknowledged: said.acknowledged });
    expect(state.plans[0]?.expert).toMatchObject({ checked: [], acknowledged: [] });
  });
  it('with unknown or repeated points is refused', () => {
    const say = (more: object) =>
      given(pastAt[Status.PlanAwaitingDoctor]).when('confirmDoctor', doctor, { result: 'approved', ...more });
    say({ checked: ['teeth'] }).refused('badInput', 'checked.0: not-a-choice');
    say({ checked: ['ipr', 'ipr'] }).refused('badInput', 'checked: repeated');
    say({ acknowledged: ['plan:unread', 'plan:unread'] }).refused('badInput', 'acknowledged: repeated');
  });
  it.each([
    ...['drop table', 'comment:77', 'zzz:not-real', '', ':', 'plan', 'plan:read', 'contacts:unmeasured:1'],
    ...['request:', 'request:0', 'request:01', 'request:1e0', 'request:1:2', 'constructor:1', 'toString:'],
    ...['velocity:19:4', 'velocity:13:201', 'velocity:13', 'velocity:13:undefined'],
    ...['collision:13-13:7:29', 'collision:13:7:29', 'collision:13-12:7', 'collision:13-12:7:0'],
  ])('cannot accept a finding that is never measured: %j', key => {
    given(pastAt[Status.PlanAwaitingDoctor])
      .when('confirmDoctor', doctor, { result: 'approved', acknowledged: ['plan:unread', key] })
      .refused('badInput', 'acknowledged.1: not-a-choice');
  });
  it('cannot accept a request that does not exist', () => {
    for (const [action, from, who] of [
      ['qualityAudit', pastAt[Status.PlanAwaitingExpert], expert],
      ['confirmDoctor', pastAt[Status.PlanAwaitingDoctor], doctor],
    ] as const)
      given(from)
        .when(action, who, { result: 'approved', acknowledged: ['plan:unread', 'request:99'] })
        .refused('badInput', 'acknowledged.1: request-unknown');
  });
});
