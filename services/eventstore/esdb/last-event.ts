/** System streams whose last event alone counts: server settings and stream metadata. */
import { isDeepStrictEqual } from 'node:util';
import type { Json, NewRawEvent } from '#events/envelope.ts';
import { type ExpectedRevision, WrongRevisionError } from '../port.ts';
import type { EsdbConnection } from './connection.ts';
import { type Deadlines, retryUntilDeadline } from './deadlines.ts';
import { isRetryable } from './retryable-errors.ts';
import { readFiniteCall } from './running-calls.ts';

export type JsonObject = Record<string, Json>;

/** A change of the data in a stream's last event. */
export type LastEventChange = { stream: string; type: string; change: (before: JsonObject) => JsonObject };

type LastEvent = { data: JsonObject; revision: ExpectedRevision };

const once = (patience: Deadlines) => ({ patience, signal: new AbortController().signal });

async function lastEvent(wire: EsdbConnection, patience: Deadlines, stream: string): Promise<LastEvent> {
  const open = () => wire.stream(stream, { from: 'end', backwards: true, limit: 1 });
  for await (const [last] of readFiniteCall({ ...once(patience), open, size: 1, doubt: wire.doubt }))
    if (last?.event) return { data: Object(last.event.data) as JsonObject, revision: last.event.revision };
  return { data: {}, revision: 'none' };
}

/** Returns the JSON data of the stream's last event, or `{}` if the stream does not exist. */
export const readLastData = async (
  wire: EsdbConnection,
  patience: Deadlines,
  stream: string,
): Promise<JsonObject> => (await lastEvent(wire, patience, stream)).data;

/**
 * Appends the changed data unless it is unchanged. If another program appends in between, repeats the change
 * on top, so that neither addition is lost.
 */
export async function changeLastData(
  wire: EsdbConnection,
  patience: Deadlines,
  wanted: LastEventChange,
): Promise<JsonObject> {
  const { stream, type, change } = wanted;
  for (;;) {
    const { data: before, revision } = await lastEvent(wire, patience, stream);
    const data = change(before);
    if (isDeepStrictEqual(before, data)) return data;
    const event: NewRawEvent = {
      id: crypto.randomUUID(),
      type,
      v: 1,
      by: 'system',
      at: new Date().toISOString(),
      data,
    };
    try {
      await retryUntilDeadline({ ...once(patience), passing: isRetryable }, () =>
        wire.append(stream, revision, [event]),
      );
      return data;
    } catch (error) {
      if (!(error instanceof WrongRevisionError)) throw error;
    }
  }
}
