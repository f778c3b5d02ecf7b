import { describe, expect, it } from 'vitest';
import { actions, type NamedAction } from '../case/decider.ts';
import { statusCodes } from '../case/status.ts';
import { outcome } from './given.ts';
import { at, decided, stateOf } from './past.ts';

describe('the test pasts', () => {
  it.each(statusCodes)('end at %i', status => {
    expect(at[status], `\`at\` in events/testing/past.ts has no past that ends at ${status}`).toBeDefined();
    expect(stateOf(at[status]).status).toBe(status);
  });
  it.each(Object.keys(actions) as NamedAction[])('permit %s with the action’s own example', action => {
    const said = `the example of ${action} in actions.ts must be accepted (uploads and people: testing/world.ts)`;
    expect(
      outcome(() => decided(action).events),
      said,
    ).toMatchObject({ events: [{}] });
  });
});
