/** Rights that an organisation takes from its positions, and gives back; each switch with its reason. */
import { parse } from '#events/parse.ts';
import { directoryStream } from '#events/person/events.ts';
import { rightSwitchSchema } from '#events/person/switches.ts';
import { recordOf } from '#events/streams.ts';
import { defineBody } from '../http/body.ts';
import { requireOrganisation } from '../people/organisations.ts';
import {
  refuseForeignOrganisation,
  requireManagedOrganisation,
  requireManagedOrgIdOfPath,
} from './administration.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { RightChange } from './organisation-answers.ts';
import type { Route } from './route.ts';

const admin = { rule: ['Admin'], tag: 'people', path: '/api/organisations/:id/rights' } as const;

/** Maximum number of switches listed, and maximum number of the directory's events that are searched for them. */
const CHANGES_MOST = 50;
const CHANGES_SEARCHED = 5000;

async function changesOf({ store, models }: ApiDeps, orgId: string): Promise<RightChange[]> {
  const found: RightChange[] = [];
  const back = { direction: 'backwards', limit: CHANGES_SEARCHED } as const;
  for await (const event of store.read(directoryStream, back)) {
    const e = recordOf('directory', event);
    if (e.type !== 'RightSwitched' || e.data.orgId !== orgId) continue;
    const { right, position, on } = e.data;
    const by = models.personRef(event.by);
    found.push({ id: event.id, at: event.at, by, right, position, on, reason: e.personal.reason });
    if (found.length === CHANGES_MOST) break;
  }
  return found;
}

const example = {
  right: 'exports',
  position: 'Service',
  on: false,
  reason: 'Lists of patients leave the organisation on paper only.',
} as const;

export function rightRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  return [
    signedGet({
      ...admin,
      summary: 'The newest switches of rights of an organisation, with their reasons.',
      answer: async ({ viewer, param }) => {
        const { orgId } = requireManagedOrganisation(await deps.people.current(), viewer, param('id'));
        return { items: await changesOf(deps, orgId) };
      },
    }),
    commandRoute(deps, once, {
      ...admin,
      method: 'put',
      summary: 'Takes a right from a position of an organisation, or gives it back. Holds at once.',
      body: defineBody(rightSwitchSchema, example),
      to: requireManagedOrgIdOfPath(deps),
      decide: ({ key, viewer, target, input }) => {
        const order = { ...key, by: viewer.id, check: refuseForeignOrganisation(viewer, target) };
        return deps.organisations.switchRight(order, target, parse(rightSwitchSchema, input));
      },
      answer: ({ state }, { target }) => requireOrganisation(state, target),
    }),
  ];
}
