/**
 * An operator's request for a backfill: the relay sends everything after a position again. Stored in the vault until it
 * begins.
 */
import { type LogPosition, toLogPosition } from '#events/log-position.ts';
import { type Vault, VersionMismatchError } from '../vault/port.ts';
import type { KafkaSession } from './kafka-session.ts';

export type BackfillRequest = { id: string; position: LogPosition; forget(): Promise<void> };

const keyOf = (log: string) => `relay/from/${log}`;

/** @param id names the backfill; repeated records carry it */
export async function requestBackfill(
  vault: Vault,
  log: string,
  id: string,
  position: LogPosition,
): Promise<void> {
  await vault.put(keyOf(log), { id, position: String(position) });
}

export async function readPendingBackfill(vault: Vault, log: string): Promise<BackfillRequest | undefined> {
  const kept = await vault.get(keyOf(log));
  const { id, position } = { id: undefined, position: undefined, ...(kept?.value as object | undefined) };
  if (!kept || typeof id !== 'string' || typeof position !== 'string') return undefined;
  const forget = async () => {
    await vault.delete(kept.key, kept.version).catch(error => {
      // Another position was requested meanwhile, so the new request is kept.
      if (!(error instanceof VersionMismatchError)) throw error;
    });
  };
  return { id, position: toLogPosition(position), forget };
}

/**
 * Begins a requested backfill only once. A relay that died before it deleted the request finds the backfill already
 * begun.
 */
export async function beginBackfill(
  session: Pick<KafkaSession, 'at' | 'rewind'>,
  vault: Vault,
  log: string,
): Promise<void> {
  const wanted = await readPendingBackfill(vault, log);
  if (!wanted) return;
  const { position, backfill } = session.at;
  if (wanted.id !== backfill?.id && wanted.position < position)
    await session.rewind(wanted.id, wanted.position);
  await wanted.forget();
}
