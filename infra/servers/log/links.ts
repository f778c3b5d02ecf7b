/** Links: events whose data, `revision@stream`, points to another event. */
import { linkTo, readFrom } from './answers.ts';
import type { Stored } from './rows.ts';
import type { Log } from './table.ts';

const LINK = '$>';
const TARGET = /^(\d+)@(.+)$/s;

/** Encodes an event for a reader that resolves links. A link without a target is returned alone. */
export function resolved({ type, answer }: Stored, log: Log): Uint8Array {
  if (type !== LINK) return answer;
  const [, revision, stream] = TARGET.exec(Buffer.from(readFrom(answer).data).toString()) ?? [];
  if (stream === undefined) return answer;
  const from = Number(revision);
  const there = !log.isTombstoned(stream) && log.has(stream);
  const [target] = there ? log.page({ stream, from, backwards: false, limit: 1 }) : [];
  return linkTo(answer, target?.revision === from ? target.answer : undefined);
}
