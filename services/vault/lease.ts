/** Who does something that only one may do: a record in the vault that runs out unless it is renewed. */
import type { Clock } from '../clock/clock.ts';
import { type Kept, type Vault, type Version, VersionMismatch } from './port.ts';

export type Lease = {
  /** Takes or renews it; false where somebody else holds it. */
  hold(): Promise<boolean>;
  /** Gives it back, so that another need not wait for its end. */
  release(): Promise<void>;
};

/** @param holder an id that no other process has */
export function createLease(vault: Vault, clock: Clock, name: string, holder: string, ms: number): Lease {
  const key = `lease/${name}`;
  /** Somebody else's record, and since when it has been seen unchanged. */
  let seen: { version: Version; at: number } | undefined;
  /** Not renewed for as long as one lasts: whoever wrote it is gone, and its clock went ahead of this one. */
  const isStale = ({ version }: Kept) => {
    const now = clock.now();
    if (seen?.version !== version || now < seen.at) seen = { version, at: now };
    return now - seen.at >= ms;
  };
  const holderOf = (value: unknown) => {
    const { holder: id, until } = { holder: undefined, until: undefined, ...(value as object | undefined) };
    return typeof until === 'number' && until > clock.now() ? id : undefined;
  };
  /** The record as it was written last, or as it is at first: nearly always it still is, and nothing has to be read. */
  let known: Version | 'absent' | undefined = 'absent';
  const written = async (version: Version | 'absent') => {
    try {
      known = await vault.put(key, { holder, until: clock.now() + ms }, version);
      return true;
    } catch (error) {
      // Where there was no answer it may have been written all the same.
      known = undefined;
      if (error instanceof VersionMismatch) return false;
      throw error;
    }
  };
  const mine = async () => {
    if (known !== undefined && known !== 'absent') return known;
    const kept = await vault.get(key);
    return kept && holderOf(kept.value) === holder ? kept.version : undefined;
  };
  return {
    hold: async () => {
      if (known !== undefined && (await written(known))) return true;
      const kept = await vault.get(key);
      const other = holderOf(kept?.value);
      if (kept && other !== undefined && other !== holder && !isStale(kept)) return false;
      return written(kept?.version ?? 'absent');
    },
    release: async () => {
      const version = await mine();
      if (version === undefined) return;
      known = 'absent';
      try {
        await vault.delete(key, version);
      } catch (error) {
        // It ran out in between, and is another's.
        if (!(error instanceof VersionMismatch)) throw error;
      }
    },
  };
}
