/** The set-up list of a new organisation, for its first doctor. */
import { parse } from '#events/parse.ts';
import { caseOwners } from '#events/person/position.ts';
import { isSettingUp } from '#events/person/set-up.ts';
import { emptyBody } from '../http/body.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';
import { createSetUpList } from './set-up.ts';

const owner = { rule: caseOwners, tag: 'own' } as const;
export function organisationSetUpRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const { people, clock } = deps;
  const setUp = createSetUpList(deps);
  return [
    signedGet({
      ...owner,
      path: '/api/setUp',
      summary: 'Steps of a new organisation, for its first doctor; empty for others.',
      answer: async ({ ctx }) => ({ items: (await setUp(ctx)) ?? [] }),
    }),
    commandRoute(deps, once, {
      ...owner,
      method: 'post',
      path: '/api/setUp/dismiss',
      summary: 'Hides the list for good; nothing for a person without one.',
      body: emptyBody,
      to: () => null,
      decide: ({ key, viewer, input }) => {
        parse(emptyBody.schema, input);
        return people.change({
          ...key,
          by: viewer.id,
          decide: directory =>
            isSettingUp(directory, viewer.id, clock.now())
              ? [{ type: 'SetUpDismissed', data: { orgId: viewer.orgId } }]
              : [],
        });
      },
      answer: () => null,
    }),
  ];
}
