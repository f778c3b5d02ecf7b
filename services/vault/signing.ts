/**
 * Generations of the signing keys. An operator starts a new generation (`archline rotate-keys`), and every node reads
 * it from a record in the vault. Keys that wrap data are not derived here and never rotate.
 */
import { limits } from '#events/case/limits.ts';
import { shareLimits } from '#events/share/limits.ts';
import type { Clock } from '../clock/clock.ts';
import { type Vault, type VaultRecord, VersionMismatchError } from './port.ts';
import { deriveKey } from './secret.ts';

const DAY_MS = 86_400_000;

/** Maximum validity of a signature, in ms from the moment of signing. */
export const signatureLifetimes = {
  // A token outlives its 15 minutes while its session is in use, because an open page keeps the socket that it opened
  // with the token.
  'session tokens': DAY_MS,
  'remember me': limits.rememberMs,
  // The longest-lived ticket: of a sign-in that continues at an organisation's provider.
  'sign-in tickets': 15 * 60_000,
  'share links': Math.max(shareLimits.daysMax, shareLimits.wearDaysMax) * DAY_MS,
  /** The device cookie's Max-Age. */
  'known devices': 365 * DAY_MS,
} as const satisfies Record<string, number>;

export type SigningPurpose = keyof typeof signatureLifetimes;

/** Keys of one purpose. */
export type SigningKeys = {
  /** Returns the key for new signatures. */
  current(): Buffer;
  /** Keys whose signatures still verify, newest first. A key is the same object on every call. */
  valid(): readonly Buffer[];
};

export type Signing = {
  of(purpose: SigningPurpose): SigningKeys;
  /** Reads the generations of signing keys again. */
  refresh(): Promise<void>;
};

/** A generation signs from `since` (ms) until the next one's `since`. */
export type KeyGeneration = { n: number; since: number };

/** Milliseconds between two reads of the generations. */
export const SIGNING_REFRESH_MS = 10_000;
/**
 * Time in ms from the rotate command until a scheduled generation starts, when every node knows it. Old generations
 * verify for this much longer, because a node's clock may be behind.
 */
export const ROTATION_LEAD_MS = 60_000;

export const signingGenerationsKey = 'signing/generations';
/** Installations without a record sign with the keys of generation 0. */
const first: readonly KeyGeneration[] = [{ n: 0, since: 0 }];

/** Cast: only this file writes the record. */
const generationsOf = (kept: VaultRecord | undefined) =>
  (kept?.value as readonly KeyGeneration[] | undefined) ?? first;

const lastsUntil = (next: KeyGeneration | undefined, lifetimeMs: number) =>
  next === undefined ? Number.POSITIVE_INFINITY : next.since + lifetimeMs + ROTATION_LEAD_MS;

/** Generations whose signatures verify at `now`, newest first. */
function validAt(generations: readonly KeyGeneration[], purpose: SigningPurpose, now: number) {
  return generations
    .filter((_, i) => now < lastsUntil(generations[i + 1], signatureLifetimes[purpose]))
    .toReversed();
}

/**
 * Returns the generation that signs at `now`: the newest that has started, or the oldest if the clock is behind them
 * all.
 */
export function signingGenerationAt(
  generations: readonly KeyGeneration[],
  now: number,
): KeyGeneration | undefined {
  return generations.findLast(({ since }) => since <= now) ?? generations[0];
}

/** Wraps a key that never rotates. */
export const createUnrotatedKeys = (key: Buffer): SigningKeys => ({
  current: () => key,
  valid: () => [key],
});

type SigningDeps = { vault: Pick<Vault, 'get'>; secret: Buffer; clock: Clock };

/** Reads the generations once; the caller refreshes them every SIGNING_REFRESH_MS. */
export async function openSigning({ vault, secret, clock }: SigningDeps): Promise<Signing> {
  let generations = generationsOf(await vault.get(signingGenerationsKey));
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: SigningPurpose, n: number) => {
    const name = n === 0 ? purpose : `${purpose} ${n}`;
    const key = keys.get(name) ?? deriveKey(secret, name);
    keys.set(name, key);
    return key;
  };
  return {
    of: purpose => ({
      current: () => keyFor(purpose, signingGenerationAt(generations, clock.now())?.n ?? 0),
      valid: () => validAt(generations, purpose, clock.now()).map(({ n }) => keyFor(purpose, n)),
    }),
    refresh: async () => {
      generations = generationsOf(await vault.get(signingGenerationsKey));
    },
  };
}

export type KeyRotationOptions = {
  vault: Pick<Vault, 'get' | 'put'>;
  clock: Clock;
  /** Ends every older generation at once. */
  now: boolean;
};

/** Starts a new generation and returns it. Removes generations without a valid signature from the record. */
export async function rotateKeys(rotation: KeyRotationOptions): Promise<KeyGeneration> {
  const { vault, clock, now: atOnce } = rotation;
  const kept = await vault.get(signingGenerationsKey);
  const generations = generationsOf(kept);
  const last = generations.at(-1) ?? { n: 0, since: 0 };
  const now = clock.now();
  const next = { n: last.n + 1, since: atOnce ? now : Math.max(now + ROTATION_LEAD_MS, last.since) };
  const longest = Math.max(...Object.values(signatureLifetimes));
  const older = generations.filter((_, i) => now < lastsUntil(generations[i + 1], longest));
  try {
    await vault.put(signingGenerationsKey, atOnce ? [next] : [...older, next], kept?.version ?? 'absent');
    return next;
  } catch (error) {
    // Another operator was first, so this rotation follows that one.
    if (error instanceof VersionMismatchError) return rotateKeys(rotation);
    throw error;
  }
}
