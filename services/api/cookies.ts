/** The cookies that the server sets. None of them is read by a script, except the language and the eye. */
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { limits } from '#events/case/options.ts';
import type { SignedIn } from '../people/sessions.ts';
import type { ApiContext } from './context.ts';

export const sessionCookie = 'session';
export const rememberCookie = 'remember';
export const eyeCookie = 'eyeHidden';

const YEAR_S = 365 * 86_400;

/** Behind a proxy that speaks TLS no cookie must travel without, and every address begins with it. */
export const isSecure = (c: ApiContext) =>
  c.req.header('x-forwarded-proto') === 'https' || new URL(c.req.url).protocol === 'https:';

const common = (c: ApiContext) => ({ path: '/', sameSite: 'Lax', secure: isSecure(c) }) as const;

/** Signs the browser's pages in: the session, and the remember-me token where there is one. */
export function setSession(c: ApiContext, session: Pick<SignedIn, 'token' | 'remember'>): void {
  setCookie(c, sessionCookie, session.token, { ...common(c), httpOnly: true });
  if (session.remember) {
    const maxAge = limits.rememberMs / 1000;
    setCookie(c, rememberCookie, session.remember, { ...common(c), httpOnly: true, maxAge });
  }
}

export function clearSession(c: ApiContext): void {
  deleteCookie(c, sessionCookie, common(c));
  deleteCookie(c, rememberCookie, common(c));
}

export function setEye(c: ApiContext, hidden: boolean): void {
  setCookie(c, eyeCookie, hidden ? '1' : '0', { ...common(c), maxAge: YEAR_S });
}

export const cookieOf = (c: ApiContext, name: string): string | undefined => getCookie(c, name);
