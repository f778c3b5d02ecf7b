import { describe, expect, it } from 'vitest';
import { actions, type NamedAction } from '../case/decider.ts';
import { statusCodes } from '../case/status.ts';
import { decisionOutcome } from './given.ts';
import { decideExample, pastAt, stateOf } from './past.ts';

describe('the test pasts', () => {
  it.each(statusCodes)('end at %i', status => {
    expect(
      pastAt[status],
      `\`at\` in events/testing/past.ts has no past that ends at ${status}`,
    ).toBeDefined();
    expect(stateOf(pastAt[status]).status).toBe(status);
  });
  it.each(Object.keys(actions) as NamedAction[])('permit %s with the action’s own example', action => {
    const said = `the example of ${action} in actions.ts must be accepted (uploads and people: testing/world.ts)`;
    expect(
      decisionOutcome(() => decideExample(action).events),
      said,
    ).toMatchObject({ events: [{}] });
  });
});
