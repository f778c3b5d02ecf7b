/**
 * Tickets: short-lived signed facts that a browser carries between two requests of a sign-in. Nothing is stored before
 * a ticket is used, so requests of strangers leave nothing behind.
 */
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Clock, Ids } from '../clock/clock.ts';
import { type Vault, VersionMismatchError } from '../vault/port.ts';
import { type SigningKeys, signatureLifetimes } from '../vault/signing.ts';

/** Facts of each kind of ticket. */
const facts = {
  /** The password was right, and a second factor is needed. */
  secondStep: z.object({
    personId: z.string(),
    /** Version of the password. A new password invalidates the ticket. */
    password: z.string(),
    remember: z.boolean(),
  }),
  /** The challenge of a sign-in by passkey. */
  passkeySignIn: z.object({}),
  /** The challenge of a new passkey. */
  passkeyAddition: z.object({ personId: z.string() }),
  /** A sign-in that continues at an organisation's provider. */
  singleSignOn: z.object({
    orgId: z.string(),
    /** Random; also derives the nonce and the verifier of the request. */
    state: z.string(),
    /** Path to open afterwards. */
    returnTo: z.string(),
  }),
} as const;

type TicketKind = keyof typeof facts;
type TicketFacts<K extends TicketKind> = z.infer<(typeof facts)[K]>;

export type SignInTickets = {
  sign<K extends TicketKind>(kind: K, facts: TicketFacts<K>): Promise<string>;
  /** Returns the facts of a genuine, unexpired ticket of this kind. */
  read<K extends TicketKind>(kind: K, ticket: string): Promise<TicketFacts<K> | undefined>;
  /** Uses a genuine ticket up; false if it was used before. */
  redeem(ticket: string): Promise<boolean>;
  /** Deletes the marks of used tickets that have expired. */
  sweep(): Promise<void>;
};

const PREFIX = 'ticket/';
/** Seconds by which the clocks of two nodes may differ. */
const clockTolerance = 10;
const MINUTE_S = 60;
/**
 * Lifetimes in seconds. People may need time at their provider, for its second factor or to set up a first password.
 */
const lifetimesS: Record<TicketKind, number> = {
  secondStep: 5 * MINUTE_S,
  passkeySignIn: 5 * MINUTE_S,
  passkeyAddition: 5 * MINUTE_S,
  singleSignOn: signatureLifetimes['sign-in tickets'] / 1000,
};

type TicketDeps = { keys: SigningKeys; vault: Vault; clock: Clock; ids: Pick<Ids, 'uuid'> };

export function createSignInTickets({ keys, vault, clock, ids }: TicketDeps): SignInTickets {
  const verified = async (ticket: string) => {
    for (const key of keys.valid())
      try {
        const options = { algorithms: ['HS256'], currentDate: new Date(clock.now()), clockTolerance };
        return (await jwtVerify(ticket, key, { ...options, requiredClaims: ['jti', 'exp'] })).payload;
      } catch (error) {
        if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error;
      }
    return undefined;
  };
  return {
    sign: (kind, about) => {
      const issued = Math.floor(clock.now() / 1000);
      return new SignJWT({ kind, about, jti: ids.uuid(), iat: issued, exp: issued + lifetimesS[kind] })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(keys.current());
    },
    read: async (kind, ticket) => {
      const payload = await verified(ticket);
      if (payload?.kind !== kind) return undefined;
      // Trap: a ticket of an older version may lack a fact, so the signature alone is not enough.
      const read = facts[kind].safeParse(payload.about);
      return read.success ? (read.data as TicketFacts<typeof kind>) : undefined;
    },
    redeem: async ticket => {
      const payload = await verified(ticket);
      if (!payload) return false;
      try {
        await vault.put(PREFIX + payload.jti, (payload.exp ?? 0) * 1000, 'absent');
        return true;
      } catch (error) {
        if (error instanceof VersionMismatchError) return false;
        throw error;
      }
    },
    sweep: async () => {
      for await (const kept of vault.list(PREFIX))
        if (clock.now() >= Number(kept.value)) await vault.delete(kept.key);
    },
  };
}
