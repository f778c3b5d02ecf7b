/** Time-based one-time passwords (RFC 6238): six digits, 30 seconds, SHA-1, which every authenticator app supports. */
import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
const DIGITS = 6;
/** Number of accepted time steps before and after the current one, because clocks differ. */
const WINDOW = 1;
/** RFC 4226 recommends 160 bits. */
export const TOTP_SECRET_BYTES = 20;

const totpOf = (secret: Secret, label: string) =>
  new TOTP({ issuer: 'Archline', label, secret, algorithm: 'SHA1', digits: DIGITS, period: PERIOD_S });

/** Writes a new secret in base32, as apps accept it when typed. */
export const totpSecretOf = (bytes: Uint8Array<ArrayBuffer>): string =>
  new Secret({ buffer: bytes.slice().buffer }).base32;

/** Returns the address that an authenticator app reads from a QR code. @param label the account's user name */
export const totpAddressOf = (secret: string, label: string): string =>
  totpOf(Secret.fromBase32(secret), label).toString();

/**
 * Returns the time step to which a code belongs; undefined for a wrong code. The caller must refuse steps that were
 * used before.
 * @param now milliseconds since 1970
 */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  const totp = totpOf(Secret.fromBase32(secret), '');
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_S) + delta;
}

/** Returns the code of a moment. For tests and the demo. */
export const totpCodeAt = (secret: string, now: number): string =>
  totpOf(Secret.fromBase32(secret), '').generate({ timestamp: now });
