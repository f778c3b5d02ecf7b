/** Whom an operator wants erased. It lies in the vault until it is done, whichever node does it and however often it begins. */
import { type Vault, VersionMismatch } from '../vault/port.ts';

const prefix = 'erase/';

/** @param patient the id of the patient's first case */
export async function askErasure(vault: Pick<Vault, 'put'>, patient: string): Promise<void> {
  try {
    await vault.put(prefix + patient, {}, 'absent');
  } catch (error) {
    // It is asked for already.
    if (!(error instanceof VersionMismatch)) throw error;
  }
}

/** Whether it is asked for, and not done. */
export const isAsked = async (vault: Pick<Vault, 'get'>, patient: string): Promise<boolean> =>
  (await vault.get(prefix + patient)) !== undefined;

/** Patients whose erasure is asked for, and not done. */
export async function* askedErasures(vault: Pick<Vault, 'list'>): AsyncIterable<string> {
  for await (const { key } of vault.list(prefix)) yield key.slice(prefix.length);
}

/** It is done. */
export async function endErasure(vault: Pick<Vault, 'delete'>, patient: string): Promise<void> {
  await vault.delete(prefix + patient);
}
