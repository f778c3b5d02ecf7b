/**
 * What people have by mail, remembered by who follows the log: nearly all of its events tell several people something,
 * and most of these have chosen nothing. Whoever follows sees each change of it go by.
 */
import type { MailPreferences } from '#events/mail/preferences.ts';

/** People. */
const MOST = 20_000;

export type Chosen = {
  /** @throws what the log throws; it is asked again then */
  of(personId: string): Promise<MailPreferences>;
  /** They have changed. */
  forget(personId: string): void;
  /** Changes may have gone by unseen. */
  forgetAll(): void;
};

/** @param current reads a person's stream to its end */
export function createChosen(current: (personId: string) => Promise<MailPreferences>, most = MOST): Chosen {
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
