/**
 * Handles a provider's notice of a sign-out there, or of a lost account (OpenID Connect Back-Channel Logout 1.0). Ends
 * all sessions of the person here, however they began.
 */
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { Configuration } from 'openid-client';
import { isRefusal } from '#events/errors.ts';
import { linkedPerson } from '#events/person/identities.ts';
import type { Ids } from '../clock/clock.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import type { PeopleDirectory } from '../people/people-directory.ts';
import type { Sessions } from '../people/sessions.ts';
import type { ClientSecrets } from './client-secrets.ts';
import { REQUEST_TIMEOUT_MS } from './guarded-fetch.ts';
import type { Providers } from './providers.ts';

export type BackChannel = {
  /** Ends the sessions of the person whom a genuine notice names. @throws Refusal tooMany, busy */
  signedOut(orgId: string, logoutToken: string): Promise<'done' | 'invalid' | 'unavailable'>;
};

type BackChannelDeps = {
  people: Pick<PeopleDirectory, 'current'>;
  sessions: Pick<Sessions, 'endAll'>;
  providers: Providers;
  secrets: ClientSecrets;
  ids: Pick<Ids, 'uuid'>;
  audit: SecurityLog;
};

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Accepts only signatures by public keys. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Maximum age of a notice, in seconds. Notices are sent at once, but clocks differ a little. */
const AGE_MOST_S = 300;

/** True for a token in the form of a notice. A token with a nonce would be an ID token. */
const isNotice = ({ events, nonce, sub }: JWTPayload): boolean =>
  typeof sub === 'string' &&
  nonce === undefined &&
  typeof events === 'object' &&
  events !== null &&
  Object.hasOwn(events, EVENT);

/** True if the token was read, but is not genuine or is too old. */
const isForged = (error: unknown) =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  error.code !== 'ERR_JOSE_GENERIC';

/** Keys of each provider that has sent a notice. */
function createKeys({ fetch }: Providers): (provider: Configuration) => JWTVerifyGetKey | undefined {
  const known = new WeakMap<Configuration, JWTVerifyGetKey>();
  return provider => {
    const { jwks_uri: address } = provider.serverMetadata();
    if (address === undefined || !URL.canParse(address)) return undefined;
    const keys =
      known.get(provider) ??
      createRemoteJWKSet(new URL(address), {
        [customFetch]: (url, { headers, method, redirect, signal }) =>
          fetch(url, { body: undefined, headers: Object.fromEntries(headers), method, redirect, signal }),
        timeoutDuration: REQUEST_TIMEOUT_MS,
      });
    known.set(provider, keys);
    return keys;
  };
}

export function createBackChannel(deps: BackChannelDeps): BackChannel {
  const { people, sessions, providers, secrets, ids, audit } = deps;
  const keysOf = createKeys(providers);
  const subjectOf = async (orgId: string, token: string): Promise<string | undefined> => {
    const settings = (await people.current()).singleSignOn.get(orgId);
    if (!settings) return undefined;
    const access = { ...settings, orgId, secret: await secrets.read(orgId) };
    return providers.use(access, async provider => {
      const keys = keysOf(provider);
      if (!keys) return undefined;
      const { payload } = await jwtVerify(token, keys, {
        ...{ algorithms, issuer: provider.serverMetadata().issuer, audience: settings.clientId },
        ...{ maxTokenAge: AGE_MOST_S, clockTolerance: AGE_MOST_S, requiredClaims: ['iat', 'jti'] },
      });
      return isNotice(payload) ? payload.sub : undefined;
    });
  };
  return {
    signedOut: async (orgId, token) => {
      let subject: string | undefined;
      try {
        subject = await subjectOf(orgId, token);
      } catch (error) {
        if (isRefusal(error)) throw error;
        // If the provider's keys could not be fetched, the provider may send the notice again.
        return isForged(error) ? 'invalid' : 'unavailable';
      }
      if (subject === undefined) return 'invalid';
      const directory = await people.current();
      const issuer = directory.singleSignOn.get(orgId)?.issuer ?? '';
      const person = linkedPerson(directory, { orgId, issuer, subject });
      // A person who has moved belongs to another organisation, whose own provider decides.
      if (person?.orgId !== orgId) return 'done';
      await sessions.endAll(person.id, { by: person.id, commandId: ids.uuid() });
      audit.note('providerSignOut', { person: person.id });
      return 'done';
    },
  };
}
