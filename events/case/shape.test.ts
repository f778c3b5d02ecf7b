/** A change to the shape of CaseState needs a new `caseStateVersion`: it makes stored states fold again from the log. */
import { expect, it } from 'vitest';
import { missedAlignerPast, pastAt, playSteps, requestMeasuredPast, stateOf } from '../testing/past.ts';
import { doctor, supervisor, technician, vendor } from '../testing/people.ts';
import { hashOfShape } from '../testing/shape.ts';
import { caseStateVersion, initialCaseState } from './case.ts';
import { Status } from './status.ts';

/** Current state version and the hash of its shape. */
const known = { version: 10, shape: '5ccdfad8' };
const note = 'a note';
/** A list shows the shape of its entries only if it is not empty, so reasons are needed. */
const reasoned = [
  playSteps(pastAt[Status.ToAccept], [supervisor, 'deniedCase', { note, reasons: ['records'] }]),
  playSteps(pastAt[Status.PlanUnderDesign], [technician, 'requestInfo', { note, reasons: ['records'] }]),
  playSteps(pastAt[Status.PrepareProduction], [vendor, 'returnToDesign', { note, reasons: ['staging'] }]),
  playSteps(pastAt[Status.AllSent], [doctor, 'refine', { reason: note, reasons: ['movement'] }]),
];
const states = [
  initialCaseState,
  ...Object.values(pastAt).map(stateOf),
  stateOf(requestMeasuredPast),
  stateOf(missedAlignerPast),
  ...reasoned.map(stateOf),
];

it('a changed state shape has a new state version', () => {
  const is = { version: caseStateVersion, shape: hashOfShape(states) };
  const said = `CaseState has another shape than version ${known.version}: raise caseStateVersion in events/case/case.ts, then write version and shape into \`known\` here`;
  expect(is, said).toEqual(known);
});

it('every state has the same keys as the initial one', () => {
  for (const state of states) expect(Object.keys(state).sort()).toEqual(Object.keys(initialCaseState).sort());
});
