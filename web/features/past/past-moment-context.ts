/** The past moment that a page shows, and links to the same moment. */
import { createContext, useContext } from 'react';

/** The value of `?at=`; undefined for the present. */
const Moment = createContext<string | undefined>(undefined);

export const PastMomentProvider = Moment.Provider;
export const usePastMoment = (): string | undefined => useContext(Moment);

/** Adds a moment to an address, unless the address names one. An anchor within the page (`#id`) is returned unchanged. */
export const hrefAtMoment = (href: string, at: string | undefined): string =>
  at === undefined || !href.startsWith('/') || /[?&]at=/.test(href)
    ? href
    : `${href}${href.includes('?') ? '&' : '?'}at=${encodeURIComponent(at)}`;
