/** A past moment in addresses: a log position or an ISO time, as in `?at=`. */

/** The moment of an address; undefined for the present and for unreadable text. */
export const readMoment = (raw: unknown): string | undefined =>
  typeof raw === 'string' && /^[\w:.+-]{1,40}$/.test(raw) ? raw : undefined;
