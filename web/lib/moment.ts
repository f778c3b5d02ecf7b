/** The past moment that a page shows, and links that lead to the same moment. */
import { createContext, useContext } from 'react';

/** A log position or an ISO time, as in `?at=`; undefined for the present. */
const Moment = createContext<string | undefined>(undefined);

export const MomentProvider = Moment.Provider;
export const useMoment = (): string | undefined => useContext(Moment);

/** The address as of a moment. An address within the page stays. */
export const hrefAt = (href: string, at: string | undefined): string =>
  at === undefined || href.startsWith('#')
    ? href
    : `${href}${href.includes('?') ? '&' : '?'}at=${encodeURIComponent(at)}`;

/** Returns the function that leads an address to the moment that this page shows. */
export function useMomentHref(): (href: string) => string {
  const at = useMoment();
  return href => hrefAt(href, at);
}

/** A moment in an address; undefined for the present and for unreadable text. */
export const readMoment = (raw: unknown): string | undefined =>
  typeof raw === 'string' && /^[\w:.+-]{1,40}$/.test(raw) ? raw : undefined;
