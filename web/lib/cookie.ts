/** Preferences that the page writes to cookies, so that the server reads them on the next request. */
const year = 31_536_000;

/** Returns the text for document.cookie; null deletes the cookie. */
export function formatPreferenceCookie(name: string, value: string | null, protocol: string): string {
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : year}; SameSite=Lax${secure}`;
}
