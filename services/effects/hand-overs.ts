/** Completes hand-overs of cases that a crash interrupted between the directory's event and the cases' events. */
import { directoryStream } from '#events/person/events.ts';
import { applyHandOver } from '../people/hand-over.ts';
import { type FollowerDeps, type RunningFollower, startFollower } from './follower.ts';

type HandOverFollowerDeps = FollowerDeps & Parameters<typeof applyHandOver>[0];

/** Starts the follower. Returns at once. */
export const startHandOvers = (deps: HandOverFollowerDeps): RunningFollower =>
  startFollower(deps, {
    name: 'handOvers',
    filter: { types: ['CasesHandedOver'], streamPrefix: directoryStream },
    handleEvent: event => applyHandOver(deps, event),
    chores: async () => undefined,
  });
