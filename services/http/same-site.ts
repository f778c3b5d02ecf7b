/** Whose page sends a request: a form needs no leave to be sent from another site, and takes the cookies along. */
import { Refusal } from '#events/errors.ts';
import type { ApiContext } from './context.ts';

/** `none`: a person's own doing (a bookmark, the address bar). A neighbour on the same domain is not this site. */
const ours: readonly string[] = ['same-origin', 'none'];

/** False for an origin without a host, such as `null`. */
export const isHost = (origin: string, host: string | undefined) =>
  URL.canParse(origin) && new URL(origin).host === host;

/**
 * Another site's page must not sign anybody in or out, nor switch anything. What is no browser says neither header.
 * @throws Refusal notPermitted
 */
export function sameSite(c: ApiContext): void {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  const own =
    site === undefined ? origin === undefined || isHost(origin, c.req.header('host')) : ours.includes(site);
  if (!own) throw new Refusal('notPermitted');
}
