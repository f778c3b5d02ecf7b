/** System streams whose last event alone counts: settings of the log's servers, and metadata of streams. */
import { isDeepStrictEqual } from 'node:util';
import type { Json, NewEvent } from '#events/envelope.ts';
import { type Expected, WrongRevision } from '../port.ts';
import { type Patience, patiently } from './deadlines.ts';
import { untilEnd } from './incoming.ts';
import { passes } from './retryable-errors.ts';
import type { Wire } from './wire.ts';

export type JsonObject = Record<string, Json>;

/** A change to the data of a stream's last event. */
export type Change = { stream: string; type: string; change: (before: JsonObject) => JsonObject };

type LastEvent = { data: JsonObject; revision: Expected };

const once = (patience: Patience) => ({ patience, signal: new AbortController().signal });

async function lastEvent(wire: Wire, patience: Patience, stream: string): Promise<LastEvent> {
  const open = () => wire.stream(stream, { from: 'end', backwards: true, limit: 1 });
  for await (const [last] of untilEnd({ ...once(patience), open, size: 1, doubt: wire.doubt }))
    if (last?.event) return { data: Object(last.event.data) as JsonObject, revision: last.event.revision };
  return { data: {}, revision: 'none' };
}

/** Returns the JSON data of the stream's last event, or `{}` if the stream does not exist. */
export const lastData = async (wire: Wire, patience: Patience, stream: string): Promise<JsonObject> =>
  (await lastEvent(wire, patience, stream)).data;

/**
 * Appends the changed data, unless the stream's last event holds it already. If another program appends meanwhile, makes
 * the change again on top of that, so that neither loses what the other has added.
 */
export async function changeLast(wire: Wire, patience: Patience, wanted: Change): Promise<JsonObject> {
  const { stream, type, change } = wanted;
  for (;;) {
    const { data: before, revision } = await lastEvent(wire, patience, stream);
    const data = change(before);
    if (isDeepStrictEqual(before, data)) return data;
    const event: NewEvent = {
      id: crypto.randomUUID(),
      type,
      v: 1,
      by: 'system',
      at: new Date().toISOString(),
      data,
    };
    try {
      await patiently({ ...once(patience), passing: passes }, () => wire.append(stream, revision, [event]));
      return data;
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error;
    }
  }
}
