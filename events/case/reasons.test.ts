import { describe, expect, it } from 'vitest';
import type { Viewer } from '../person/position.ts';
import { createRandom } from '../script/random.ts';
import { inputOfAction } from '../script/script.ts';
import { given } from '../testing/given.ts';
import { type CasePast, fixedChoices, pastAt, pastPermitting, playSteps, stateOf } from '../testing/past.ts';
import { doctor, expert, supervisor, technician, vendor } from '../testing/people.ts';
import { actions } from './decider.ts';
import { options } from './options.ts';
import { systemViewer } from './permissions.ts';
import { type Reason, type ReasonedAction, reasonsByAction, reasonsOffered } from './reasons.ts';
import { Status } from './status.ts';

const note = 'as the note says';
const refused = { result: 'refused', note };
/** For each action: a past that permits it, its viewer, and an input without reasons. */
const sendingBack: Record<ReasonedAction, readonly [CasePast, Viewer, object]> = {
  deniedCase: [pastAt[Status.ToAccept], supervisor, { note }],
  requestInfo: [pastAt[Status.PlanUnderDesign], technician, { note }],
  targetExpertReview: [pastAt[Status.TargetAwaitingExpert], expert, refused],
  targetDoctorReview: [pastAt[Status.TargetAwaitingDoctor], doctor, refused],
  qualityAudit: [pastAt[Status.PlanAwaitingExpert], expert, refused],
  confirmDoctor: [pastAt[Status.PlanAwaitingDoctor], doctor, refused],
  recallPlan: [pastAt[Status.PlanAwaitingExpert], technician, { note }],
  returnToDesign: [pastAt[Status.PrepareProduction], vendor, { note }],
  batchFailed: [pastAt[Status.InProduction], vendor, { note }],
  refine: [pastAt[Status.AwaitingNextBatch], doctor, { reason: note }],
};
const names = Object.keys(reasonsByAction) as ReasonedAction[];

describe.each(names)('reasons of %s', action => {
  const [past, viewer, input] = sendingBack[action];
  const [first, second, third, fourth] = reasonsOffered(action);
  const when = (reasons: unknown) => given(past).when(action, viewer, { ...input, reasons });

  it('are open data of its event, in the order given', () => {
    when([third, first]).then({ data: { reasons: [third, first] } });
  });
  it('are optional', () => {
    given(past).when(action, viewer, input).then({ data: {} });
  });
  it('are refused by field if unknown, repeated, none or more than three', () => {
    when([first, 'weather']).refused('badInput', 'reasons.1: not-a-choice');
    when([first, first]).refused('badInput', 'reasons: repeated');
    when([]).refused('badInput', 'reasons: too-few');
    when([first, second, third, fourth]).refused('badInput', 'reasons: too-many');
    when({}).refused('badInput', 'reasons: wrong-type');
  });
  it('are only those that it offers', () => {
    const others = options.reason.filter(reason => !reasonsOffered(action).includes(reason));
    for (const other of [...others, 'weather']) when([other]).refused('badInput', 'reasons.0: not-a-choice');
  });
  it('are generated sometimes, and always valid', () => {
    const state = stateOf(pastPermitting(action).past);
    const drawn = Array.from({ length: 60 }, (_, seed) => {
      const generated = inputOfAction(action, state, { ...fixedChoices(state), random: createRandom(seed) });
      expect(actions[action].input.safeParse(generated).success).toBe(true);
      return 'reasons' in generated && generated.reasons !== undefined;
    });
    expect(new Set(drawn)).toEqual(new Set([true, false]));
  });
});

describe('reasons', () => {
  it('are each offered by an action', () => {
    const offered = new Set<Reason>(Object.values(reasonsByAction).flat());
    expect(options.reason.filter(reason => !offered.has(reason))).toEqual([]);
  });
  it('of an approval are refused', () => {
    given(pastAt[Status.PlanAwaitingDoctor])
      .when('confirmDoctor', doctor, { result: 'approved', reasons: ['midline'] })
      .refused('badInput', 'reasons: reasons-of-refusal');
  });
  it('are kept with the note in the case, until the case is submitted again', () => {
    const denied = playSteps(pastAt[Status.ToAccept], [
      supervisor,
      'deniedCase',
      { note, reasons: ['records'] },
    ]);
    expect(stateOf(denied).denial).toMatchObject({ note, reasons: ['records'] });
    const asked = playSteps(pastAt[Status.PlanUnderDesign], [
      technician,
      'requestInfo',
      { note, reasons: ['occlusion', 'records'] },
    ]);
    expect(stateOf(asked).request).toMatchObject({ note, reasons: ['occlusion', 'records'] });
    expect(stateOf(playSteps(denied, [doctor, 'submitCase'])).denial).toBeNull();
  });
  it('are kept with the version that was refused or returned', () => {
    const refusedPlan = stateOf(pastAt[Status.DoctorRejected]).plans[0];
    expect(refusedPlan?.doctor).toMatchObject({ result: 'refused', reasons: ['midline', 'ipr'] });
    const returned = playSteps(pastAt[Status.PrepareProduction], [
      vendor,
      'returnToDesign',
      { note, reasons: ['staging'] },
    ]);
    expect(stateOf(returned).plans[0]?.void).toMatchObject({ note, reasons: ['staging'] });
  });
  it('of a refinement are forgotten if its draft is deleted', () => {
    const refined = playSteps(pastAt[Status.AllSent], [
      doctor,
      'refine',
      { reason: note, reasons: ['movement'] },
    ]);
    const { childId, refineReasons } = stateOf(refined);
    expect(refineReasons).toEqual(['movement']);
    const ended = given(refined)
      .when('refinementEnded', systemViewer, { childId, how: 'deleted' })
      .then({ type: 'RefinementEnded' });
    expect(ended.refineReasons).toEqual([]);
  });
  it('are not said in events from before they existed', () => {
    const older = stateOf(pastAt[Status.ExpertRejected]);
    expect(older.plans[0]?.expert).toMatchObject({ result: 'refused', reasons: [] });
    expect(stateOf(pastAt[Status.SupervisorRejected]).denial?.reasons).toEqual([]);
    expect(stateOf(pastAt[Status.InfoRequested]).request?.reasons).toEqual([]);
  });
});
