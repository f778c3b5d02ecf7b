/** Links: events whose data, `revision@stream`, points to another event. */
import { decodeEvent, encodeLink } from './answers.ts';
import type { StoredEvent } from './event-rows.ts';
import type { ReadableLog } from './event-table.ts';

const LINK = '$>';
const TARGET = /^(\d+)@(.+)$/s;

/** Encodes an event for a reader that resolves links. A link without a target is returned alone. */
export function resolveLink({ type, answer }: StoredEvent, log: ReadableLog): Uint8Array {
  if (type !== LINK) return answer;
  const [, revision, stream] = TARGET.exec(Buffer.from(decodeEvent(answer).data).toString()) ?? [];
  if (stream === undefined) return answer;
  const from = Number(revision);
  const there = !log.isTombstoned(stream) && log.has(stream);
  const [target] = there ? log.page({ stream, from, backwards: false, limit: 1 }) : [];
  return encodeLink(answer, target?.revision === from ? target.answer : undefined);
}
