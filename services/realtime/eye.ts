/** The eye of a page that opens a socket. */
import { preferenceIn } from '../http/cookies.ts';

type Handshake = { auth: Record<string, unknown>; headers: { cookie?: string; 'x-eye'?: string | string[] } };

/** True where names and phones go out masked: as the page says; where it says nothing, as HTTP has it (header, cookie). */
export function eyeHidden({ auth, headers }: Handshake): boolean {
  // Whatever else it may be, it does not open the eye.
  if (auth.hidden !== undefined) return auth.hidden !== false;
  const eye = headers['x-eye'];
  if (typeof eye === 'string') return eye.trim().toLowerCase() === 'hidden';
  return preferenceIn(headers.cookie, 'eye') === '1';
}
