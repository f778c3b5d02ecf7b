/** A change to the shape of CaseState needs a new `stateVersion`: it makes stored states fold again from the log. */
import { expect, it } from 'vitest';
import { measuredPast, missedAlignerPast, pastAt, stateOf } from '../testing/past.ts';
import { shapeOf } from '../testing/shape.ts';
import { initial, stateVersion } from './case.ts';

/** Current state version and the hash of its shape. */
const known = { version: 9, shape: '9b35264b' };
const states = [
  initial,
  ...Object.values(pastAt).map(stateOf),
  stateOf(measuredPast),
  stateOf(missedAlignerPast),
];

it('a changed state shape has a new state version', () => {
  const is = { version: stateVersion, shape: shapeOf(states) };
  const said = `CaseState has another shape than version ${known.version}: raise stateVersion in events/case/case.ts, then write version and shape into \`known\` here`;
  expect(is, said).toEqual(known);
});

it('every state has the same keys as the initial one', () => {
  for (const state of states) expect(Object.keys(state).sort()).toEqual(Object.keys(initial).sort());
});
