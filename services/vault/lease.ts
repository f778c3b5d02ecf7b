/** A lease: exclusive across nodes until it expires. It is a record in the vault that its holder renews. */
import type { Clock } from '../clock/clock.ts';
import { type RecordVersion, type Vault, type VaultRecord, VersionMismatchError } from './port.ts';

export type Lease = {
  /** Takes or renews the lease; false while another holder has it. */
  hold(): Promise<boolean>;
  /** Gives the lease back before it expires. */
  release(): Promise<void>;
};

/** @param holder an id unique to this process */
export function createLease(vault: Vault, clock: Clock, name: string, holder: string, ms: number): Lease {
  const key = `lease/${name}`;
  /** Another holder's record, and the time since when this process has seen it unchanged. */
  let seen: { version: RecordVersion; at: number } | undefined;
  /**
   * True for a record that was not renewed for a whole term as measured here. Its holder has died; by the holder's
   * clock, which was ahead, the lease may seem valid.
   */
  const isStale = ({ version }: VaultRecord) => {
    const now = clock.now();
    if (seen?.version !== version || now < seen.at) seen = { version, at: now };
    return now - seen.at >= ms;
  };
  const holderOf = (value: unknown) => {
    const { holder: id, until } = { holder: undefined, until: undefined, ...(value as object | undefined) };
    return typeof until === 'number' && until > clock.now() ? id : undefined;
  };
  /** Version of this holder's last write. It is usually still current, so renewing needs no read. */
  let known: RecordVersion | 'absent' | undefined = 'absent';
  const written = async (version: RecordVersion | 'absent') => {
    try {
      known = await vault.put(key, { holder, until: clock.now() + ms }, version);
      return true;
    } catch (error) {
      // Forgets the version, because a put without an answer may have been stored.
      known = undefined;
      if (error instanceof VersionMismatchError) return false;
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
        // The lease expired meanwhile and another holder took it.
        if (!(error instanceof VersionMismatchError)) throw error;
      }
    },
  };
}
