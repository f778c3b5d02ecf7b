/**
 * The eye: a page's switch that masks patients' names and phone numbers. Its state is read when the page opens a
 * socket.
 */
import { preferenceInHeader } from '../http/cookies.ts';

type Handshake = { auth: Record<string, unknown>; headers: { cookie?: string; 'x-eye'?: string | string[] } };

/**
 * Returns true if names and phone numbers are masked. The page's own value wins, then the `x-eye` header,
 * then the cookie, as over HTTP.
 */
export function areNamesMasked({ auth, headers }: Handshake): boolean {
  // Only an explicit `false` unmasks names.
  if (auth.hidden !== undefined) return auth.hidden !== false;
  const eye = headers['x-eye'];
  if (typeof eye === 'string') return eye.trim().toLowerCase() === 'hidden';
  return preferenceInHeader(headers.cookie, 'eye') === '1';
}
