/** Sign-in, sign-out and the own account: the calls of product-spec.md 7, exactly. */
import * as z from 'zod/mini';
import type { SignInFailureReason } from '#events/audit/events.ts';
import { badField, isRefusal, Refusal } from '#events/errors.ts';
import { findByAccount } from '#events/person/account-identity.ts';
import type { Person } from '#events/person/directory.ts';
import { dataAccessStreamOf } from '#events/person/events.ts';
import { hasNamesHidden } from '#projections/analyst-filter.ts';
import { isoNow } from '../clock/clock.ts';
import { defineBody } from '../http/body.ts';
import { type ApiContext, clientAddress, clientOfRequest } from '../http/context.ts';
import { clearSessionCookies, setSessionCookies } from '../http/cookies.ts';
import { answerOk } from '../http/envelope.ts';
import { authorizationToken, isActOfPerson, renewSession } from '../http/guard.ts';
import { refuseOtherSites } from '../http/same-site.ts';
import type { SessionWithCookies } from '../people/begin-session.ts';
import { buttonIdsOf } from '../people/button-rights.ts';
import type { Session } from '../people/session.ts';
import { presentPerson } from './answer-formats.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import { publicRoute, type Route, signedRoute } from './route.ts';
import { createSetUpList, isSetUpOpen } from './set-up.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/**
 * A typed login or password. Does not check its format, so that the refusal of a wrong name does not reveal which
 * names exist.
 */
export const typedSecretSchema = z.string().check(z.minLength(1), z.maxLength(200));
export const signInBodySchema = z.strictObject({
  userName: typedSecretSchema,
  password: typedSecretSchema,
  remember: z.optional(z.boolean()),
});

const tokenBody = z.strictObject({ token: z.optional(z.string().check(z.maxLength(2000))) });

/** Presents a session that has just begun. */
export function presentSession(session: Session, hidden = false) {
  return {
    token: session.token,
    expiresAt: new Date(session.expiresAt).toISOString(),
    // True: until a second factor is set up, other calls answer 104103.
    secondFactorMissing: session.held,
    user: { ...presentPerson(session.person, hidden), buttonIds: buttonIdsOf(session.viewer) },
  };
}

/**
 * Signs in within the address's limits. The first limit is checked before anything is read. @throws Refusal
 */
export async function signInWithPassword(
  c: ApiContext,
  deps: ApiDeps,
  { limits: limit }: How,
  read: () => Promise<z.infer<typeof signInBodySchema>>,
): Promise<SessionWithCookies> {
  const { cookies, devices, sessions } = deps;
  const [from, cookie] = [clientAddress(c, deps), cookies.read(c, 'device')];
  await limit.check(from, devices.idOf(cookie));
  const { userName: account, password, remember } = await read();
  const device = await devices.known(cookie, account);
  // A device that has signed in to this account before has its own rate limit.
  if (device === undefined) await limit.account(from, account);
  try {
    const session = await sessions.signIn({
      account,
      password,
      remember,
      over: authorizationToken(c),
      device,
      client: clientOfRequest(c, deps),
    });
    return { ...session, device: await devices.signedIn(cookie, session.person.id) };
  } catch (error) {
    const facts = { account, from, requestId: c.get('requestId') };
    // Looks the person up for every failure, so that names with and without an account take the same time.
    const personId = findByAccount(await deps.people.current(), account)?.id;
    const failed = (why: SignInFailureReason) => deps.failures.note({ why, personId, address: from });
    if (isRefusal(error) && error.refusal === 'userFrozen') {
      deps.audit.note('lockedOut', facts);
      failed('frozen');
    }
    if (isRefusal(error) && error.refusal === 'wrongPassword') {
      deps.audit.note('wrongPassword', facts);
      failed('password');
      if (device === undefined) await limit.wrong(from, account);
    }
    throw error;
  }
}

/** The path's token. A token in the body must be equal. */
function tokenOf(path: string, body: string | undefined, differs: Refusal): string {
  if (body !== undefined && body !== path) throw differs;
  return path;
}

type How = { limits: SignInLimits };

const signInRoute = (deps: ApiDeps, how: How): Route =>
  publicRoute({
    method: 'post',
    path: '/api/login',
    rule: 'public',
    tag: 'session',
    summary: 'Signs in; the answer also sets the session as a cookie for pages and files.',
    body: defineBody(signInBodySchema, { userName: 'doctor', password: 'archline1', remember: false }),
    handle: async ({ c, body }) => {
      refuseOtherSites(c);
      const session = await signInWithPassword(c, deps, how, body);
      setSessionCookies(c, deps.cookies, session);
      return answerOk(c, deps, presentSession(session));
    },
  });

const validateRoute = (deps: ApiDeps): Route =>
  publicRoute({
    method: 'post',
    path: '/api/login/:token',
    rule: 'public',
    tag: 'session',
    summary: 'Validates a session; the answer may hold a fresh token.',
    body: defineBody(tokenBody, {}),
    handle: async ({ c, param, body }) => {
      refuseOtherSites(c);
      const { token } = await body();
      const sessionToken = tokenOf(param('token'), token, badField('token', 'invalid'));
      const session = await deps.sessions.verify(sessionToken, { act: isActOfPerson(c) });
      const current = await renewSession(c, deps, session);
      setSessionCookies(c, deps.cookies, current);
      return answerOk(c, deps, presentSession(current));
    },
  });

const signOutRoute = (deps: ApiDeps): Route =>
  publicRoute({
    method: 'put',
    path: '/api/login/:token',
    rule: 'public',
    tag: 'session',
    summary: 'Signs out.',
    body: defineBody(tokenBody, {}),
    handle: async ({ c, param, body }) => {
      const { token } = await body();
      const sessionToken = tokenOf(param('token'), token, new Refusal('signOutFailed'));
      const remember = deps.cookies.read(c, 'remember');
      clearSessionCookies(c, deps.cookies);
      await deps.sessions.signOut(sessionToken, remember);
      return answerOk(c, deps, null);
    },
  });

/** Presents the viewer's own account. The closed eye of an Analyst masks patients, not the Analyst's own name. */
export const presentOwnAccount = (c: ApiContext, person: Person) =>
  presentPerson(person, c.get('hidden') && !hasNamesHidden(person));

/** The own account, and all actions that it may ever take. */
const selfRoutes = (setUp: ReturnType<typeof createSetUpList>): Route[] => [
  signedGet({
    path: '/api/sysUser',
    rule: 'session',
    tag: 'session',
    summary: 'Who is signed in.',
    answer: ({ c, ctx, viewer: { withheld }, session }) => {
      const self = { ...presentOwnAccount(c, session.person), ...(withheld && { withheld }) };
      const items = setUp(ctx);
      // Only a new organisation's first doctor has a set-up list, and waits for it.
      return items ? items.then(all => ({ ...self, ...(isSetUpOpen(all) && { setUp: true }) })) : self;
    },
  }),
  signedGet({
    path: '/api/auth/sysUser/view',
    rule: 'session',
    tag: 'session',
    summary: 'The rights: menu entries and every action that the position may ever take.',
    answer: ({ viewer }) => ({ buttonIds: buttonIdsOf(viewer) }),
  }),
];

const eyeRoute = (deps: ApiDeps): Route =>
  signedRoute({
    method: 'post',
    path: '/api/eye',
    rule: 'session',
    tag: 'session',
    summary: 'Hides or shows names and phones; that they were shown is recorded.',
    body: defineBody(z.strictObject({ hidden: z.boolean() }), { hidden: true }),
    handle: async ({ c, viewer, body }) => {
      const { hidden } = await body();
      if (!hidden) {
        const stamp = { id: deps.ids.uuid(), at: isoNow(deps.clock), by: viewer.id };
        const opened = { type: 'EyeOpened', data: { personId: viewer.id }, ...stamp };
        await deps.store.append(dataAccessStreamOf(viewer.id), 'any', [opened]);
      }
      deps.cookies.prefer(c, 'eye', hidden ? '1' : '0');
      return answerOk(c, deps, { hidden });
    },
  });

export function sessionRoutes(deps: ApiDeps, how: How): Route[] {
  return [
    signInRoute(deps, how),
    validateRoute(deps),
    signOutRoute(deps),
    ...selfRoutes(createSetUpList(deps)),
    eyeRoute(deps),
  ];
}
