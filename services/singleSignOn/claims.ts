/** Reads a provider's statement. Its claims may have any shape; unknown shapes are ignored. */
import type * as oidc from 'openid-client';
import { emailSchema, personNameSchema } from '#events/case/fields.ts';

export type Claims = Record<string, unknown>;

/**
 * Merges the claims of ID token and user info. The token's claims have priority. An address and its verification are
 * taken from the same source.
 */
export function mergeClaims(token: oidc.IDToken, info: oidc.UserInfoResponse | undefined): Claims {
  const { email, email_verified, ...more } = info ?? {};
  const isInToken = token.email !== undefined;
  return { ...more, ...(isInToken ? {} : { email, email_verified }), ...token };
}

const own = (claims: unknown, name: string): unknown =>
  typeof claims === 'object' && claims !== null && Object.hasOwn(claims, name)
    ? (claims as Claims)[name]
    : undefined;

/**
 * Returns a claim by its whole name, otherwise by its path, because providers also use addresses with dots as names.
 */
const claimAt = (claims: Claims, name: string): unknown =>
  own(claims, name) ?? name.split('.').reduce<unknown>(own, claims);

/** Returns the values of the claim that decides the position, as texts. */
export function claimValuesOf(claims: Claims, name: string): string[] {
  const found = claimAt(claims, name);
  const all: unknown[] = Array.isArray(found) ? found : [found];
  return all.flatMap(value =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [String(value)]
      : [],
  );
}

/** Returns the e-mail address if the provider says that it is verified. The claim must be `true`, not a text. */
export function verifiedEmailOf({ email, email_verified: verified }: Claims): string | undefined {
  const parsed = emailSchema.safeParse(email);
  return verified === true && parsed.success ? parsed.data : undefined;
}

/** The name by which colleagues know the person. */
export function displayNameOf(claims: Claims): string | undefined {
  const { name, given_name: given, family_name: family } = claims;
  const parts = [given, family].filter(part => typeof part === 'string');
  for (const candidate of [name, parts.join(' ')]) {
    const parsed = personNameSchema.safeParse(typeof candidate === 'string' ? candidate.trim() : candidate);
    if (parsed.success) return parsed.data;
  }
  return undefined;
}

/** Methods of RFC 8176 by what they prove. */
const knowledge = ['pwd', 'pin', 'kba'];
const possessionOrBody = ['otp', 'hwk', 'swk', 'sc', 'sms', 'tel', 'face', 'fpt', 'iris', 'retina', 'vbm'];

/** True if the statement names two factors: `mfa`, or methods of two kinds. */
export function namesTwoFactors({ amr }: Claims): boolean {
  const methods: unknown[] = Array.isArray(amr) ? amr : [];
  const has = (kinds: readonly string[]) => methods.some(method => kinds.includes(String(method)));
  return methods.includes('mfa') || (has(knowledge) && has(possessionOrBody));
}
