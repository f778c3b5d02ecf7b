/** Requests for erasures. They stay in the vault until a node has carried them out, after any number of restarts. */
import { type Vault, VersionMismatchError } from '../vault/port.ts';

const prefix = 'erase/';

/** @param patient id of the patient's first case */
export async function requestErasure(vault: Pick<Vault, 'put'>, patient: string): Promise<void> {
  try {
    await vault.put(prefix + patient, {}, 'absent');
  } catch (error) {
    // The erasure was already requested.
    if (!(error instanceof VersionMismatchError)) throw error;
  }
}

/** Steps of an erasure in order, for its progress. */
export type ErasureStep = 'waiting' | 'cases' | 'key' | 'files' | 'rows';

/** Notes which step runs. Call it only while the request exists. */
export async function noteErasureStep(
  vault: Pick<Vault, 'put'>,
  patient: string,
  step: ErasureStep,
): Promise<void> {
  await vault.put(prefix + patient, { step });
}

/** Returns the step that is running; undefined if no erasure is requested, or if it is done. */
export async function readErasureStep(
  vault: Pick<Vault, 'get'>,
  patient: string,
): Promise<ErasureStep | undefined> {
  const found = await vault.get(prefix + patient);
  if (!found) return undefined;
  // Cast: the record was written above.
  const { step } = found.value as { step?: ErasureStep };
  return step ?? 'waiting';
}

/** Returns true if an erasure is requested and not done. */
export const isErasureRequested = async (vault: Pick<Vault, 'get'>, patient: string): Promise<boolean> =>
  (await vault.get(prefix + patient)) !== undefined;

/** Patients with a pending request. */
export async function* listRequestedErasures(vault: Pick<Vault, 'list'>): AsyncIterable<string> {
  for await (const { key } of vault.list(prefix)) yield key.slice(prefix.length);
}

/** Deletes a request that is done. */
export async function deleteErasureRequest(vault: Pick<Vault, 'delete'>, patient: string): Promise<void> {
  await vault.delete(prefix + patient);
}
