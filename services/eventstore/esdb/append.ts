/** Appends to EventStoreDB. Repeats an append whose answer was lost, and still stores it once. */
import { setTimeout as rest } from 'node:timers/promises';
import type { NewRawEvent } from '#events/envelope.ts';
import { type AppendResult, type ExpectedRevision, WrongRevisionError } from '../port.ts';
import { findRevisionConflict } from '../revision-check.ts';
import { createLogDownRefusal, NoAnswerError, retryDelay, withDeadline } from './deadlines.ts';
import type { CachedStream } from './event-id-cache.ts';
import type { EventLookup } from './event-lookup.ts';
import type { LogReads, ReadDeps } from './log-reads.ts';
import { isRetryable } from './retryable-errors.ts';

type Appending = ReadDeps & {
  reads: LogReads;
  streams: EventLookup;
  /** @throws StoreClosedError */
  open: () => void;
};

/**
 * Returns the expected revision for a retry whose earlier outcome is unknown: exactly the stream's end as read since.
 * @throws WrongRevisionError
 */
function sure(stream: string, expected: ExpectedRevision, { revision }: CachedStream): ExpectedRevision {
  const refusal = findRevisionConflict(stream, expected, Number(revision));
  if (refusal) throw refusal;
  return revision < 0n ? 'none' : revision;
}

/**
 * Returns the error of a rejected append, or undefined if it should be retried. The server writes nothing of an append
 * that mixes known and new ids, so the new events are sent again without the known ones.
 */
function refused(
  stream: string,
  expected: ExpectedRevision,
  fresh: readonly NewRawEvent[],
  cached: CachedStream,
) {
  const known = fresh.filter(event => cached.ids.has(event.id)).length;
  const again = known > 0 && !findRevisionConflict(stream, expected, Number(cached.revision));
  return known === fresh.length || again
    ? undefined
    : new WrongRevisionError(stream, expected, cached.revision);
}

export function createEsdbAppend({ wire, patience, reads, streams, open }: Appending) {
  const found = async (stream: string, { ids }: CachedStream, last: string) => {
    const revision = ids.get(last) ?? 0n;
    const event = await streams.eventAt(stream, revision);
    return { revision, position: event?.position ?? (await reads.head()) };
  };
  const send = async (stream: string, expected: ExpectedRevision, fresh: readonly NewRawEvent[]) => {
    const { revision, position } = await withDeadline(patience.callMs, wire.append(stream, expected, fresh));
    streams.appended(
      stream,
      fresh.map(({ id }) => id),
      revision,
    );
    return { revision, position: position ?? (await reads.head()), repeated: false };
  };
  /** Waits before a retry. @throws Refusal logDown after the deadline; a permanent error unchanged */
  const pause = async (error: unknown, tries: number, until: number) => {
    if (error instanceof NoAnswerError) void wire.doubt();
    else if (!isRetryable(error)) throw error;
    const ms = retryDelay(patience, tries);
    if (performance.now() + ms > until) throw createLogDownRefusal(error);
    await rest(ms, undefined, { ref: false });
  };

  return async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewRawEvent[],
  ): Promise<AppendResult> => {
    const last = events.at(-1)?.id ?? '';
    const until = performance.now() + patience.wholeMs;
    let cached = await streams.lastLook(stream);
    let unsure = false;
    for (let tries = 1; ; tries++) {
      const fresh = events.filter(event => !cached.ids.has(event.id));
      // Events that an earlier try of this call stored do not count as repeated, because the caller has called only
      // once.
      if (fresh.length === 0) return { ...(await found(stream, cached, last)), repeated: !unsure };
      const now = unsure ? sure(stream, expected, cached) : expected;
      try {
        return await send(stream, now, fresh);
      } catch (error) {
        const wrong = error instanceof WrongRevisionError;
        if (!wrong) await pause(error, tries, until);
        open();
        cached = await streams.look(stream);
        // A rejection counts only if it contradicts the caller's own expectation, not the expectation of a retry.
        const refusal = wrong && !unsure ? refused(stream, expected, fresh, cached) : undefined;
        if (refusal) throw refusal;
        unsure ||= !wrong;
      }
    }
  };
}
