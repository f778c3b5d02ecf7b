/** Preferences that the page itself keeps in cookies, for the server to read with the next page. */
const year = 31_536_000;

/** The text for document.cookie; null removes the cookie. */
export function preferenceCookie(name: string, value: string | null, protocol: string): string {
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : year}; SameSite=Lax${secure}`;
}
