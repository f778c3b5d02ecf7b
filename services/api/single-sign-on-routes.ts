/** Single sign-on of an organisation in the back office (decision 62). No answer contains the client's secret. */

import { parse } from '#events/parse.ts';
import type { Directory } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';
import { defineBody } from '../http/body.ts';
import { answerOk } from '../http/envelope.ts';
import { testConnection } from '../singleSignOn/connection-test.ts';
import {
  connectionToTestSchema,
  type SingleSignOnChange,
  singleSignOnChangeSchema,
} from '../singleSignOn/settings.ts';
import { providerNoticePath, signedOutPath, singleSignOnReturnPath } from '../singleSignOn/single-sign-on.ts';
import { requireManagedOrganisation } from './administration.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { SingleSignOnItem } from './organisation-answers.ts';

import { type Route, signedRoute } from './route.ts';

const admin = { rule: ['Admin'], tag: 'people' } as const;
const path = '/api/organisations/:id/singleSignOn' as const;

const example: SingleSignOnChange & { clientSecret: string } = {
  ...{ issuer: 'https://login.clinic.example', clientId: 'archline', clientSecret: 'kept-by-the-provider' },
  ...{ scope: 'openid profile email', claim: 'groups', secondFactor: 'here' },
  positions: [{ value: 'orthodontists', position: 'Doctor' }],
};

async function present(
  { clientSecrets, publicUrl }: ApiDeps,
  { singleSignOn }: Directory,
  orgId: string,
): Promise<SingleSignOnItem> {
  return {
    settings: singleSignOn.get(orgId) ?? null,
    hasSecret: await clientSecrets.has(orgId),
    signInUrl: `${publicUrl}/login?${new URLSearchParams({ org: orgId })}`,
    redirectUri: publicUrl + singleSignOnReturnPath(orgId),
    signedOutUri: publicUrl + signedOutPath,
    noticeUri: publicUrl + providerNoticePath(orgId),
  };
}

export function singleSignOnRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const targetOf = async (viewer: Viewer, orgId: string) =>
    requireManagedOrganisation(await deps.people.current(), viewer, orgId).orgId;
  const orderBy = (viewer: Viewer, orgId: string) => ({
    by: viewer.id,
    check: (directory: Directory) => void requireManagedOrganisation(directory, viewer, orgId),
  });
  return [
    signedGet({
      ...admin,
      path,
      summary: 'How the organisation’s people sign in by its OpenID provider.',
      answer: async ({ viewer, param }) => {
        const directory = await deps.people.current();
        return present(deps, directory, requireManagedOrganisation(directory, viewer, param('id')).orgId);
      },
    }),
    commandRoute(deps, once, {
      ...admin,
      method: 'put',
      path,
      summary:
        'Sets the provider. Without `clientSecret` the stored one stays; another issuer needs it again.',
      body: defineBody(singleSignOnChangeSchema, example),
      to: ({ param, viewer }) => targetOf(viewer, param('id')),
      decide: ({ key, viewer, target, input }) =>
        deps.singleSignOnAdministration.set(
          { ...key, ...orderBy(viewer, target) },
          target,
          parse(singleSignOnChangeSchema, input),
        ),
      answer: ({ state }, { target }) => present(deps, state, target),
    }),
    commandRoute(deps, once, {
      ...admin,
      method: 'delete',
      path,
      summary: 'Switches single sign-on off. Accounts stay, and sign in by password.',
      to: ({ param, viewer }) => targetOf(viewer, param('id')),
      decide: ({ key, viewer, target }) =>
        deps.singleSignOnAdministration.remove({ ...key, ...orderBy(viewer, target) }, target),
      answer: ({ state }, { target }) => present(deps, state, target),
    }),
    signedRoute({
      ...admin,
      method: 'post',
      path: `${path}/test`,
      summary: 'Reads what a provider publishes and tries the client’s secret; says what is wrong.',
      body: defineBody(connectionToTestSchema, {
        ...{ issuer: example.issuer, clientId: example.clientId, clientSecret: example.clientSecret },
      }),
      handle: async ({ c, viewer, param, body }) => {
        const orgId = await targetOf(viewer, param('id'));
        const given = await body();
        const secret = await deps.singleSignOnAdministration.secretFor(orgId, given);
        const { issuer, clientId } = given;
        const access = { orgId, issuer, clientId, secret };
        return answerOk(
          c,
          deps,
          await testConnection(deps.providers, access, deps.publicUrl + singleSignOnReturnPath(orgId)),
        );
      },
    }),
  ];
}
