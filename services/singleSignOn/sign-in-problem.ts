/** Problems of a sign-in at a provider, as a person reads about them. */
import * as oidc from 'openid-client';
import { isRefusal } from '#events/errors.ts';
import { type SignInProblem, SignInRefusedError } from '#events/person/single-sign-on.ts';

/** Errors with which a provider says that the person did not sign in. */
const cancelled: ReadonlySet<string> = new Set([
  ...['access_denied', 'login_required', 'interaction_required', 'consent_required'],
  ...['account_selection_required'],
]);

/** Returns the problem of an error; undefined if the error has nothing to do with the provider. */
export function signInProblemOf(error: unknown): SignInProblem | undefined {
  if (error instanceof SignInRefusedError) return error.problem;
  if (isRefusal(error)) return error.refusal === 'tooMany' || error.refusal === 'busy' ? 'busy' : undefined;
  if (error instanceof oidc.AuthorizationResponseError)
    return cancelled.has(error.error) ? 'cancelled' : 'wrongAnswer';
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.WWWAuthenticateChallengeError)
    return 'wrongAnswer';
  const code = error instanceof oidc.ClientError ? error.code : undefined;
  return code?.startsWith('OAUTH_') && code !== 'OAUTH_TIMEOUT' ? 'wrongAnswer' : 'unreachable';
}
