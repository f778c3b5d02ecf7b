/** Session tokens, signed. They contain only person, session id and times, never rights. */
import { errors, jwtVerify, SignJWT } from 'jose';
import { limits } from '#events/case/limits.ts';
import { Refusal } from '#events/errors.ts';
import type { SigningKeys } from '../vault/signing.ts';

type Token = {
  personId: string;
  sessionId: string;
  /** Time of issue and of expiry, ms. */
  issuedAt: number;
  expiresAt: number;
};

export type SessionTokens = {
  sign(
    session: { personId: string; sessionId: string },
    now: number,
  ): Promise<{ token: string; expiresAt: number }>;
  /** Returns the content of a genuine token, expired or not. @throws Refusal loginExpired if it is not genuine */
  read(token: string): Promise<Token>;
};

const KEPT = 20_000;

export function createSessionTokens(keys: SigningKeys): SessionTokens {
  // Caches verified signatures, because a client sends the same token many times.
  const checked = new Map<string, { read: Token; key: Buffer }>();
  const check = async (token: string, key: Buffer): Promise<Token> => {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      // Ignores expiry here, because an expired token may belong to a session in use, which sessions.ts decides.
      currentDate: new Date(0),
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
    });
    const { sub = '', sid, iat = 0, exp = 0 } = payload;
    return { personId: sub, sessionId: String(sid), issuedAt: iat * 1000, expiresAt: exp * 1000 };
  };
  /** Tries every valid key. */
  const checkAll = async (token: string) => {
    let wrong: unknown = new errors.JWSSignatureVerificationFailed();
    for (const key of keys.valid())
      try {
        return { read: await check(token, key), key };
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
        wrong = error;
      }
    throw wrong;
  };
  return {
    sign: async ({ personId, sessionId }, now) => {
      const issued = Math.floor(now / 1000);
      const expires = issued + limits.idleMs / 1000;
      const token = await new SignJWT({ sid: sessionId, sub: personId, iat: issued, exp: expires })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(keys.current());
      return { token, expiresAt: expires * 1000 };
    },
    read: async token => {
      const known = checked.get(token);
      if (known && keys.valid().includes(known.key)) return known.read;
      try {
        const found = await checkAll(token);
        if (checked.size >= KEPT) checked.delete(checked.keys().next().value ?? '');
        checked.set(token, found);
        return found.read;
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof TypeError)
          throw Object.assign(new Refusal('loginExpired'), { cause: error });
        throw error;
      }
    },
  };
}

/** The session id in a token, unverified. Use it only to compare two tokens, never to admit a person. */
export function unverifiedSessionId(token: string): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof claims === 'object' && claims !== null && 'sid' in claims ? String(claims.sid) : undefined;
  } catch {
    return undefined;
  }
}
