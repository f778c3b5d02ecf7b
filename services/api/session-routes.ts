/** Signing in and out, and who one is: the calls of product-spec.md 7, exactly. */
import * as z from 'zod/mini';
import { badField, Refusal } from '#events/errors.ts';
import { accessStream } from '#events/person/events.ts';
import { isoNow } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { buttonIds } from '../people/rights.ts';
import type { SignedIn } from '../people/sessions.ts';
import { accepts } from './body.ts';
import { type ApiContext, addressOf } from './context.ts';
import { clearSession, cookieOf, rememberCookie, setEye, setSession } from './cookies.ts';
import { ok } from './envelope.ts';
import { authorization } from './guard.ts';
import type { SignInLimits } from './limits.ts';
import { presentPerson } from './presented.ts';
import { publicRoute, type Route, route } from './route.ts';

/** Not checked for form: a wrong name is as wrong as any other, and says nothing of which there are. */
const typed = z.string().check(z.minLength(1), z.maxLength(200));
export const signInBody = z.strictObject({
  userName: typed,
  password: typed,
  remember: z.optional(z.boolean()),
});

const tokenBody = z.strictObject({ token: z.optional(z.string().check(z.maxLength(2000))) });

export function presentSession(session: SignedIn, hidden = false) {
  return {
    token: session.token,
    expiresAt: new Date(session.expiresAt).toISOString(),
    user: { ...presentPerson(session.person, hidden), buttonIds: buttonIds(session.viewer) },
  };
}

/** Signs in under the limits of the address. @throws Refusal */
export async function signIn(
  c: ApiContext,
  deps: Deps,
  { limits: limit }: { limits: SignInLimits },
  body: z.infer<typeof signInBody>,
): Promise<SignedIn> {
  await limit.check(addressOf(c));
  const { userName: account, password, remember } = body;
  try {
    return await deps.sessions.signIn({ account, password, remember, over: authorization(c) });
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'wrongPassword') await limit.wrong(addressOf(c));
    throw error;
  }
}

/** The token of the path, with which the body's must agree where there is one. */
function tokenOf(path: string, body: string | undefined, differs: Refusal): string {
  if (body !== undefined && body !== path) throw differs;
  return path;
}

export function sessionRoutes(deps: Deps, how: { limits: SignInLimits }): Route[] {
  const { sessions, clock, ids, store, models } = deps;
  return [
    publicRoute({
      method: 'post',
      path: '/api/login',
      rule: 'public',
      tag: 'session',
      summary: 'Signs in; the answer also sets the session as a cookie for pages and files.',
      body: accepts(signInBody, { userName: 'doctor', password: 'archline1', remember: false }),
      handle: async ({ c, body }) => {
        const session = await signIn(c, deps, how, await body());
        setSession(c, session);
        return ok(c, deps, presentSession(session));
      },
    }),
    publicRoute({
      method: 'post',
      path: '/api/login/:token',
      rule: 'public',
      tag: 'session',
      summary: 'Validates a session; the answer may hold a fresh token.',
      body: accepts(tokenBody, {}),
      handle: async ({ c, param, body }) => {
        const { token } = await body();
        const wanted = tokenOf(param('token'), token, badField('token', 'invalid'));
        const background = c.req.header('x-background') === '1';
        const session = await sessions.verify(wanted, { act: !background });
        const old = clock.now() - session.issuedAt >= 60_000;
        const fresh = old && !background ? await sessions.renew(session) : session;
        setSession(c, fresh);
        return ok(c, deps, presentSession(fresh));
      },
    }),
    publicRoute({
      method: 'put',
      path: '/api/login/:token',
      rule: 'public',
      tag: 'session',
      summary: 'Signs out.',
      body: accepts(tokenBody, {}),
      handle: async ({ c, param, body }) => {
        const { token } = await body();
        const wanted = tokenOf(param('token'), token, new Refusal('signOutFailed'));
        clearSession(c);
        await sessions.signOut(wanted, cookieOf(c, rememberCookie));
        return ok(c, deps, null);
      },
    }),
    route({
      method: 'get',
      path: '/api/sysUser',
      rule: 'session',
      tag: 'session',
      summary: 'Who is signed in.',
      handle: ({ c, session }) =>
        ok(c, deps, presentPerson(session.person, c.get('hidden')), { position: models.position() }),
    }),
    route({
      method: 'get',
      path: '/api/auth/sysUser/view',
      rule: 'session',
      tag: 'session',
      summary: 'The rights: menu entries and every action that the position may ever take.',
      handle: ({ c, viewer }) => ok(c, deps, { buttonIds: buttonIds(viewer) }),
    }),
    route({
      method: 'get',
      path: '/api/profile',
      rule: 'session',
      tag: 'session',
      summary: 'The own profile.',
      handle: async ({ c, session }) => {
        const { organisations } = await deps.people.current();
        const organisation = organisations.get(session.person.orgId);
        const profile = {
          ...presentPerson(session.person, c.get('hidden')),
          organisation: organisation?.name ?? '',
        };
        return ok(c, deps, profile, { position: models.position() });
      },
    }),
    route({
      method: 'post',
      path: '/api/eye',
      rule: 'session',
      tag: 'session',
      summary: 'Hides or shows names and phones; that they were shown is recorded.',
      body: accepts(z.strictObject({ hidden: z.boolean() }), { hidden: true }),
      handle: async ({ c, viewer, body }) => {
        const { hidden } = await body();
        if (!hidden) {
          const stamp = { id: ids.uuid(), v: 1, at: isoNow(clock), by: viewer.id };
          await store.append(accessStream(viewer.id), 'any', [
            { type: 'EyeOpened', data: { personId: viewer.id }, ...stamp },
          ]);
        }
        setEye(c, hidden);
        return ok(c, deps, { hidden });
      },
    }),
  ];
}
