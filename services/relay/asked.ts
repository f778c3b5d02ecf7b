/** What an operator asks of the relay: to send again what comes after a position. It lies in the vault until it is begun. */
import { type Vault, VersionMismatch } from '../vault/port.ts';

export type Asked = { id: string; position: bigint; forget(): Promise<void> };

const keyOf = (log: string) => `relay/from/${log}`;

/** @param id names the backfill; records that come again carry it */
export async function askAgain(vault: Vault, log: string, id: string, position: bigint): Promise<void> {
  await vault.put(keyOf(log), { id, position: String(position) });
}

export async function asked(vault: Vault, log: string): Promise<Asked | undefined> {
  const kept = await vault.get(keyOf(log));
  const { id, position } = { id: undefined, position: undefined, ...(kept?.value as object | undefined) };
  if (!kept || typeof id !== 'string' || typeof position !== 'string') return undefined;
  const forget = async () => {
    await vault.delete(kept.key, kept.version).catch(error => {
      // Somebody has asked for another position since.
      if (!(error instanceof VersionMismatch)) throw error;
    });
  };
  return { id, position: BigInt(position), forget };
}
