import { describe, expect, it } from 'vitest';
import { initialCaseState } from '../case/case.ts';
import { actions, decide, type NamedAction } from '../case/decider.ts';
import { decisionOutcome } from '../testing/given.ts';
import { fixedChoices, pastPermitting, stateOf } from '../testing/past.ts';
import { decisionContext } from '../testing/world.ts';
import { constantRandom, createRandom } from './random.ts';
import { assertFitsSchema, inputOfAction, inputWithFiles } from './script.ts';

const names = Object.keys(actions) as NamedAction[];

const draws = [constantRandom, ...Array.from({ length: 20 }, (_, seed) => createRandom(seed))];

describe('generated input of an action', () => {
  it.each(names)('matches the schema of %s for any random seed; a case accepts it', action => {
    const { past, viewer } = pastPermitting(action);
    const state = stateOf(past);
    const taken = draws.filter(random => {
      const input = inputOfAction(action, state, { ...fixedChoices(state), random });
      assertFitsSchema(action, input);
      return 'events' in decisionOutcome(() => decide(state, action, input, decisionContext(viewer)));
    });
    expect(taken.length, `no input of ${action} is accepted: see events/script/inputs.ts`).toBeGreaterThan(0);
  });

  it('is the action’s example with today’s date if nothing depends on the case', () => {
    const asked = inputOfAction('checkWear', initialCaseState, fixedChoices(initialCaseState));
    expect(asked).toEqual({ ...Object(actions.checkWear.example), on: fixedChoices(initialCaseState).today });
  });

  it('waits for required uploads', async () => {
    const bring = async ({ kind, slot }: { kind: string; slot: string | null }) => `${kind} ${slot}`;
    const input = await inputWithFiles(
      'scansRecorded',
      initialCaseState,
      fixedChoices(initialCaseState),
      bring,
    );
    expect(input).toEqual({ files: ['stl upper', 'stl lower'] });
  });

  it('that does not match the schema throws, naming the field', () => {
    expect(() => assertFitsSchema('reportLost', {})).toThrow(
      'reportLost takes no such input (note: invalid_type): see events/script/inputs.ts',
    );
  });
});
