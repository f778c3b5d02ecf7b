/** Every kind of stream, by what stands before the first hyphen of its name: its family, and the events it may hold. */
import { addressEvents } from './address/events.ts';
import type { EventDef, EventsOf } from './case/define.ts';
import { caseEvents } from './case/stream.ts';
import { amendEvents, chatEvents, claimEvents, seenEvents } from './chat/events.ts';
import { deskEvents } from './desk/events.ts';
import type { Payload, Recorded } from './envelope.ts';
import { mailEvents } from './mail/events.ts';
import { articleEvents } from './news/events.ts';
import { noticeEvents } from './notice/events.ts';
import { accessEvents, directoryEvents, inboxEvents, sessionEvents } from './person/events.ts';
import { reviewEvents } from './plan/live-review.ts';
import { presetEvents } from './preset/events.ts';
import { shareEvents } from './share/events.ts';

/** Each is a topic of its own for other systems: a name is never changed, and a kind of stream never moves to another. */
export const families = ['access', 'case', 'chat', 'desk', 'news', 'person', 'share'] as const;
export type Family = (typeof families)[number];

export type StreamKind = { family: Family; events: Readonly<Record<string, EventDef>> };

export const streamKinds = {
  access: { family: 'access', events: accessEvents },
  addresses: { family: 'person', events: addressEvents },
  amend: { family: 'chat', events: amendEvents },
  article: { family: 'news', events: articleEvents },
  case: { family: 'case', events: caseEvents },
  chat: { family: 'chat', events: chatEvents },
  claim: { family: 'chat', events: claimEvents },
  desk: { family: 'desk', events: deskEvents },
  directory: { family: 'person', events: directoryEvents },
  inbox: { family: 'person', events: inboxEvents },
  mail: { family: 'person', events: mailEvents },
  notice: { family: 'person', events: noticeEvents },
  presets: { family: 'person', events: presetEvents },
  review: { family: 'case', events: reviewEvents },
  seen: { family: 'chat', events: seenEvents },
  session: { family: 'person', events: sessionEvents },
  share: { family: 'share', events: shareEvents },
} as const satisfies Record<string, StreamKind>;

/** The first part of a stream's name. */
export type StreamName = keyof typeof streamKinds;
/** An event that a kind of stream may hold. */
export type EventOf<K extends StreamName> = EventsOf<(typeof streamKinds)[K]['events']>;
/** An event of a kind of stream as the log gives it back. */
export type RecordOf<K extends StreamName> = EventOf<K> & Omit<Recorded, keyof Payload>;

const byName = new Map<string, StreamKind>(Object.entries(streamKinds));

/** The kind of a stream; undefined where the table has no line for it. */
export function kindOfStream(stream: string): StreamKind | undefined {
  const hyphen = stream.indexOf('-');
  return byName.get(hyphen < 0 ? stream : stream.slice(0, hyphen));
}

/**
 * Types an event of the log by the kind of stream it was read from: the only cast at the log's boundary.
 * @throws Error for a type that this version does not know, as a fold that skips an event is wrong from then on
 */
export function recordOf<K extends StreamName>(kind: K, event: Recorded): RecordOf<K> {
  if (!Object.hasOwn(streamKinds[kind].events, event.type))
    throw new Error(`unknown event ${event.type} in ${event.stream}`);
  return event as unknown as RecordOf<K>;
}
