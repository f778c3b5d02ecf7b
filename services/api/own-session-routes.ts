/** A person's own sessions: which browsers are signed in, and signing them out. */
import { clientOf, sessionOf } from '../http/context.ts';
import { auditItems } from './audit-items.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';

const SIGN_INS_MOST = 10;

const own = { rule: 'session', tag: 'session' } as const;

export function ownSessionRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const { own: ownSessions } = deps.sessions;
  return [
    signedGet({
      ...own,
      path: '/api/sessions',
      summary: 'The own sessions: browser, network, sign-in and last use; the one that asks is first.',
      answer: async ({ c, session }) => ({ items: await ownSessions.list(session, clientOf(c, deps)) }),
    }),
    signedGet({
      ...own,
      path: '/api/sessions/signIns',
      summary: 'The newest own sign-ins and failed ones, and changes of second factors.',
      answer: async ({ ctx }) => ({
        items: await auditItems(deps, deps.models.ownSignIns(ctx, SIGN_INS_MOST)),
      }),
    }),
    commandRoute(deps, once, {
      ...own,
      method: 'delete',
      path: '/api/sessions/:id',
      summary: 'Signs out one of the own sessions, and its browser if that is remembered.',
      to: ({ param }) => param('id'),
      decide: ({ c, viewer, target, key }) =>
        ownSessions.end(sessionOf(c), target, { ...key, by: viewer.id }),
      answer: () => null,
    }),
    commandRoute(deps, once, {
      ...own,
      method: 'delete',
      path: '/api/sessions',
      summary: 'Signs out everywhere else.',
      to: () => null,
      decide: ({ c, viewer, key }) => ownSessions.endOthers(sessionOf(c), { ...key, by: viewer.id }),
      answer: () => null,
    }),
  ];
}
