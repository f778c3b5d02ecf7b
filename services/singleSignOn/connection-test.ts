/** Tests an organisation's connection to its provider before people use it to sign in, and names the fault. */
import * as oidc from 'openid-client';
import { isRefusal } from '#events/errors.ts';
import { AddressRefusedError } from './address-rules.ts';
import { type ProviderAccess, type Providers, ProviderUnfitError } from './providers.ts';

/** Faults of a connection. Each has a sentence in the dictionaries. */
export const connectionFaults = [
  ...(['notHttps', 'privateAddress', 'unknownHost', 'unreachable', 'slow', 'noProvider'] as const),
  ...(['otherIssuer', 'noCode', 'noPkce', 'credentials'] as const),
] as const;
type ConnectionFault = (typeof connectionFaults)[number];

export type ConnectionReport = {
  /** Null if people can sign in. */
  fault: ConnectionFault | null;
  /** True if the provider has a page that signs out. */
  signOut: boolean;
};

/** Returns the fault behind a failed discovery. */
function faultOf(error: unknown): ConnectionFault {
  const errors = error instanceof Error && error.cause instanceof Error ? [error, error.cause] : [error];
  for (const one of errors) {
    if (one instanceof AddressRefusedError || one instanceof ProviderUnfitError) return one.fault;
    if (one instanceof Error && (one.name === 'TimeoutError' || one.name === 'AbortError')) return 'slow';
  }
  const code = error instanceof oidc.ClientError ? error.code : undefined;
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return 'slow';
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'otherIssuer';
  return code?.startsWith('OAUTH_') ? 'noProvider' : 'unreachable';
}

/**
 * Sends a code that the provider never issued. A provider that knows the client answers that the code is wrong;
 * otherwise it answers that the client is unknown or its secret is wrong.
 */
async function credentialsFault(
  provider: oidc.Configuration,
  redirectUri: string,
): Promise<ConnectionFault | null> {
  const asked = { code: 'test-of-the-connection', redirect_uri: redirectUri, code_verifier: 'x'.repeat(43) };
  try {
    await oidc.genericGrantRequest(provider, 'authorization_code', asked);
    return null;
  } catch (error) {
    if (error instanceof oidc.WWWAuthenticateChallengeError) return 'credentials';
    if (!(error instanceof oidc.ResponseBodyError)) return faultOf(error);
    return error.error === 'invalid_client' || error.error === 'unauthorized_client' ? 'credentials' : null;
  }
}

/** @throws Refusal tooMany, busy */
export async function testConnection(
  providers: Providers,
  access: ProviderAccess,
  redirectUri: string,
): Promise<ConnectionReport> {
  try {
    const provider = await providers.discover(access);
    const signOut = provider.serverMetadata().end_session_endpoint !== undefined;
    return { fault: await credentialsFault(provider, redirectUri), signOut };
  } catch (error) {
    if (isRefusal(error)) throw error;
    return { fault: faultOf(error), signOut: false };
  }
}
