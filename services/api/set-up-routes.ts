/** The set-up list of a new organisation, for its first doctor. */
import * as z from 'zod/mini';
import { Refusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import { caseOwners } from '#events/person/position.ts';
import { isSettingUp } from '#events/person/set-up.ts';
import { acceptBody } from '../http/body.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';
import { createSetUp } from './set-up.ts';

const owner = { rule: caseOwners, tag: 'own' } as const;
const nothing = acceptBody(z.strictObject({}), {});

export function setUpRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const { people, clock } = deps;
  const setUp = createSetUp(deps);
  return [
    signedGet({
      ...owner,
      path: '/api/setUp',
      summary: 'Steps that remain for a new organisation, for its first doctor.',
      answer: async ({ ctx }) => {
        const items = await setUp(ctx);
        if (!items) throw new Refusal('notFound');
        return { items };
      },
    }),
    commandRoute(deps, once, {
      ...owner,
      method: 'post',
      path: '/api/setUp/dismiss',
      summary: 'Hides the list for good.',
      body: nothing,
      to: () => null,
      decide: ({ key, viewer, input }) => {
        parse(nothing.schema, input);
        return people.change({
          ...key,
          by: viewer.id,
          decide: directory => {
            if (!isSettingUp(directory, viewer.id, clock.now())) throw new Refusal('notFound');
            return [{ type: 'SetUpDismissed', data: { orgId: viewer.orgId } }];
          },
        });
      },
      answer: () => null,
    }),
  ];
}
