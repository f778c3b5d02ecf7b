/** Test helper: given a past, when a person performs an action, then these events or this refusal follow. */
import { expect } from 'vitest';
import type { DecisionContext } from '../case/action-definition.ts';
import type { CaseState } from '../case/case.ts';
import { decide, type NamedAction } from '../case/decider.ts';
import type { CaseEvent } from '../case/stream.ts';
import { type ErrorName, type Issue, isRefusal } from '../errors.ts';
import type { Viewer } from '../person/position.ts';
import { type CasePast, recordEvents, stateOf } from './past.ts';
import { decisionContext } from './world.ts';

/** Outcome of a decision: events, or the refusal's name with its issues. */
export type DecisionOutcome = { events: CaseEvent[] } | { refusal: ErrorName; issues: Issue[] };

/** Runs a decision and catches its refusal. Rethrows any other error. */
export function decisionOutcome(run: () => CaseEvent[]): DecisionOutcome {
  try {
    return { events: run() };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refusal: error.refusal, issues: error.data?.issues ?? [] };
  }
}

/** The expected part of an event. */
type Said = { type?: CaseEvent['type']; data?: object; personal?: object };

type Then = {
  /** Expects exactly these events, matched by `toMatchObject`. Returns the resulting state. */
  then: (...events: readonly Said[]) => CaseState;
  /** Expects this refusal, with these issues as `path: issue`. */
  refused: (refusal: ErrorName, ...issues: readonly string[]) => void;
};

export function given(past: CasePast) {
  return {
    when(action: NamedAction, viewer: Viewer, input: unknown = {}, more?: Partial<DecisionContext>): Then {
      const before = stateOf(past);
      const untouched = structuredClone(before);
      const result = decisionOutcome(() => decide(before, action, input, decisionContext(viewer, more)));
      expect(before).toEqual(untouched);
      return {
        // biome-ignore lint/suspicious/noThenProperty: given/when/then is the test's vocabulary; the object is never awaited
        then: (...events) => {
          expect(result).toMatchObject({ events });
          const happened = 'events' in result ? result.events : [];
          expect(happened).toHaveLength(events.length);
          return stateOf(recordEvents(past, happened, viewer.id));
        },
        refused: (refusal, ...issues) => {
          expect('refusal' in result ? result.refusal : result).toBe(refusal);
          const told = 'refusal' in result ? result.issues.map(i => `${i.path}: ${i.issue}`) : [];
          expect(told).toEqual(issues);
        },
      };
    },
  };
}
