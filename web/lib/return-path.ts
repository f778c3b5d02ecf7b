/** Where to go after signing in: a path of this site, never another one. Pure; for the server and the browser. */

/** What a person sees first. */
export const home = '/workbench';
// Nothing that signing in would loop back to, and nothing that is not a page.
const never = /^\/(login|register|forgetPwd|api|assets|socket\.io)(\/|\?|$)/i;

/**
 * The path, where it is one of this site's; otherwise the workbench. Backslashes, control characters and a second slash
 * at the start are how another site's address is disguised as a path.
 */
export function safeReturn(path: string | null | undefined): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!path || path.length > 500 || !/^\/(?![/\\])/.test(path) || /[\\\u0000-\u001f\u007f]/.test(path))
    return home;
  const url = new URL(path, 'http://here.invalid');
  if (url.origin !== 'http://here.invalid') return home;
  const safe = `${url.pathname}${url.search}${url.hash}`;
  return never.test(safe) || safe === '/' || safe.startsWith('//') ? home : safe;
}

/** Why somebody is at the login page; the page says it. */
export type Why = 'expired' | 'idle' | 'out' | 'failed';

export function loginPath(returnTo: string | null, why?: Why): string {
  const query = new URLSearchParams();
  const safe = returnTo === null ? home : safeReturn(returnTo);
  if (safe !== home) query.set('returnTo', safe);
  if (why) query.set('why', why);
  return query.size > 0 ? `/login?${query}` : '/login';
}
