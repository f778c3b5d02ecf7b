/** Where what follows the log has come to in the log; another log begins anew. */
import { keptPosition, type LogPosition, START } from '#events/log-position.ts';
import { type Kept, type Vault, type Version, VersionMismatch } from './port.ts';

export type Checkpoint = {
  read(): Promise<LogPosition>;
  /**
   * Notes a position. Once it was read here it never goes back: a note that another one overtook, of this node or of
   * the one that follows now, is left out.
   */
  write(position: bigint): Promise<void>;
};

/** @param name of who follows */
export function createCheckpoint(vault: Vault, logId: string, name = 'effects'): Checkpoint {
  const key = `checkpoint/${name}`;
  /** The record as it was last seen here; undefined: it was not, and is written whatever it is. */
  let known: Version | 'absent' | undefined;
  const positionOf = (kept: Kept | undefined): LogPosition => {
    const [log, position] = typeof kept?.value === 'string' ? kept.value.split('/') : [];
    return log === logId && position ? keptPosition(position) : START;
  };
  const read = async () => {
    const kept = await vault.get(key);
    known = kept?.version ?? 'absent';
    return positionOf(kept);
  };
  const write = async (position: bigint): Promise<void> => {
    try {
      known = await vault.put(key, `${logId}/${position}`, known);
    } catch (error) {
      if (!(error instanceof VersionMismatch)) throw error;
      if ((await read()) < position) await write(position);
    }
  };
  return { read, write };
}
