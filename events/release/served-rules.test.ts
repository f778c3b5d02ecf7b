import { expect, it } from 'vitest';
import { actions, type NamedAction } from '../case/decider.ts';
import { isAction, rulesOf } from '../case/rules.ts';
import { isStatus } from '../case/status.ts';
import { decideExample } from '../testing/past.ts';
import { recordedRulesFold, recordTransitionRules } from './events.ts';
import { actionOfStatusChange, listTransitionRules, statusChangingEventTypes } from './served-rules.ts';

const isMoving = (type: string): type is (typeof statusChangingEventTypes)[number] =>
  statusChangingEventTypes.some(one => one === type);

it('names the action whose decision makes the event', () => {
  const wrong: string[] = [];
  for (const action of Object.keys(actions) as NamedAction[])
    for (const { type } of decideExample(action).events)
      if (isMoving(type) && actionOfStatusChange(type) !== action && action !== 'submitCase')
        wrong.push(`${type} is made by ${action}, not by ${actionOfStatusChange(type)}`);
  expect(wrong).toEqual([]);
});

it('has every rule that changes a status, with its statuses and actors', () => {
  const rules = listTransitionRules();
  expect(rules.length).toBeGreaterThan(30);
  expect(rules.every(({ from, to }) => [...from, ...to].every(one => one === 'prior' || isStatus(one)))).toBe(
    true,
  );
  const told = new Set<string>(rules.map(({ type }) => (isMoving(type) ? actionOfStatusChange(type) : '')));
  const actionsThatMove = [...told].filter(isAction);
  for (const action of actionsThatMove)
    for (const rule of rulesOf(action)) {
      const moves = rule.to.some(reach => reach !== 'same' && reach !== 'gone');
      const recorded = rules.some(
        ({ type, from, by }) =>
          isMoving(type) &&
          actionOfStatusChange(type) === action &&
          from.join() === rule.from.join() &&
          by.join() === rule.by.join(),
      );
      expect([action, recorded]).toEqual([action, moves]);
    }
});

it('is recorded once, until it differs', () => {
  const rules = listTransitionRules();
  const [event] = recordTransitionRules({ hash: null }, { hash: 'a', rules });
  expect(event?.data).toEqual({ hash: 'a', rules });
  const after = event ? recordedRulesFold.evolve({ hash: null }, event) : { hash: null };
  expect(recordTransitionRules(after, { hash: 'a', rules })).toEqual([]);
  expect(recordTransitionRules(after, { hash: 'b', rules: [] })).toHaveLength(1);
});
