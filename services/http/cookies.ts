/** Every cookie in one table, and how each is read and set. */
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { limits } from '#events/case/limits.ts';
import type { SessionWithCookies } from '../people/begin-session.ts';
import { signatureLifetimes } from '../vault/signing.ts';
import type { ApiContext } from './context.ts';

const YEAR_S = 365 * 86_400;

/**
 * Credentials are HttpOnly. Under https their names begin with `__Host-`, so that no other host of the domain can set
 * them.
 */
const credentials = {
  session: { name: 'session', maxAge: undefined },
  remember: { name: 'remember', maxAge: limits.rememberMs / 1000 },
  /** The ticket of a form sign-in's first step, until the second step. */
  ticket: { name: 'ticket', maxAge: signatureLifetimes['sign-in tickets'] / 1000 },
  /** The ticket of a sign-in that continues at an organisation's provider. */
  provider: { name: 'provider', maxAge: signatureLifetimes['sign-in tickets'] / 1000 },
  /** The organisation by whose provider this browser signed in last. Kept at sign-out. */
  organisation: { name: 'organisation', maxAge: YEAR_S },
  /** Marks a browser that has signed in before. Kept at sign-out. */
  device: { name: 'device', maxAge: signatureLifetimes['known devices'] / 1000 },
} as const;

/** Preferences of a browser. Its scripts write some of them (web/lib/storage-keys.ts), so the names have no prefix. */
const preferences = { eye: 'eyeHidden', language: 'lang', theme: 'theme', bar: 'bar', zone: 'tz' } as const;

type Credential = keyof typeof credentials;
export type CookiePreference = keyof typeof preferences;

export type Cookies = {
  /** True if PUBLIC_URL is https. Request headers do not count: any client can send X-Forwarded-Proto. */
  secure: boolean;
  nameOf(credential: Credential): string;
  read(c: ApiContext, credential: Credential): string | undefined;
  set(c: ApiContext, credential: Credential, value: string): void;
  clear(c: ApiContext, credential: Credential): void;
  /** Sets a preference for a year; null removes it. */
  prefer(c: ApiContext, preference: CookiePreference, value: string | null): void;
};

/** Reads a preference from a Cookie header. */
export const preferenceInHeader = (
  header: string | undefined,
  preference: CookiePreference,
): string | undefined => parse(header ?? '', preferences[preference])[preferences[preference]];

export const preferenceOfRequest = (c: ApiContext, preference: CookiePreference): string | undefined =>
  preferenceInHeader(c.req.header('cookie'), preference);

/** @param publicUrl PUBLIC_URL, an origin */
export function createCookies(publicUrl: string): Cookies {
  const secure = publicUrl.startsWith('https:');
  const common = { path: '/', sameSite: 'Lax', secure } as const;
  const nameOf = (credential: Credential) => (secure ? '__Host-' : '') + credentials[credential].name;
  return {
    secure,
    nameOf,
    read: (c, credential) => getCookie(c, nameOf(credential)),
    set: (c, credential, value) => {
      const { maxAge } = credentials[credential];
      setCookie(c, nameOf(credential), value, { ...common, httpOnly: true, maxAge });
    },
    clear: (c, credential) => void deleteCookie(c, nameOf(credential), common),
    prefer: (c, preference, value) => {
      if (value === null) deleteCookie(c, preferences[preference], common);
      else setCookie(c, preferences[preference], value, { ...common, maxAge: YEAR_S });
    },
  };
}

/** Sets the session cookie, and the remember-me token and the device if given. */
export function setSessionCookies(
  c: ApiContext,
  cookies: Cookies,
  { token, remember, device }: Pick<SessionWithCookies, 'token' | 'remember' | 'device'>,
): void {
  cookies.set(c, 'session', token);
  if (remember) cookies.set(c, 'remember', remember);
  if (device) cookies.set(c, 'device', device);
}

/** Signs the browser out: its cookies, and the pictures and files in its cache. */
export function clearSessionCookies(c: ApiContext, cookies: Cookies): void {
  cookies.clear(c, 'session');
  cookies.clear(c, 'remember');
  c.header('Clear-Site-Data', '"cache"');
}
