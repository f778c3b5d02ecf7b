/**
 * Caches people's mail preferences for a follower of the log, because nearly every event concerns several people, most
 * of whom have set nothing. The cache stays current, because the follower sees every change of preferences.
 */
import type { MailPreferences } from '#events/mail/preferences.ts';

/** Maximum number of people in the cache. */
const MOST = 20_000;

export type PreferenceCache = {
  /** @throws the log's errors, which are not cached */
  of(personId: string): Promise<MailPreferences>;
  /** Forgets a person's preferences. Call it when they changed. */
  forget(personId: string): void;
  /** Forgets all preferences. Call it when changes may have been missed. */
  forgetAll(): void;
};

/** @param current reads a person's stream to its end */
export function createPreferenceCache(
  current: (personId: string) => Promise<MailPreferences>,
  most = MOST,
): PreferenceCache {
  const known = new Map<string, MailPreferences>();
  return {
    of: async personId => {
      const before = known.get(personId);
      if (before) return before;
      const read = await current(personId);
      known.set(personId, read);
      for (const [oldest] of known) {
        if (known.size <= most) break;
        known.delete(oldest);
      }
      return read;
    },
    forget: personId => void known.delete(personId),
    forgetAll: () => known.clear(),
  };
}
