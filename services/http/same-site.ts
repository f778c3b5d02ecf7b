/** Refuses forms of other sites, because browsers send them together with the cookies, without asking the person. */
import { Refusal } from '#events/errors.ts';
import type { ApiContext } from './context.ts';

/**
 * Sites whose requests are accepted. `none`: the person's own navigation (a bookmark, the address bar). Other hosts of
 * the domain count as other sites.
 */
const ours: readonly string[] = ['same-origin', 'none'];

/** Returns true if an origin has this host. False for an origin without a host, such as `null`. */
export const originHasHost = (origin: string, host: string | undefined) =>
  URL.canParse(origin) && new URL(origin).host === host;

/**
 * Refuses requests from pages of other sites. Accepts a client without both headers, because it is not a browser.
 * @throws Refusal notPermitted
 */
export function refuseOtherSites(c: ApiContext): void {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  const own =
    site === undefined
      ? origin === undefined || originHasHost(origin, c.req.header('host'))
      : ours.includes(site);
  if (!own) throw new Refusal('notPermitted');
}
