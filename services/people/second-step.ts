/**
 * The second step of a sign-in, after the right password: a code of the authenticator app, a recovery code, or a
 * passkey. Wrong codes are counted like wrong passwords but separately, because a right password resets the count of
 * passwords.
 */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { Refusal } from '#events/errors.ts';
import type { Person } from '#events/person/directory.ts';
import type { RecordVersion } from '../vault/port.ts';
import type { SessionWithCookies } from './begin-session.ts';
import type { RequestingClient } from './client-description.ts';
import type { Passkeys } from './passkeys.ts';
import type { Passwords } from './passwords.ts';
import type { FactorSummary, SecondFactors } from './second-factors.ts';
import type { Sessions } from './sessions.ts';
import { SECOND_FACTOR_DEVICE, type SignInAttempts } from './sign-in-attempts.ts';
import type { SignInFailures } from './sign-in-failures.ts';
import type { SignInTickets } from './sign-in-tickets.ts';

/** Ways through the second step. */
export const factorKinds = ['totp', 'recovery', 'passkey'] as const;
type FactorKind = (typeof factorKinds)[number];

export type FactorProof =
  | { kind: 'totp'; code: string }
  | { kind: 'recovery'; code: string }
  | { kind: 'passkey'; response: AuthenticationResponseJSON };

type FirstStep = { password: RecordVersion; remember: boolean };

/** `demanded`: the person must have a second factor. */
type Demanded = { demanded: boolean };

export type SecondFactorPolicy = {
  /**
   * Demands the second step; does nothing for a person without one.
   * @throws Refusal secondFactorNeeded with a ticket and the ways
   */
  demand(person: Person, first: FirstStep & Demanded): Promise<void>;
  /** True if the right password alone signs the person in. */
  suffices(person: Person, how: Demanded): Promise<boolean>;
};

type DemandDeps = { factors: SecondFactors; tickets: SignInTickets };

export function createSecondFactorPolicy({ factors, tickets }: DemandDeps): SecondFactorPolicy {
  // A passkey alone replaces the password. After a password, a passkey is asked for only if a second factor is
  // demanded.
  const isAsked = ({ totp, passkeys }: FactorSummary, { demanded }: Demanded) =>
    totp || (demanded && passkeys.length > 0);
  return {
    suffices: async ({ id }, how) => !isAsked(await factors.summary(id), how),
    demand: async ({ id: personId }, { demanded, ...first }) => {
      const summary = await factors.summary(personId);
      if (!isAsked(summary, { demanded })) return;
      const { totp, recoveryLeft, passkeys } = summary;
      const ways: Record<FactorKind, boolean> = {
        totp,
        recovery: recoveryLeft > 0,
        passkey: passkeys.length > 0,
      };
      const ticket = await tickets.sign('secondStep', { personId, ...first });
      throw new Refusal('secondFactorNeeded', { ticket, kinds: factorKinds.filter(kind => ways[kind]) });
    },
  };
}

export type SecondStep = {
  /**
   * Completes a sign-in. @throws Refusal secondStepOver (the ticket expired or the password changed), wrongCode,
   * userFrozen, trialOver
   */
  finish(ticket: string, proof: FactorProof, client: RequestingClient): Promise<SessionWithCookies>;
  /** Signs in by a passkey alone. @throws Refusal passkeyUnknown, passkeyPaused, userFrozen, trialOver */
  byPasskey(
    response: AuthenticationResponseJSON,
    how: { client: RequestingClient; remember: boolean },
  ): Promise<SessionWithCookies>;
};

type SecondStepDeps = {
  factors: SecondFactors;
  tickets: SignInTickets;
  passkeys: Passkeys;
  passwords: Passwords;
  tries: SignInAttempts;
  sessions: Pick<Sessions, 'begin'>;
  failures: Pick<SignInFailures, 'note'>;
};

export function createSecondStep(deps: SecondStepDeps): SecondStep {
  const { factors, tickets, passkeys, passwords, tries, sessions, failures } = deps;
  const isRight = async (personId: string, proof: FactorProof): Promise<boolean> => {
    if (proof.kind === 'totp') return factors.redeemTotp(personId, proof.code);
    if (proof.kind === 'recovery') return factors.redeemRecovery(personId, proof.code);
    return (await passkeys.signedBy(proof.response)) === personId;
  };
  return {
    finish: async (ticket, proof, client) => {
      const first = await tickets.read('secondStep', ticket);
      const over = () => new Refusal('secondStepOver');
      if (!first || !(await passwords.isStill(first.personId, first.password))) throw over();
      const { personId, password, remember } = first;
      const who = { personId, account: personId, device: SECOND_FACTOR_DEVICE };
      const tried = await tries.attempt(who, () => isRight(personId, proof));
      if (tried !== 'right') {
        const why = tried === 'frozen' ? 'frozen' : 'factor';
        failures.note({ why, personId, address: client.address });
      }
      if (tried === 'frozen') throw new Refusal('userFrozen');
      if (tried === 'wrong') throw new Refusal('wrongCode');
      if (!(await tickets.redeem(ticket))) throw over();
      const session = await sessions.begin(personId, { remember, client, proof: 'factor' });
      // The password changed during the step, so `endAll` may have missed this session.
      if (!(await passwords.isStill(personId, password))) throw over();
      return session;
    },
    byPasskey: async (response, how) => {
      const personId = await passkeys.signedBy(response);
      if (personId === undefined) {
        failures.note({ why: 'factor', address: how.client.address });
        throw new Refusal('passkeyUnknown');
      }
      const used = (await factors.summary(personId)).passkeys.find(({ id }) => id === response.id);
      if (used?.paused) throw new Refusal('passkeyPaused');
      return sessions.begin(personId, { ...how, proof: 'factor' });
    },
  };
}
