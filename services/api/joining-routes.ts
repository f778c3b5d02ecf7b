/** Registration and forgotten passwords: calls without a session. */
import * as z from 'zod/mini';
import { emailSchema } from '#events/case/fields.ts';
import { limits } from '#events/case/limits.ts';
import { defineBody } from '../http/body.ts';
import { type ApiContext, clientAddress, clientOfRequest } from '../http/context.ts';
import { setSessionCookies } from '../http/cookies.ts';
import { answerOk } from '../http/envelope.ts';
import { refuseOtherSites } from '../http/same-site.ts';
import { passwordResetSchema } from '../people/password-resets.ts';
import { registrationSchema } from '../people/registration.ts';
import { runInBackground, sendPasswordChanged, sendPasswordResetLink } from './contact-messages.ts';
import type { ApiDeps } from './deps.ts';
import { publicRoute, type Route } from './route.ts';
import { presentSession } from './session-routes.ts';
import type { JoiningLimits } from './sign-in-limits.ts';

type How = { joining: JoiningLimits };

const linkBody = z.strictObject({ email: emailSchema });

const registerExample = {
  ...{ code: '123456', userName: 'wang.fang', password: 'sunny2026', name: '王芳' },
  ...{ phone: '13900001234', email: 'wang.fang@clinic.example', clinic: '晨光口腔门诊部' },
};

const registerRoute = (deps: ApiDeps, { joining }: How): Route =>
  publicRoute({
    method: 'post',
    path: '/api/register',
    rule: 'public',
    tag: 'session',
    summary: 'Registers a trial for 30 days and signs in. Accepts the terms of use and the privacy notice.',
    body: defineBody(registrationSchema, registerExample),
    handle: async ({ c, body }) => {
      refuseOtherSites(c);
      await joining.attempt(clientAddress(c, deps));
      const { cookies, devices, sessions, registration } = deps;
      const personId = await registration.register(await body());
      const session = await sessions.begin(personId, { client: clientOfRequest(c, deps) });
      const device = await devices.signedIn(cookies.read(c, 'device'), personId);
      setSessionCookies(c, cookies, { ...session, device });
      return answerOk(c, deps, presentSession(session));
    },
  });

const resetRoute = (deps: ApiDeps, { joining }: How): Route =>
  publicRoute({
    method: 'post',
    path: '/api/forgotPwd',
    rule: 'public',
    tag: 'session',
    summary: 'Sets a new password by an account and a code, or by the token of a link. Does not sign in.',
    body: defineBody(passwordResetSchema, { phone: '13900001234', code: '123456', password: 'sunny2027' }),
    handle: async ({ c, body }) => {
      refuseOtherSites(c);
      await joining.attempt(clientAddress(c, deps));
      const person = await deps.passwordResets.reset(await body());
      sendPasswordChanged(deps, person, c.get('lang'));
      return answerOk(c, deps, null);
    },
  });

/** Sends the link, if the address has an account. */
async function sendLink(deps: ApiDeps, c: ApiContext, address: string): Promise<void> {
  const issued = await deps.passwordResets.issueLink(address);
  if (!issued) return;
  const { person, token } = issued;
  // The address as the account spells it, because the typed spelling may be another mailbox that only compares as
  // equal.
  const to = { address: person.email ?? address, lang: c.get('lang') };
  await sendPasswordResetLink(deps, to, { account: person.userName, token });
}

const linkRoute = (deps: ApiDeps, { joining }: How): Route =>
  publicRoute({
    method: 'post',
    path: '/api/forgotPwd/link',
    rule: 'public',
    tag: 'session',
    summary:
      'Sends a link that sets a new password, valid once for 30 minutes. Answers alike for every address.',
    body: defineBody(linkBody, { email: 'li.ming@clinic.example' }),
    handle: async ({ c, body }) => {
      refuseOtherSites(c);
      await joining.message(clientAddress(c, deps));
      const { email: address } = await body();
      await deps.contactCodes.count(address);
      runInBackground(deps, sendLink(deps, c, address));
      return answerOk(c, deps, { resendAfter: limits.codeResendMs / 1000 });
    },
  });

export function joiningRoutes(deps: ApiDeps, how: How): Route[] {
  return [registerRoute(deps, how), resetRoute(deps, how), linkRoute(deps, how)];
}
