/** A provider's statement about the person who returns from it. */
import { createHmac } from 'node:crypto';
import * as oidc from 'openid-client';
import { type ProviderStatement, SignInRefusedError } from '#events/person/single-sign-on.ts';
import type { SingleSignOnSettings } from '#events/person/single-sign-on-settings.ts';
import { claimValuesOf, displayNameOf, mergeClaims, namesTwoFactors, verifiedEmailOf } from './claims.ts';
import type { ProviderAccess, Providers } from './providers.ts';

type StatementDeps = {
  providers: Providers;
  /** Key from which the request's secrets are derived. */
  key: Buffer;
  /** The address to which the provider returns for an organisation. */
  returnAddress: (orgId: string) => string;
};

/** Derives the secrets of a request from the ticket's state, so that the browser does not carry them. */
export const deriveRequestSecrets = ({ key }: Pick<StatementDeps, 'key'>, state: string) => {
  const of = (name: string) => createHmac('sha256', key).update(`${name}\n${state}`).digest('base64url');
  return { nonce: of('nonce'), verifier: of('verifier') };
};

type Statement = { identity: ProviderStatement; twoFactors: boolean };

/** Exchanges the provider's answer for its statement. @throws errors of the library */
export async function fetchProviderStatement(
  deps: StatementDeps,
  access: ProviderAccess & SingleSignOnSettings,
  { query, state }: { query: URLSearchParams; state: string },
): Promise<Statement> {
  const { orgId, issuer, claim } = access;
  const { nonce, verifier } = deriveRequestSecrets(deps, state);
  return deps.providers.use(access, async provider => {
    const answered = new URL(`${deps.returnAddress(orgId)}?${query}`);
    const tokens = await oidc.authorizationCodeGrant(provider, answered, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const token = tokens.claims();
    if (!token) throw new SignInRefusedError('wrongAnswer');
    const hasInfo = provider.serverMetadata().userinfo_endpoint !== undefined;
    const info = hasInfo ? await oidc.fetchUserInfo(provider, tokens.access_token, token.sub) : undefined;
    const claims = mergeClaims(token, info);
    const about = {
      values: claimValuesOf(claims, claim),
      email: verifiedEmailOf(claims),
      name: displayNameOf(claims),
    };
    return { identity: { orgId, issuer, subject: token.sub, ...about }, twoFactors: namesTwoFactors(token) };
  });
}
