/** The path to return to after sign-in: always a path of this site. Pure; for the server and the browser. */

/** The first page after sign-in. */
export const homePath = '/workbench';
// Paths that would loop back to the login page, and paths that are not pages.
const never = /^\/(login|register|forgetPwd|api|assets|socket\.io)(\/|\?|$)/i;

/**
 * Returns the path if it belongs to this site, otherwise the workbench. Backslashes, control characters and a
 * second leading slash can disguise another site's address as a path.
 */
export function safeReturnPath(path: string | null | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
  if (!path || path.length > 500 || !/^\/(?![/\\])/.test(path) || /[\\\u0000-\u001f\u007f]/.test(path))
    return homePath;
  const url = new URL(path, 'http://here.invalid');
  if (url.origin !== 'http://here.invalid') return homePath;
  const safe = `${url.pathname}${url.search}${url.hash}`;
  return never.test(safe) || safe === '/' || safe.startsWith('//') ? homePath : safe;
}

/** The reason for showing the login page; the page displays it. */
export type LoginReason = 'expired' | 'idle' | 'out' | 'failed' | 'reset';

/** Address of the page that sets up a demanded second factor. */
export const secondFactorPath = (returnTo: string): string =>
  `/login/secondFactor?${new URLSearchParams({ returnTo })}`;

export function loginPath(returnTo: string | null, why?: LoginReason): string {
  const query = new URLSearchParams();
  const safe = returnTo === null ? homePath : safeReturnPath(returnTo);
  if (safe !== homePath) query.set('returnTo', safe);
  if (why) query.set('why', why);
  return query.size > 0 ? `/login?${query}` : '/login';
}
