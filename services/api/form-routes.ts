/** Sign-in and sign-out by HTML form, without a script. Answers with a redirect. */
import * as z from 'zod/mini';
import { isRefusal } from '#events/errors.ts';
import { defineBody } from '../http/body.ts';
import { clientOfRequest } from '../http/context.ts';
import { clearSessionCookies, setSessionCookies } from '../http/cookies.ts';
import { refusalOfError, securityFactsOf } from '../http/envelope.ts';
import { refuseOtherSites } from '../http/same-site.ts';
import { redirectToSecondStep } from '../http/second-step-path.ts';
import type { ApiDeps } from './deps.ts';
import { publicRoute, type Route } from './route.ts';
import { signInWithinLimits } from './second-step-routes.ts';
import { signInBodySchema, signInWithPassword } from './session-routes.ts';
import type { SignInLimits } from './sign-in-limits.ts';

const HOME = '/workbench';

/** Returns a path of this site. Anything that a browser would take to another site becomes the workbench. */
function ownPath(text: string | undefined): string {
  if (!text?.startsWith('/')) return HOME;
  const url = new URL(text, 'http://here.invalid');
  return url.host === 'here.invalid' && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : HOME;
}

const loginForm = z.strictObject({
  ...signInBodySchema._zod.def.shape,
  remember: z.optional(z.string().check(z.maxLength(10))),
  returnTo: z.optional(z.string().check(z.maxLength(2000))),
});

const signInForm = (deps: ApiDeps, how: { limits: SignInLimits }): Route =>
  publicRoute({
    method: 'post',
    path: '/login',
    rule: 'public',
    tag: 'session',
    summary: 'The sign-in form without a script: 303 to `returnTo`, or back to /login with `error`.',
    body: defineBody(loginForm, { userName: 'doctor', password: 'archline1', returnTo: '/workbench' }),
    handle: async ({ c, body }) => {
      refuseOtherSites(c);
      let returnTo = HOME;
      try {
        const session = await signInWithPassword(c, deps, how, async () => {
          const { remember, returnTo: wanted, ...typed } = await body();
          returnTo = ownPath(wanted);
          return { ...typed, remember: remember !== undefined };
        });
        setSessionCookies(c, deps.cookies, session);
        return c.redirect(returnTo, 303);
      } catch (error) {
        const refusal = refusalOfError(error);
        // Rethrows a timeout: no browser waits for an answer to a body that never ends.
        if (!refusal || refusal.refusal === 'bodyTimeout') throw error;
        if (refusal.refusal === 'secondFactorNeeded')
          return redirectToSecondStep(c, deps.cookies, { refusal, returnTo });
        deps.audit.refused(refusal, securityFactsOf(c, deps));
        const query = new URLSearchParams({ error: String(refusal.code), returnTo });
        return c.redirect(`/login?${query}`, 303);
      }
    },
  });

const secondStepForm = z.strictObject({
  code: z.string().check(z.maxLength(40)),
  returnTo: z.optional(z.string().check(z.maxLength(2000))),
});

const secondStepFormRoute = (deps: ApiDeps, how: { limits: SignInLimits }): Route =>
  publicRoute({
    method: 'post',
    path: '/login/secondStep',
    rule: 'public',
    tag: 'session',
    summary: 'The second step by form: 303 to `returnTo`, or back with `error`.',
    body: defineBody(secondStepForm, { code: '123456', returnTo: '/workbench' }),
    handle: async ({ c, body }) => {
      refuseOtherSites(c);
      let returnTo = HOME;
      try {
        const { code, returnTo: wanted } = await body();
        returnTo = ownPath(wanted);
        const ticket = deps.cookies.read(c, 'ticket') ?? '';
        // An app's code has six digits; a recovery code is longer and has letters.
        const kind = /^\s*\d{3}\s?\d{3}\s*$/.test(code) ? 'totp' : 'recovery';
        const proof = { kind, code: kind === 'totp' ? code.replaceAll(/\s/g, '') : code } as const;
        const session = await signInWithinLimits(c, deps, how, () =>
          deps.secondStep.finish(ticket, proof, clientOfRequest(c, deps)),
        );
        setSessionCookies(c, deps.cookies, session);
        deps.cookies.clear(c, 'ticket');
        return c.redirect(returnTo, 303);
      } catch (error) {
        const refusal = refusalOfError(error);
        if (!refusal || refusal.refusal === 'bodyTimeout') throw error;
        deps.audit.refused(refusal, securityFactsOf(c, deps));
        const query = new URLSearchParams({ error: String(refusal.code), returnTo });
        // Without a valid first step, the sign-in starts again at the password.
        const page = refusal.refusal === 'secondStepOver' ? '/login' : '/login/secondStep';
        return c.redirect(`${page}?${query}`, 303);
      }
    },
  });

const signOutForm = (deps: ApiDeps): Route =>
  publicRoute({
    method: 'post',
    path: '/logout',
    rule: 'public',
    tag: 'session',
    summary: 'The sign-out form without a script: 303 to /login.',
    handle: async ({ c }) => {
      refuseOtherSites(c);
      const token = deps.cookies.read(c, 'session');
      const remember = deps.cookies.read(c, 'remember');
      clearSessionCookies(c, deps.cookies);
      await deps.sessions.signOut(token, remember).catch((error: unknown) => {
        // The session is already over, which counts as signed out.
        if (!isRefusal(error)) throw error;
      });
      return c.redirect('/login', 303);
    },
  });

export function formRoutes(deps: ApiDeps, how: { limits: SignInLimits }): Route[] {
  return [signInForm(deps, how), secondStepFormRoute(deps, how), signOutForm(deps)];
}
