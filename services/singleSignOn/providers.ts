/**
 * Providers of organisations, with their published settings, which are cached for a while. Concurrent requests of one
 * organisation are limited, so that its slow provider does not take the connections of another organisation's
 * provider.
 */
import * as oidc from 'openid-client';
import type { SingleSignOnSettings } from '#events/person/single-sign-on-settings.ts';
import type { Clock } from '../clock/clock.ts';
import { createRefusingSemaphore } from '../concurrency/refusing-semaphore.ts';
import { AddressRefusedError, type AddressRules, checkAddress, type HostLookup } from './address-rules.ts';
import { createGuardedFetch, REQUEST_TIMEOUT_MS } from './guarded-fetch.ts';

/** An organisation's access to its provider. */
export type ProviderAccess = Pick<SingleSignOnSettings, 'issuer' | 'clientId'> & {
  orgId: string;
  secret: string | undefined;
};

/** Thrown for published settings that do not allow a sign-in. */
export class ProviderUnfitError extends Error {
  readonly fault: 'otherIssuer' | 'noCode' | 'noPkce' | 'notHttps';
  constructor(fault: ProviderUnfitError['fault']) {
    super(`a provider cannot be used: ${fault}`);
    this.name = 'ProviderUnfitError';
    this.fault = fault;
  }
}

export type Providers = {
  /**
   * Runs `work` with an organisation's provider. Reads its published settings if they are not known or too old.
   * @throws AddressRefusedError, ProviderUnfitError, errors of the library; Refusal tooMany, busy
   */
  use<T>(access: ProviderAccess, work: (provider: oidc.Configuration) => Promise<T> | T): Promise<T>;
  /** Reads the published settings again, even if they are cached. @throws as `use` */
  discover(access: ProviderAccess): Promise<oidc.Configuration>;
  /** Sends requests, but only to allowed addresses. */
  fetch: oidc.CustomFetch;
};

/**
 * Lifetime of cached settings, in ms. Keys and addresses of providers change rarely, and a new key is fetched as soon
 * as a statement names it.
 */
const KEPT_MS = 10 * 60_000;
const KEPT_MOST = 1_000;
/** Maximum number of concurrent requests: of one organisation, and of all. */
const atOnce = { person: 16, node: 1_000 };

const hrefOf = (text: string) => (URL.canParse(text) ? new URL(text).href : text);

/**
 * Checks a provider's metadata. The issuer must be the one that the Admin entered. Another issuer, of a provider with
 * many tenants, could vouch for the people of every tenant.
 */
function checkMetadata(metadata: oidc.ServerMetadata, issuer: string, rules: AddressRules): void {
  if (hrefOf(metadata.issuer) !== hrefOf(issuer)) throw new ProviderUnfitError('otherIssuer');
  const { response_types_supported: types = ['code'], code_challenge_methods_supported: methods = ['S256'] } =
    metadata;
  if (!types.includes('code')) throw new ProviderUnfitError('noCode');
  if (!methods.includes('S256')) throw new ProviderUnfitError('noPkce');
  // The browser is sent to these addresses. `checkAddress` also refuses javascript: and data: addresses.
  for (const page of [metadata.authorization_endpoint, metadata.end_session_endpoint])
    if (page !== undefined) {
      if (!URL.canParse(page)) throw new ProviderUnfitError('notHttps');
      checkAddress(new URL(page), rules);
    }
}

/**
 * Returns how the client authenticates, from the ways that the provider offers. OpenID Connect's default is the
 * header.
 */
function authenticationOf(metadata: oidc.ServerMetadata, secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const { token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] } = metadata;
  return ways.includes('client_secret_basic') || !ways.includes('client_secret_post')
    ? oidc.ClientSecretBasic(secret)
    : oidc.ClientSecretPost(secret);
}

type ProvidersDeps = { clock: Clock; rules: AddressRules; lookup: HostLookup };

type Kept = { access: string; at: number; provider: Promise<oidc.Configuration> };

export function createProviders({ clock, rules, lookup }: ProvidersDeps): Providers {
  const fetch = createGuardedFetch(rules, lookup);
  const turns = createRefusingSemaphore(atOnce);
  const kept = new Map<string, Kept>();

  const discover = async ({ issuer, clientId, secret }: ProviderAccess): Promise<oidc.Configuration> => {
    if (!URL.canParse(issuer)) throw new AddressRefusedError('notHttps');
    const server = new URL(issuer);
    checkAddress(server, rules);
    const execute = server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    const found = await oidc.discovery(server, clientId, undefined, oidc.None(), {
      [oidc.customFetch]: fetch,
      timeout: REQUEST_TIMEOUT_MS / 1000,
      execute,
    });
    const metadata = found.serverMetadata();
    checkMetadata(metadata, issuer, rules);
    const provider = new oidc.Configuration(
      metadata,
      clientId,
      undefined,
      authenticationOf(metadata, secret),
    );
    provider[oidc.customFetch] = fetch;
    provider.timeout = REQUEST_TIMEOUT_MS / 1000;
    for (const extension of execute) extension(provider);
    // Verifies the signatures of all statements, even of those that were received over TLS.
    oidc.enableNonRepudiationChecks(provider);
    return provider;
  };
  const known = (access: ProviderAccess): Promise<oidc.Configuration> => {
    const { orgId, issuer, clientId, secret } = access;
    const text = JSON.stringify([orgId, issuer, clientId, secret]);
    const before = kept.get(access.orgId);
    if (before?.access === text && clock.now() - before.at < KEPT_MS) return before.provider;
    const provider = discover(access);
    const entry = { access: text, at: clock.now(), provider };
    if (kept.size >= KEPT_MOST) kept.clear();
    kept.set(access.orgId, entry);
    // Does not cache a failure, so that the next sign-in tries again.
    provider.catch(() => {
      if (kept.get(access.orgId) === entry) kept.delete(access.orgId);
    });
    return provider;
  };
  return {
    fetch,
    use: (access, work) => turns.take(access.orgId, async () => work(await known(access))),
    discover: access => turns.take(access.orgId, () => discover(access)),
  };
}
