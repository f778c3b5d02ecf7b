/** Where what follows the log has come to in the log; another log begins anew. */
import type { Vault } from '../vault/port.ts';

/** @param name of who follows */
export function createCheckpoint(vault: Vault, logId: string, name = 'effects') {
  const key = `checkpoint/${name}`;
  return {
    read: async (): Promise<bigint> => {
      const value = (await vault.get(key))?.value;
      const [log, position] = typeof value === 'string' ? value.split('/') : [];
      return log === logId && position ? BigInt(position) : 0n;
    },
    write: async (position: bigint): Promise<void> => {
      await vault.put(key, `${logId}/${position}`);
    },
  };
}
