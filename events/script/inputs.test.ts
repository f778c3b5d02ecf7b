import { describe, expect, it } from 'vitest';
import { initial } from '../case/case.ts';
import { actions, decide, type NamedAction } from '../case/decider.ts';
import { outcome } from '../testing/given.ts';
import { hand, readyFor, stateOf } from '../testing/past.ts';
import { world } from '../testing/world.ts';
import { createRandom, steady } from './random.ts';
import { inputOf, inputWithFiles, refuseMisfit } from './script.ts';

const names = Object.keys(actions) as NamedAction[];

const draws = [steady, ...Array.from({ length: 20 }, (_, seed) => createRandom(seed))];

describe('the input of an action', () => {
  it.each(names)('fits the schema of %s whatever is drawn, and a case takes it', action => {
    const { past, viewer } = readyFor(action);
    const state = stateOf(past);
    const taken = draws.filter(random => {
      const input = inputOf(action, state, { ...hand(state), random });
      refuseMisfit(action, input);
      return 'events' in outcome(() => decide(state, action, input, world(viewer)));
    });
    expect(taken.length, `no input of ${action} is accepted: see events/script/inputs.ts`).toBeGreaterThan(0);
  });

  it('is its own example on the day it is, where nothing of the case belongs into it', () => {
    const asked = inputOf('checkWear', initial, hand(initial));
    expect(asked).toEqual({ ...Object(actions.checkWear.example), on: hand(initial).today });
  });

  it('waits for files that have to be brought first', async () => {
    const bring = async ({ kind, slot }: { kind: string; slot: string | null }) => `${kind} ${slot}`;
    const input = await inputWithFiles('scansRecorded', initial, hand(initial), bring);
    expect(input).toEqual({ files: ['stl upper', 'stl lower'] });
  });

  it('that fits no schema is named with its field', () => {
    expect(() => refuseMisfit('reportLost', {})).toThrow(
      'reportLost takes no such input (note: invalid_type): see events/script/inputs.ts',
    );
  });
});
