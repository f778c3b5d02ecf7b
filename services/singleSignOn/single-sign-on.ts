/**
 * Sign-in by an organisation's OpenID provider (decision 62), by authorization code with PKCE, state and nonce. A
 * browser carries the request as a ticket; nothing is stored before the provider's answer.
 */
import * as oidc from 'openid-client';
import { isRefusal } from '#events/errors.ts';
import type { Directory } from '#events/person/directory.ts';
import {
  findSingleSignOnOrgIdAsTyped,
  identifySignIn,
  type ProviderStatement,
  type SignInProblem,
  SignInRefusedError,
} from '#events/person/single-sign-on.ts';
import type { SingleSignOnSettings } from '#events/person/single-sign-on-settings.ts';
import type { Ids } from '../clock/clock.ts';
import type { SecurityLog } from '../logging/security-log.ts';
import type { SessionWithCookies } from '../people/begin-session.ts';
import type { RequestingClient } from '../people/client-description.ts';
import type { SecondFactorHold } from '../people/factor-hold.ts';
import { noPasswordVersion, type Passwords } from '../people/passwords.ts';
import type { PeopleDirectory } from '../people/people-directory.ts';
import type { SecondFactorPolicy } from '../people/second-step.ts';
import type { Sessions } from '../people/sessions.ts';
import type { SignInFailures } from '../people/sign-in-failures.ts';
import type { SignInTickets } from '../people/sign-in-tickets.ts';
import type { ClientSecrets } from './client-secrets.ts';
import { deriveRequestSecrets, fetchProviderStatement } from './provider-statement.ts';
import type { ProviderAccess, Providers } from './providers.ts';
import { signInProblemOf } from './sign-in-problem.ts';

/**
 * Path of the page to which a provider returns. Each organisation has its own, so that no provider can pass off
 * another provider's answer.
 */
export const singleSignOnReturnPath = (orgId: string) =>
  `/login/organisation/${encodeURIComponent(orgId)}/return`;
/** The address for a provider's notices (back-channel.ts). */
export const providerNoticePath = (orgId: string) =>
  `/login/organisation/${encodeURIComponent(orgId)}/signedOut`;
/** The page to which a provider may return after a sign-out. */
export const signedOutPath = '/login';

export type SingleSignOn = {
  /**
   * Begins a sign-in. @param typed the organisation's id, as a person types it
   * @param how `again`: the provider asks for name and password even if it knows the browser
   * @returns the provider's address, and the ticket that the browser carries
   * @throws SignInRefusedError
   */
  begin(typed: string, how: BeginOptions): Promise<{ orgId: string; url: URL; ticket: string }>;
  /**
   * Completes a sign-in by the provider's answer.
   * @throws SignInRefusedError; Refusal secondFactorNeeded, userFrozen, trialOver
   */
  finish(answer: ProviderAnswer): Promise<SessionWithCookies>;
  /** Path to open after the sign-in of a genuine ticket. */
  returnTo(ticket: string | undefined): Promise<string | undefined>;
  /** The provider's page that signs out there. @throws SignInRefusedError */
  signOutUrl(typed: string): Promise<URL>;
};

type BeginOptions = { returnTo: string; lang: string; again: boolean };

type ProviderAnswer = {
  /** The organisation of the path. */
  orgId: string;
  query: URLSearchParams;
  ticket: string | undefined;
  client: RequestingClient;
};

export type SingleSignOnDeps = {
  people: PeopleDirectory;
  passwords: Pick<Passwords, 'versionOf'>;
  sessions: Pick<Sessions, 'begin'>;
  secondFactor: SecondFactorPolicy;
  hold: Pick<SecondFactorHold, 'demands'>;
  tickets: SignInTickets;
  providers: Providers;
  secrets: ClientSecrets;
  ids: Ids;
  audit: SecurityLog;
  failures: Pick<SignInFailures, 'note'>;
  /** Key from which the request's secrets are derived. */
  key: Buffer;
  publicUrl: string;
};

const STATE_BYTES = 24;

/** Problems that are not a person's failed attempt, so the audit does not count them. */
const harmless: ReadonlySet<SignInProblem> = new Set(['late', 'cancelled', 'busy', 'unreachable']);

/** Converts an error of a provider to a refusal, and records it in the security log, without any claim. */
async function atProvider<T>({ audit }: SingleSignOnDeps, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const problem = signInProblemOf(cause);
    if (problem === undefined) throw cause;
    const code = cause instanceof oidc.ClientError && cause.code ? `:${cause.code}` : '';
    audit.note('singleSignOnRefused', { why: problem + code });
    throw cause instanceof SignInRefusedError ? cause : new SignInRefusedError(problem, { cause });
  }
}

async function accessOf(
  deps: SingleSignOnDeps,
  orgId: string,
): Promise<ProviderAccess & SingleSignOnSettings> {
  const settings = (await deps.people.current()).singleSignOn.get(orgId);
  if (!settings) throw new SignInRefusedError('unknown');
  return { ...settings, orgId, secret: await deps.secrets.read(orgId) };
}

const redirectUri = ({ publicUrl }: SingleSignOnDeps, orgId: string) =>
  publicUrl + singleSignOnReturnPath(orgId);

async function begin(deps: SingleSignOnDeps, typed: string, how: BeginOptions) {
  const orgId = findSingleSignOnOrgIdAsTyped(await deps.people.current(), typed);
  if (orgId === undefined) throw new SignInRefusedError('unknown');
  const access = await accessOf(deps, orgId);
  const state = deps.ids.bytes(STATE_BYTES).toString('base64url');
  const { nonce, verifier } = deriveRequestSecrets(deps, state);
  const challenge = await oidc.calculatePKCECodeChallenge(verifier);
  const scopes = new Set(['openid', ...access.scope.split(' ').filter(Boolean)]);
  const url = await atProvider(deps, () =>
    deps.providers.use(access, provider =>
      oidc.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri(deps, orgId),
        scope: [...scopes].join(' '),
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ui_locales: how.lang,
        ...(how.again ? { prompt: 'login' } : {}),
      }),
    ),
  );
  const ticket = await deps.tickets.sign('singleSignOn', { orgId, state, returnTo: how.returnTo });
  return { orgId, url, ticket };
}

/** Finds the account of a statement. Links or adds the account if necessary. */
async function personOf(
  { people, ids, audit }: SingleSignOnDeps,
  identity: ProviderStatement,
): Promise<string> {
  const newId = ids.uuid();
  let personId = newId;
  const decide = (directory: Directory) => {
    const found = identifySignIn(directory, identity, newId);
    personId = found.personId;
    return found.events;
  };
  const done = await people.change({ by: newId, commandId: ids.uuid(), decide }).catch((error: unknown) => {
    if (error instanceof SignInRefusedError) audit.note('singleSignOnRefused', { why: error.problem });
    throw error;
  });
  if (done.appended)
    audit.note(personId === newId ? 'accountCreated' : 'identityLinked', {
      person: personId,
      why: 'single sign-on',
    });
  return personId;
}

/**
 * Demands the second factor, like after a password. A frozen person is refused later.
 * @throws Refusal secondFactorNeeded
 */
async function demandSecondFactor(deps: SingleSignOnDeps, personId: string): Promise<void> {
  const directory = await deps.people.current();
  const person = directory.people.get(personId);
  if (!person || person.frozen) return;
  const password = (await deps.passwords.versionOf(personId)) ?? noPasswordVersion;
  const demanded = deps.hold.demands(directory, person);
  await deps.secondFactor.demand(person, { password, remember: false, demanded });
}

async function finish(deps: SingleSignOnDeps, { orgId, query, ticket, client }: ProviderAnswer) {
  const begun = ticket === undefined ? undefined : await deps.tickets.read('singleSignOn', ticket);
  if (!begun || ticket === undefined || begun.orgId !== orgId) throw new SignInRefusedError('late');
  // The library compares the state too, but an answer to another request must not use this ticket up.
  if (query.get('state') !== begun.state || !(await deps.tickets.redeem(ticket)))
    throw new SignInRefusedError('late');
  const access = await accessOf(deps, orgId);
  const { identity, twoFactors } = await atProvider(deps, () =>
    fetchProviderStatement({ ...deps, returnAddress: id => redirectUri(deps, id) }, access, {
      query,
      state: begun.state,
    }),
  );
  const personId = await personOf(deps, identity);
  if (access.secondFactor === 'provider' && twoFactors)
    return deps.sessions.begin(personId, { client, proof: 'provider' });
  await demandSecondFactor(deps, personId);
  return deps.sessions.begin(personId, { client });
}

export function createSingleSignOn(deps: SingleSignOnDeps): SingleSignOn {
  return {
    begin: (typed, how) => begin(deps, typed, how),
    finish: async answer => {
      try {
        return await finish(deps, answer);
      } catch (error) {
        const { address } = answer.client;
        if (error instanceof SignInRefusedError && !harmless.has(error.problem))
          deps.failures.note({ why: 'provider', address });
        if (isRefusal(error) && error.refusal === 'userFrozen')
          deps.failures.note({ why: 'frozen', address });
        throw error;
      }
    },
    returnTo: async ticket =>
      ticket === undefined ? undefined : (await deps.tickets.read('singleSignOn', ticket))?.returnTo,
    signOutUrl: async typed => {
      const orgId = findSingleSignOnOrgIdAsTyped(await deps.people.current(), typed);
      if (orgId === undefined) throw new SignInRefusedError('unknown');
      const access = await accessOf(deps, orgId);
      return atProvider(deps, () =>
        deps.providers.use(access, provider => {
          if (provider.serverMetadata().end_session_endpoint === undefined)
            throw new SignInRefusedError('noSignOut');
          return oidc.buildEndSessionUrl(provider, {
            post_logout_redirect_uri: deps.publicUrl + signedOutPath,
          });
        }),
      );
    },
  };
}
