/**
 * Idempotency-Key (api.md, Conventions): the same key with the same body is the same command; with another body it is
 * refused. What is kept for 24 hours is a keyed hash of the request, never the request.
 */
import { createHmac } from 'node:crypto';
import type { Json } from '#events/envelope.ts';
import { badField, isRefusal, Refusal } from '#events/errors.ts';
import { commandIdOf } from '../command/command-ids.ts';
import type { CommandKey, CommandResult } from '../command/handler.ts';
import type { ApiContext } from '../http/context.ts';
import { type Kept, type Vault, type Version, VersionMismatch } from '../vault/port.ts';
import type { Deps } from './deps.ts';

const KEPT_MS = 24 * 3_600_000;
const PREFIX = 'once/';

/** `nothing`: what a command answered with that changed nothing, since no event holds it. */
type Mark = { hash: string; at: number; nothing?: { position: string; revision: number } };

/** The boundary: only this file writes these records. */
const markOf = (kept: Kept | undefined) => kept?.value as Mark | null | undefined;

type OnceDeps = Pick<Deps, 'vault' | 'clock' | 'ids' | 'keyFor'>;

/** A body that could not be read has no meaning to compare. */
const meaning = (body: unknown) =>
  isRefusal(body) ? `refused ${body.refusal}` : (JSON.stringify(body) ?? '');

/**
 * True if the error proves that nothing was appended, so that the key can be used again. Trap: an outage of the log (5xx)
 * proves nothing, the append may have succeeded.
 */
const leftNothing = (error: unknown) => isRefusal(error) && error.http < 500;

async function unlessChanged(done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!(error instanceof VersionMismatch)) throw error;
  }
}

function keyOf(c: ApiContext): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key)) throw badField('Idempotency-Key', 'invalid');
  return key;
}

/** `version`: of the mark that was made; `before`: the one that was there already. */
type Claimed = { version: Version; before?: undefined } | { before: Mark };

/** Claims a command for this body. Hardly any was claimed before: it is written at once, and looked at only where that is refused. */
async function claim(
  vault: Vault,
  name: string,
  mark: Mark,
  expected: Version | 'absent' = 'absent',
): Promise<Claimed> {
  try {
    return { version: await vault.put(name, mark, expected) };
  } catch (error) {
    if (!(error instanceof VersionMismatch)) throw error;
  }
  const kept = await vault.get(name);
  const before = markOf(kept);
  if (!before || mark.at - before.at >= KEPT_MS) return claim(vault, name, mark, kept?.version);
  if (before.hash !== mark.hash) throw new Refusal('keyReused');
  return { before };
}

/** Runs a command under the key of its request, or under a new one. @throws Refusal keyReused, badInput */
export type Once = <R extends CommandResult<unknown>>(
  c: ApiContext,
  personId: string,
  body: unknown,
  run: (key: CommandKey) => Promise<R>,
) => Promise<R>;

export function createOnce({ vault, clock, ids, keyFor }: OnceDeps): Once {
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
      // Done under this key more than 24 hours ago: whether it was the same is not known any more.
      if (!isOwn && !before) throw new Refusal('keyReused');
      // The request that claimed the key may have been refused meanwhile, and have given it up.
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

/** Forgets keys that are over. */
export async function sweepOnce({ vault, clock }: Pick<Deps, 'vault' | 'clock'>): Promise<void> {
  for await (const kept of vault.list(PREFIX)) {
    const mark = markOf(kept);
    if (!mark || clock.now() - mark.at >= KEPT_MS) await unlessChanged(vault.delete(kept.key, kept.version));
  }
}
