/** Organisations in the back office: the own one and those that it serves. */
import * as z from 'zod/mini';
import { limits } from '#events/case/options.ts';
import { Refusal } from '#events/errors.ts';
import { parse } from '#events/parse.ts';
import type { Directory } from '#events/person/directory.ts';
import { newOrganisation, organisationChange } from '#events/person/organisation.ts';
import type { Viewer } from '#events/person/position.ts';
import { pagingParams } from '#projections/asks.ts';
import { acceptBody } from '../http/body.ts';
import { knownOrganisation } from '../people/organisations.ts';
import { inReach } from './administration.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';

const admin = { rule: ['Admin'], tag: 'people' } as const;

/** An organisation that the viewer manages. Others answer like missing ones. @throws Refusal notFound */
export function managed(directory: Directory, viewer: Viewer, orgId: string) {
  const known = knownOrganisation(directory, orgId);
  if (!inReach(directory, viewer, orgId)) throw new Refusal('notFound');
  return known;
}

const listRoute = (deps: ApiDeps): Route =>
  signedGet({
    ...admin,
    path: '/api/organisations',
    summary: 'The own organisation and those that it serves.',
    query: z.strictObject(pagingParams),
    answer: async ({ viewer, query }) => {
      const { page = 1, size = limits.pageSize } = query();
      const directory = await deps.people.current();
      const all = [...directory.organisations.values()].filter(o => inReach(directory, viewer, o.orgId));
      return { items: all.slice((page - 1) * size, page * size), total: all.length, page, size };
    },
  });

const example = {
  names: { en: 'Riverside Dental', 'zh-CN': '河畔口腔' },
  zone: 'Asia/Shanghai',
  kind: 'clinic',
} as const;

const addRoute = (deps: ApiDeps, once: RunIdempotently): Route =>
  commandRoute(deps, once, {
    ...admin,
    method: 'post',
    path: '/api/organisations',
    summary: 'Adds an organisation that the own one serves.',
    body: acceptBody(newOrganisation, example),
    to: () => null,
    decide: async ({ key, viewer, input }) => {
      // Derives the id from the command, so that a repetition adds the same organisation.
      const orgId = key.commandId;
      const added = { ...parse(newOrganisation, input), orgId, servedBy: viewer.orgId };
      return { ...(await deps.organisations.add({ ...key, by: viewer.id }, added)), orgId };
    },
    answer: ({ state, orgId }) => knownOrganisation(state, orgId),
  });

const changeRoute = (deps: ApiDeps, once: RunIdempotently): Route =>
  commandRoute(deps, once, {
    ...admin,
    method: 'put',
    path: '/api/organisations/:id',
    summary: 'Changes an organisation; what is left out stays.',
    body: acceptBody(organisationChange, { keepYears: 15 }),
    to: async ({ param, viewer }) => managed(await deps.people.current(), viewer, param('id')).orgId,
    decide: ({ key, viewer, target, input }) =>
      deps.organisations.change({ ...key, by: viewer.id }, target, parse(organisationChange, input)),
    answer: ({ state }, { target }) => knownOrganisation(state, target),
  });

export function organisationRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  return [listRoute(deps), addRoute(deps, once), changeRoute(deps, once)];
}
