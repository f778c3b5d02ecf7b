import { describe, expect, it } from 'vitest';
import { Status } from '../case/status.ts';
import { toLogPosition } from '../log-position.ts';
import type { RecordedTransitionRule } from '../release/events.ts';
import {
  isMoveWithinDraft,
  type JudgedMove,
  judgeMove,
  type MoveVerdict,
  type RulesSincePosition,
} from './conform.ts';

const { ToSubmit, ToAccept, CaseProcessing, PlanUnderDesign, InfoRequested } = Status;

const submits: RecordedTransitionRule = {
  type: 'CaseSubmitted',
  from: [ToSubmit],
  to: [ToAccept],
  by: ['owner'],
};
const accepts: RecordedTransitionRule = {
  ...{ type: 'CaseAccepted', from: [ToAccept], to: [CaseProcessing], by: ['SuperMechanic'] },
};
const answers: RecordedTransitionRule = {
  type: 'InfoAnswered',
  from: [InfoRequested],
  to: ['prior'],
  by: ['owner'],
};
const first = { since: toLogPosition(10), rules: [submits, accepts, answers] };
/** Rules of a later release: customer service accepts cases too, and no position submits them. */
const second = {
  since: toLogPosition(20),
  rules: [{ ...accepts, by: ['SuperMechanic', 'Service'] }, answers],
};

const submitted: JudgedMove = {
  ...{ position: toLogPosition(15), type: 'CaseSubmitted', from: ToSubmit, to: ToAccept },
  ...{ prior: null, actedAs: ['owner'] },
};
const accepted: JudgedMove = {
  ...{ position: toLogPosition(16), type: 'CaseAccepted', from: ToAccept, to: CaseProcessing },
  ...{ prior: ToSubmit, actedAs: ['SuperMechanic'] },
};
const at = (position: number, move: JudgedMove) => ({ ...move, position: toLogPosition(position) });

const given = (...history: RulesSincePosition[]) => ({
  when: (move: JudgedMove) => ({
    gives: (verdict: MoveVerdict) => expect(judgeMove(move, history)).toBe(verdict),
  }),
});

describe('a move', () => {
  it('may be permitted by any of several rules of one edge', () => {
    const both = { ...first, rules: [...first.rules, { ...accepts, by: ['Service'] }] };
    given(both)
      .when({ ...accepted, actedAs: ['Service'] })
      .gives('kept');
    given(both).when(accepted).gives('kept');
  });
  it('is kept if the rules of that day have it', () => {
    given(first).when(submitted).gives('kept');
  });
  it('is unrecorded before the first rules, and at their own position', () => {
    given().when(submitted).gives('unrecorded');
    given(first).when(at(9, submitted)).gives('unrecorded');
    given(first).when(at(10, submitted)).gives('unrecorded');
  });
  it('is lacking if the rules of that day do not have it', () => {
    given(first)
      .when({ ...submitted, to: CaseProcessing })
      .gives('lacking');
    given(first)
      .when({ ...submitted, type: 'CaseWithdrawn' })
      .gives('lacking');
    given(first, second).when(at(21, submitted)).gives('lacking');
  });
  it('is by somebody else if the rules of that day have it for other actors', () => {
    given(first)
      .when({ ...accepted, actedAs: ['Service'] })
      .gives('byOther');
    given(first)
      .when({ ...accepted, actedAs: [] })
      .gives('byOther');
  });
  it('is judged by the rules of its day, not by those of today', () => {
    given(first, second)
      .when({ ...accepted, actedAs: ['Service'] })
      .gives('byOther');
    given(first, second)
      .when(at(21, { ...accepted, actedAs: ['Service'] }))
      .gives('kept');
  });
  it("is no longer allowed if today's rules lack what that day's had", () => {
    given(first, second).when(submitted).gives('noLonger');
    given(second, { ...first, since: toLogPosition(30) })
      .when(at(25, { ...accepted, actedAs: ['Service'] }))
      .gives('noLonger');
  });
  it('goes back only to the status before', () => {
    const answered: JudgedMove = {
      ...{ position: toLogPosition(12), type: 'InfoAnswered', from: InfoRequested },
      ...{ to: PlanUnderDesign, prior: PlanUnderDesign, actedAs: ['owner'] },
    };
    given(first).when(answered).gives('kept');
    given(first)
      .when({ ...answered, prior: CaseProcessing })
      .gives('lacking');
    given(first)
      .when({ ...answered, prior: null })
      .gives('lacking');
  });
});

it('does not judge what a doctor fills in', () => {
  expect(isMoveWithinDraft({ from: Status.ClinicalInfoIncomplete, to: ToSubmit })).toBe(true);
  expect(isMoveWithinDraft({ from: ToSubmit, to: ToAccept })).toBe(false);
  expect(isMoveWithinDraft({ from: ToAccept, to: ToSubmit })).toBe(false);
});
