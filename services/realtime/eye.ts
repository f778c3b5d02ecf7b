/** The eye of a page that opens a socket. */
import { eyeCookie } from '../api/cookies.ts';

type Handshake = { auth: Record<string, unknown>; headers: { cookie?: string; 'x-eye'?: string | string[] } };

const hiddenCookie = new RegExp(`(?:^|;\\s*)${eyeCookie}=1\\s*(?:;|$)`);

/** True where names and phones go out masked: as the page says; where it says nothing, as HTTP has it (header, cookie). */
export function eyeHidden({ auth, headers }: Handshake): boolean {
  // Whatever else it may be, it does not open the eye.
  if (auth.hidden !== undefined) return auth.hidden !== false;
  const eye = headers['x-eye'];
  if (typeof eye === 'string') return eye.trim().toLowerCase() === 'hidden';
  return hiddenCookie.test(headers.cookie ?? '');
}
