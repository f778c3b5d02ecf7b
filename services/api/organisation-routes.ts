/** Organisations in the back office: the own one and those that it serves. */
import * as z from 'zod/mini';
import { limits } from '#events/case/limits.ts';
import { productOfferOf } from '#events/case/offer.ts';
import { parse } from '#events/parse.ts';
import {
  kindOfOrganisation,
  logoPath,
  newOrganisationInputSchema,
  organisationChangeSchema,
  organisationName,
} from '#events/person/organisation.ts';
import { pagingParamSchemas } from '#projections/view-routes.ts';
import { type BodySchema, defineBody } from '../http/body.ts';
import { requireOrganisation } from '../people/organisations.ts';
import { avatarSchema } from '../people/own-account.ts';
import { isOwnOrServed, refuseForeignOrganisation, requireManagedOrgIdOfPath } from './administration.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';

const admin = { rule: ['Admin'], tag: 'people' } as const;

const listRoute = (deps: ApiDeps): Route =>
  signedGet({
    ...admin,
    path: '/api/organisations',
    summary: 'The own organisation and those that it serves.',
    query: z.strictObject(pagingParamSchemas),
    answer: async ({ viewer, query }) => {
      const { page = 1, size = limits.pageSize } = query();
      const directory = await deps.people.current();
      const all = [...directory.organisations.values()].filter(o =>
        isOwnOrServed(directory, viewer, o.orgId),
      );
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
    body: defineBody(newOrganisationInputSchema, example),
    to: () => null,
    decide: async ({ key, viewer, input }) => {
      // Derives the id from the command, so that a repetition adds the same organisation.
      const added = {
        ...parse(newOrganisationInputSchema, input),
        freshId: key.commandId,
        servedBy: viewer.orgId,
      };
      return deps.organisations.add({ ...key, by: viewer.id }, added);
    },
    answer: ({ state, orgId }) => requireOrganisation(state, orgId),
  });

const changeRoute = (deps: ApiDeps, once: RunIdempotently): Route =>
  commandRoute(deps, once, {
    ...admin,
    method: 'put',
    path: '/api/organisations/:id',
    summary: 'Changes an organisation; what is left out stays.',
    body: defineBody(organisationChangeSchema, { keepYears: 15 }),
    to: requireManagedOrgIdOfPath(deps),
    decide: ({ key, viewer, target, input }) => {
      const order = { ...key, by: viewer.id, check: refuseForeignOrganisation(viewer, target) };
      return deps.organisations.change(order, target, parse(organisationChangeSchema, input));
    },
    answer: ({ state }, { target }) => requireOrganisation(state, target),
  });

function logoRoutes(deps: ApiDeps, once: RunIdempotently): Route[] {
  const route = (
    described: { method: 'put' | 'delete'; summary: string; body?: BodySchema<typeof avatarSchema> },
    fileOf: (input: unknown) => string | null,
  ) =>
    commandRoute(deps, once, {
      ...admin,
      ...described,
      path: '/api/organisations/:id/logo',
      to: requireManagedOrgIdOfPath(deps),
      decide: ({ key, viewer, target, input }) => {
        const order = { ...key, by: viewer.id, check: refuseForeignOrganisation(viewer, target) };
        return deps.organisations.changeLogo(order, target, fileOf(input));
      },
      answer: ({ state }, { target }) => requireOrganisation(state, target),
    });
  const example = { file: '0190c2f4-0000-7000-8000-00000000000a' };
  return [
    route(
      {
        method: 'put',
        summary: 'Shows a finished upload (`kind` and `purpose` logo) as the logo, on screens and on paper.',
        body: defineBody(avatarSchema, example),
      },
      input => parse(avatarSchema, input).file,
    ),
    route({ method: 'delete', summary: 'Removes the logo.' }, () => null),
  ];
}

const ownRoute = (deps: ApiDeps): Route =>
  signedGet({
    path: '/api/organisation',
    rule: 'session',
    tag: 'people',
    summary: 'The own organisation: names, logo, and the products that its doctors may choose.',
    answer: ({ viewer: { orgId } }) => {
      const known = requireOrganisation(deps.models.directory(), orgId);
      const names = { en: organisationName(known, 'en'), 'zh-CN': organisationName(known, 'zh-CN') };
      const { zone, withheld } = known;
      return {
        orgId,
        names,
        zone,
        kind: kindOfOrganisation(known),
        logo: logoPath(known),
        withheld,
        ...productOfferOf(known),
      };
    },
  });

export function organisationRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  return [
    ownRoute(deps),
    listRoute(deps),
    addRoute(deps, once),
    changeRoute(deps, once),
    ...logoRoutes(deps, once),
  ];
}
