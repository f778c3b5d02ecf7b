/** Reports on the patient's own page, and the clinic's response. */

import { describe, expect, it } from 'vitest';
import { addDays } from '../case/calendar.ts';
import { actions, decide } from '../case/decider.ts';
import { Status } from '../case/status.ts';
import { given } from '../testing/given.ts';
import { type CasePast, missedAlignerPast, pastAt, playSteps, stateOf } from '../testing/past.ts';
import { doctor, patient, technician, vendor } from '../testing/people.ts';
import { decisionContext, now, today } from '../testing/world.ts';
import { unsettledMissedReports } from './wear.ts';

const begun = (start: string) =>
  playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'recordWear', { start, stage: 1, days: 7 }]);
const due = begun(addDays(today, -7));
const lost = { arch: 'upper', stage: 1, reason: 'lost', on: today };

describe('a change reported by the patient', () => {
  it("is for the next aligner, and marked as the patient's", () => {
    const data = { stage: 2, on: today, by: 'patient' };
    given(due).when('changeAligner', patient, { stage: 2, on: today }).then({ type: 'AlignerChanged', data });
  });
  it('is refused for other aligners, twice on a day, and before the record begins', () => {
    const issue = 'stage: change-not-next';
    for (const stage of [1, 3])
      given(due).when('changeAligner', patient, { stage, on: today }).refused('badInput', issue);
    const said = playSteps(due, [patient, 'changeAligner', { stage: 2, on: today }]);
    given(said).when('changeAligner', patient, { stage: 3, on: today }).refused('badInput', issue);
    given(begun(today)).when('changeAligner', patient, { stage: 2, on: today }).refused('badInput', issue);
  });
});

describe('a lost or broken aligner', () => {
  it('is reported by the patient only, once', () => {
    given(due)
      .when('missAligner', patient, lost)
      .then({ type: 'AlignerMissed', data: { missed: 1, ...lost } });
    given(due).when('missAligner', doctor, lost).refused('notPermitted');
    const issue = 'stage: missed-known';
    given(missedAlignerPast)
      .when('missAligner', patient, { ...lost, stage: 1 })
      .refused('badInput', issue);
  });
  it('is settled by the clinic, or by its order', () => {
    given(missedAlignerPast)
      .when('settleMissed', doctor, { missed: 1 })
      .then({ type: 'MissedSettled', data: { missed: 1 } });
    given(missedAlignerPast).when('settleMissed', technician, { missed: 1 }).refused('notPermitted');
    given(missedAlignerPast).when('settleMissed', doctor, { missed: 2 }).refused('notFound');
    const ordered = playSteps(missedAlignerPast, [
      doctor,
      'orderTray',
      { arch: 'upper', stage: 1, reason: 'lost' },
    ]);
    given(ordered).when('settleMissed', doctor, { missed: 1 }).refused('actionClosed');
    given(ordered).when('settleMissed', vendor, { missed: 1 }).refused('notPermitted');
  });
  it('is refused for a day before the record begins', () => {
    const { start } = stateOf(due).wear ?? { start: '' };
    given(due)
      .when('missAligner', patient, { ...lost, on: addDays(start, -1) })
      .refused('badInput', 'on: before-start');
    given(due)
      .when('missAligner', patient, { ...lost, on: start })
      .then({ type: 'AlignerMissed', data: { on: start } });
  });
});

describe('a report withdrawn by the patient', () => {
  const minutes = (count: number) => new Date(Date.parse(now) + count * 60_000).toISOString();
  const takenBack = (past: CasePast, at: string) =>
    decide(stateOf(past), 'takeBackMissed', { missed: 1 }, { ...decisionContext(patient), now: at });
  it('is no longer open, and can be made again', () => {
    given(missedAlignerPast)
      .when('takeBackMissed', patient, { missed: 1 })
      .then({ type: 'MissedTakenBack', data: { missed: 1 } });
    const back = playSteps(missedAlignerPast, [patient, 'takeBackMissed', { missed: 1 }]);
    expect(unsettledMissedReports(stateOf(back).missed)).toEqual([]);
    given(back)
      .when('missAligner', patient, actions.missAligner.example)
      .then({ data: { missed: 2 } });
  });
  it('is possible for ten minutes by the server’s clock', () => {
    expect(takenBack(missedAlignerPast, minutes(9.99))).toHaveLength(1);
    for (const late of [10, 11, 60 * 24])
      expect(() => takenBack(missedAlignerPast, minutes(late))).toThrow('badInput');
  });
  it('is impossible once settled, and not for the clinic', () => {
    for (const past of [
      playSteps(missedAlignerPast, [doctor, 'settleMissed', { missed: 1 }]),
      playSteps(missedAlignerPast, [doctor, 'orderTray', { arch: 'upper', stage: 1, reason: 'lost' }]),
      playSteps(missedAlignerPast, [patient, 'takeBackMissed', { missed: 1 }]),
    ])
      given(past).when('takeBackMissed', patient, { missed: 1 }).refused('actionClosed');
    given(missedAlignerPast).when('takeBackMissed', patient, { missed: 2 }).refused('notFound');
    given(missedAlignerPast).when('takeBackMissed', doctor, { missed: 1 }).refused('notPermitted');
  });
});
