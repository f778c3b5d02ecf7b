/** A follower's position in the log, kept in the vault. For another log it starts at the beginning. */
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import { type RecordVersion, type Vault, type VaultRecord, VersionMismatchError } from './port.ts';

export type Checkpoint = {
  read(): Promise<LogPosition>;
  /**
   * Stores a position. After the first read, the position never moves back: a write is skipped if a later one has
   * overtaken it, of this node or of the node that follows now.
   */
  write(position: bigint): Promise<void>;
};

/** @param name name of the follower */
export function createCheckpoint(vault: Vault, logId: string, name = 'effects'): Checkpoint {
  const key = `checkpoint/${name}`;
  /** Last version seen here. Undefined before the first read; the record is then overwritten unconditionally. */
  let known: RecordVersion | 'absent' | undefined;
  const positionOf = (kept: VaultRecord | undefined): LogPosition => {
    const [log, position] = typeof kept?.value === 'string' ? kept.value.split('/') : [];
    return log === logId && position ? toLogPosition(position) : START;
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
      if (!(error instanceof VersionMismatchError)) throw error;
      if ((await read()) < position) await write(position);
    }
  };
  return { read, write };
}
