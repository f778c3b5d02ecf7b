/** A stored state is folded anew where `stateVersion` is another: whoever changes the shape is asked for a new one. */
import { expect, it } from 'vitest';
import { at, measured, missed, stateOf } from '../testing/past.ts';
import { shapeOf } from '../testing/shape.ts';
import { initial, stateVersion } from './case.ts';

/** What stateVersion stands for. */
const known = { version: 8, shape: '9b35264b' };
const states = [initial, ...Object.values(at).map(stateOf), stateOf(measured), stateOf(missed)];

it('a state of another shape has another version', () => {
  const is = { version: stateVersion, shape: shapeOf(states) };
  const said = `CaseState has another shape than version ${known.version}: raise stateVersion in events/case/case.ts, then write version and shape into \`known\` here`;
  expect(is, said).toEqual(known);
});

it('every state has the keys of the first one', () => {
  for (const state of states) expect(Object.keys(state).sort()).toEqual(Object.keys(initial).sort());
});
