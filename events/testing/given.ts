/** given a past, when somebody does something, then these events follow or this refusal. */
import { expect } from 'vitest';
import type { CaseState } from '../case/case.ts';
import type { Ctx } from '../case/decide.ts';
import { decide, type NamedAction } from '../case/decider.ts';
import type { CaseEvent } from '../case/stream.ts';
import { type ErrorName, type Issue, isRefusal } from '../errors.ts';
import type { Viewer } from '../person/position.ts';
import { type Past, record, stateOf } from './past.ts';
import { world } from './world.ts';

/** What happened: events, or the refusal's name and the fields that it names. */
export type Outcome = { events: CaseEvent[] } | { refusal: ErrorName; issues: Issue[] };

/** Runs something that may refuse. Anything but a refusal goes through. */
export function outcome(run: () => CaseEvent[]): Outcome {
  try {
    return { events: run() };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refusal: error.refusal, issues: error.data?.issues ?? [] };
  }
}

/** What a test says of an event: as much of it as matters there. */
type Said = { type?: CaseEvent['type']; data?: object; personal?: object };

type Then = {
  /** Exactly these events, as far as each says (`toMatchObject`). Answers the state that they lead to. */
  then: (...events: readonly Said[]) => CaseState;
  /** This refusal; with a field, an issue `path: word`. */
  refused: (refusal: ErrorName, ...issues: readonly string[]) => void;
};

export function given(past: Past) {
  return {
    when(action: NamedAction, viewer: Viewer, input: unknown = {}, more?: Partial<Ctx>): Then {
      const before = stateOf(past);
      const untouched = structuredClone(before);
      const result = outcome(() => decide(before, action, input, world(viewer, more)));
      expect(before).toEqual(untouched);
      return {
        // biome-ignore lint/suspicious/noThenProperty: given/when/then are the test's own words; nobody awaits them
        then: (...events) => {
          expect(result).toMatchObject({ events });
          const happened = 'events' in result ? result.events : [];
          expect(happened).toHaveLength(events.length);
          return stateOf(record(past, happened, viewer.id));
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
