/** A person's own sessions: which browsers are signed in, and signing them out with the current password (ASVS 7.5.2). */
import * as z from 'zod/mini';
import { parse } from '#events/parse.ts';
import { defineBody } from '../http/body.ts';
import { clientOfRequest } from '../http/context.ts';
import type { OwnAccountActor } from '../people/own-account.ts';
import { readAuditItems } from './audit-items.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import { ownAccountActorOf } from './own-account-routes.ts';
import type { Route } from './route.ts';
import { typedSecretSchema } from './session-routes.ts';

const SIGN_INS_MOST = 10;

const own = { rule: 'session', tag: 'session' } as const;

/** The password may be missing if none is asked for. */
const confirmation = defineBody(z.strictObject({ oldPassword: z.optional(typedSecretSchema) }), {
  oldPassword: 'archline1',
});

/**
 * Asks for the current password. People whom an identity provider signs in have none and are not asked (decision 59).
 */
const confirmBy = ({ ownAccount }: ApiDeps, self: OwnAccountActor, input: unknown) => {
  const { oldPassword } = parse(confirmation.schema, input);
  return async () => {
    if (await ownAccount.hasPassword(self.person.id)) await ownAccount.confirm(self, oldPassword);
  };
};

export function ownSessionRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const { own: ownSessions } = deps.sessions;
  return [
    signedGet({
      ...own,
      path: '/api/sessions',
      summary: 'The own sessions: browser, network, sign-in and last use; the one that asks is first.',
      answer: async ({ c, session }) => ({
        items: await ownSessions.list(session, clientOfRequest(c, deps)),
        asksPassword: await deps.ownAccount.hasPassword(session.person.id),
      }),
    }),
    signedGet({
      ...own,
      path: '/api/sessions/signIns',
      summary: 'The newest own sign-ins and failed ones, and changes of second factors.',
      answer: async ({ ctx }) => ({
        items: await readAuditItems(deps, deps.models.ownSignIns(ctx, SIGN_INS_MOST)),
      }),
    }),
    commandRoute(deps, once, {
      ...own,
      method: 'post',
      path: '/api/sessions/:id/end',
      summary: 'Signs out one of the own sessions, and its browser if that is remembered.',
      body: confirmation,
      to: ({ param }) => param('id'),
      decide: async ({ c, viewer, target, key, input }) => {
        const self = await ownAccountActorOf(c, deps);
        return ownSessions.end(self, target, {
          ...{ ...key, by: viewer.id },
          confirm: confirmBy(deps, self, input),
        });
      },
      answer: () => null,
    }),
    commandRoute(deps, once, {
      ...own,
      method: 'post',
      path: '/api/sessions/endOthers',
      summary: 'Signs out everywhere else.',
      body: confirmation,
      to: () => null,
      decide: async ({ c, viewer, key, input }) => {
        const self = await ownAccountActorOf(c, deps);
        return ownSessions.endOthers(self, {
          ...{ ...key, by: viewer.id },
          confirm: confirmBy(deps, self, input),
        });
      },
      answer: () => null,
    }),
  ];
}
