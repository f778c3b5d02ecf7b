/** Refuses forms of other sites: a browser sends them without asking, with the cookies. */
import { Refusal } from '#events/errors.ts';
import type { ApiContext } from './context.ts';

/** `none`: a person's own doing (a bookmark, the address bar). A neighbour on the same domain is not this site. */
const ours: readonly string[] = ['same-origin', 'none'];

/** False for an origin without a host, such as `null`. */
export const isHost = (origin: string, host: string | undefined) =>
  URL.canParse(origin) && new URL(origin).host === host;

/**
 * Refuses requests that another site's page sends. A client without both headers is not a browser, and is accepted.
 * @throws Refusal notPermitted
 */
export function sameSite(c: ApiContext): void {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  const own =
    site === undefined ? origin === undefined || isHost(origin, c.req.header('host')) : ours.includes(site);
  if (!own) throw new Refusal('notPermitted');
}
