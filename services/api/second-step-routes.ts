/** Sign-in beyond the password: the second step, and passkeys. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import * as z from 'zod/mini';
import { badField, isRefusal } from '#events/errors.ts';
import { defineBody } from '../http/body.ts';
import { type ApiContext, clientAddress, clientOfRequest } from '../http/context.ts';
import { setSessionCookies } from '../http/cookies.ts';
import { answerOk } from '../http/envelope.ts';
import { refuseOtherSites } from '../http/same-site.ts';
import type { SessionWithCookies } from '../people/begin-session.ts';
import { type FactorProof, factorKinds } from '../people/second-step.ts';
import type { ApiDeps } from './deps.ts';
import { credentialExample, credentialSchema } from './factor-routes.ts';
import { publicRoute, type Route } from './route.ts';
import { presentSession } from './session-routes.ts';
import type { SignInLimits } from './sign-in-limits.ts';

const tag = 'session';
type How = { limits: SignInLimits };

const secondStepBody = z.strictObject({
  ticket: z.string().check(z.maxLength(2000)),
  kind: z.enum(factorKinds),
  code: z.optional(z.string().check(z.maxLength(40))),
  response: z.optional(credentialSchema),
});

/** @throws Refusal badInput if the field of this kind is missing */
function proofOf({ kind, code, response }: z.infer<typeof secondStepBody>): FactorProof {
  if (kind === 'passkey') {
    if (!response) throw badField('response', 'required');
    // Cast: the library checks each field.
    return { kind, response: response as unknown as AuthenticationResponseJSON };
  }
  if (!code) throw badField('code', 'required');
  return { kind, code };
}

/** Signs in within the address's limits, and marks the device as known. */
export async function signInWithinLimits(
  c: ApiContext,
  deps: ApiDeps,
  { limits }: How,
  begin: () => Promise<SessionWithCookies>,
): Promise<SessionWithCookies> {
  const { cookies, devices } = deps;
  const [from, cookie] = [clientAddress(c, deps), cookies.read(c, 'device')];
  await limits.check(from, devices.idOf(cookie));
  try {
    const session = await begin();
    return { ...session, device: await devices.signedIn(cookie, session.person.id) };
  } catch (error) {
    if (isRefusal(error) && (error.refusal === 'wrongCode' || error.refusal === 'passkeyUnknown'))
      deps.audit.note('wrongFactor', { from, requestId: c.get('requestId') });
    throw error;
  }
}

export function secondStepRoutes(deps: ApiDeps, how: How): Route[] {
  const signedIn = (c: ApiContext, session: SessionWithCookies) => {
    setSessionCookies(c, deps.cookies, session);
    return answerOk(c, deps, presentSession(session));
  };
  return [
    publicRoute({
      method: 'post',
      path: '/api/secondStep',
      rule: 'public',
      tag,
      summary: 'The second step of a sign-in, with the ticket of the first.',
      body: defineBody(secondStepBody, { ticket: 'of the first step', kind: 'totp', code: '123456' }),
      handle: async ({ c, body }) => {
        refuseOtherSites(c);
        const input = await body();
        const proof = proofOf(input);
        return signedIn(
          c,
          await signInWithinLimits(c, deps, how, () =>
            deps.secondStep.finish(input.ticket, proof, clientOfRequest(c, deps)),
          ),
        );
      },
    }),
    publicRoute({
      method: 'post',
      path: '/api/passkey/options',
      rule: 'public',
      tag,
      summary: 'Options of a sign-in by passkey, for the browser.',
      body: defineBody(z.strictObject({}), {}),
      handle: async ({ c, body }) => {
        await body();
        if (!deps.passkeys.possible) throw badField('', 'passkeys-impossible');
        return answerOk(c, deps, { options: await deps.passkeys.signInOptions() });
      },
    }),
    publicRoute({
      method: 'post',
      path: '/api/passkey',
      rule: 'public',
      tag,
      summary: 'Signs in by a passkey, which replaces password and second factor.',
      body: defineBody(z.strictObject({ response: credentialSchema, remember: z.optional(z.boolean()) }), {
        response: credentialExample,
        remember: false,
      }),
      handle: async ({ c, body }) => {
        refuseOtherSites(c);
        const { response, remember = false } = await body();
        // Cast: the library checks each field.
        const answer = response as unknown as AuthenticationResponseJSON;
        return signedIn(
          c,
          await signInWithinLimits(c, deps, how, () =>
            deps.secondStep.byPasskey(answer, { remember, client: clientOfRequest(c, deps) }),
          ),
        );
      },
    }),
  ];
}
