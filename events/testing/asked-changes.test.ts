import { expect, it } from 'vitest';
import { systemViewer } from '../case/permissions.ts';
import { Status } from '../case/status.ts';
import { loggedChangeRequestsOf } from './asked-changes.ts';
import { hourlyEvents } from './hourly-events.ts';
import { type CasePast, pastAt, playSteps, requestMeasuredPast } from './past.ts';
import { doctor, expert, technician } from './people.ts';

const askedIn = (past: CasePast) => loggedChangeRequestsOf(hourlyEvents(past));
const atDoctor = pastAt[Status.PlanAwaitingDoctor];

it('a change asked for has place, axis and version, without a verdict until it is measured', () => {
  expect(askedIn(pastAt[Status.PlanAwaitingExpert])).toMatchObject([
    {
      ...{ request: 1, list: 'plans', version: 1, by: expert.id, actorPosition: 'Specialist' },
      ...{ what: 'movement', place: '12', axis: 'rotation', withdrawn: false, verdict: null },
    },
  ]);
});

it('IPR and attachments have no axis', () => {
  const more = playSteps(
    atDoctor,
    [doctor, 'requestChange', { version: 1, change: { what: 'ipr', contact: '31-32', mm: 0.2 } }],
    [doctor, 'requestChange', { version: 1, change: { what: 'attachment', tooth: 13, on: true } }],
  );
  expect(askedIn(more).slice(1)).toMatchObject([
    { what: 'ipr', place: '31-32', axis: null, actorPosition: 'Doctor' },
    { what: 'attachment', place: '13', axis: null },
  ]);
});

it('a withdrawn change stays, as withdrawn', () => {
  const withdrawn = playSteps(pastAt[Status.PlanAwaitingExpert], [expert, 'withdrawChange', { request: 1 }]);
  expect(askedIn(withdrawn)).toMatchObject([{ request: 1, withdrawn: true, verdict: null }]);
});

it('the verdict is that of the next version, whatever later ones bring', () => {
  expect(askedIn(requestMeasuredPast)).toMatchObject([{ request: 1, verdict: 'partly' }]);
  const result = { request: 1, verdict: 'met', value: 24, wanted: 24, before: 18, tolerance: 1, why: null };
  const third = playSteps(
    requestMeasuredPast,
    [technician, 'recallPlan', { note: 'once more' }],
    [technician, 'submitPlan', { name: '3', upperStages: 24, lowerStages: 20, files: ['plan-24-20'] }],
    [systemViewer, 'requestsMeasured', { list: 'plans', version: 3, measured: [result] }],
  );
  expect(askedIn(third)).toMatchObject([{ request: 1, verdict: 'partly' }]);
});
