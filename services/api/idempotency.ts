/**
 * Idempotency-Key (api.md, Conventions): the same key with the same body is the same command; with another
 * body it is refused. Stores a keyed hash of the request for 24 hours, never the request.
 */
import { createHmac } from 'node:crypto';
import type { Json } from '#events/envelope.ts';
import { badField, isRefusal, Refusal } from '#events/errors.ts';
import { commandIdOf } from '../command/command-ids.ts';
import type { CommandKey, CommandResult } from '../command/handler.ts';
import type { ApiContext } from '../http/context.ts';
import { type RecordVersion, type Vault, type VaultRecord, VersionMismatchError } from '../vault/port.ts';
import type { ApiDeps } from './deps.ts';

const KEPT_MS = 24 * 3_600_000;
const PREFIX = 'once/';

/** `nothing`: the answer of a command that changed nothing. No event holds this answer. */
type Mark = { hash: string; at: number; nothing?: { position: string; revision: number } };

/** Cast: only this file writes these records. */
const markOf = (record: VaultRecord | undefined) => record?.value as Mark | null | undefined;

type OnceDeps = Pick<ApiDeps, 'vault' | 'clock' | 'ids' | 'keyFor'>;

/** Text that represents a body in the hash. An unreadable body is represented by its refusal. */
const meaning = (body: unknown) =>
  isRefusal(body) ? `refused ${body.refusal}` : (JSON.stringify(body) ?? '');

/**
 * True if the error proves that nothing was appended, so that the key can be used again. Trap: an outage of
 * the log (5xx) proves nothing, the append may have succeeded.
 */
const leftNothing = (error: unknown) => isRefusal(error) && error.http < 500;

async function unlessChanged(done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!(error instanceof VersionMismatchError)) throw error;
  }
}

function keyOf(c: ApiContext): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key)) throw badField('Idempotency-Key', 'invalid');
  return key;
}

/** `version`: of the new claim. `before`: an earlier claim of the key. */
type Claimed = { version: RecordVersion; before?: undefined } | { before: Mark };

/**
 * Claims a key for this body. Writes first and reads only after a conflict, because a key is rarely claimed
 * before.
 */
async function claim(
  vault: Vault,
  name: string,
  mark: Mark,
  expected: RecordVersion | 'absent' = 'absent',
): Promise<Claimed> {
  try {
    return { version: await vault.put(name, mark, expected) };
  } catch (error) {
    if (!(error instanceof VersionMismatchError)) throw error;
  }
  const record = await vault.get(name);
  const before = markOf(record);
  if (!before || mark.at - before.at >= KEPT_MS) return claim(vault, name, mark, record?.version);
  if (before.hash !== mark.hash) throw new Refusal('keyReused');
  return { before };
}

/** Runs a command under its request's key, or under a new one. @throws Refusal keyReused, badInput */
export type RunIdempotently = <R extends CommandResult<unknown>>(
  c: ApiContext,
  personId: string,
  body: unknown,
  run: (key: CommandKey) => Promise<R>,
) => Promise<R>;

export function createIdempotency({ vault, clock, ids, keyFor }: OnceDeps): RunIdempotently {
  const secret = keyFor('idempotency');
  const keep = (name: string, value: Json) => vault.put(name, value);
  return async (c, personId, body, run) => {
    const key = keyOf(c);
    if (key === undefined) return run({ commandId: ids.uuid() });
    const commandId = commandIdOf(personId, key);
    const name = PREFIX + commandId;
    const words = `${c.req.method} ${c.req.path}\n${meaning(body)}`;
    const mark: Mark = {
      hash: createHmac('sha256', secret).update(words).digest('base64url'),
      at: clock.now(),
    };
    const claimed = await claim(vault, name, mark);
    const { before } = claimed;
    const nothing = before?.nothing;
    try {
      const unchanged = nothing && { ...nothing, position: BigInt(nothing.position) };
      const done = await run({ commandId, unchanged });
      const isOwn = !done.repeated || done.tried;
      // The command ran more than 24 hours ago: its hash is gone, so equality cannot be checked.
      if (!isOwn && !before) throw new Refusal('keyReused');
      // The request that claimed the key may have been refused and have released it meanwhile.
      if (isOwn && before) await keep(name, mark);
      if (!done.appended && !nothing)
        await keep(name, {
          ...mark,
          nothing: { position: String(done.position), revision: done.revision },
        });
      return done;
    } catch (error) {
      if (leftNothing(error) && !claimed.before) await unlessChanged(vault.delete(name, claimed.version));
      throw error;
    }
  };
}

/** Forgets expired keys. */
export async function sweepIdempotency({ vault, clock }: Pick<ApiDeps, 'vault' | 'clock'>): Promise<void> {
  for await (const record of vault.list(PREFIX)) {
    const mark = markOf(record);
    if (!mark || clock.now() - mark.at >= KEPT_MS)
      await unlessChanged(vault.delete(record.key, record.version));
  }
}
