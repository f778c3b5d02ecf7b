/** All kinds of stream by the prefix of their names (before the first hyphen), with their family and events. */
import { addressEvents } from './address/events.ts';
import { momentMarkEvents } from './analysis/mark-events.ts';
import { auditEvents } from './audit/events.ts';
import type { EventDefinition, EventsOf } from './case/event-definition.ts';
import { caseEvents } from './case/stream.ts';
import { amendEvents, chatEvents, claimEvents, seenEvents } from './chat/events.ts';
import { dataRequestEvents } from './dataRequest/events.ts';
import { deskEvents } from './desk/events.ts';
import type { EventPayload, Recorded } from './envelope.ts';
import { mailEvents } from './mail/events.ts';
import { articleEvents } from './news/events.ts';
import { notebookKeyEvents } from './notebookKey/events.ts';
import { noticeEvents } from './notice/events.ts';
import { dataAccessEvents, directoryEvents, inboxEvents, sessionEvents } from './person/events.ts';
import { reviewEvents } from './plan/live-review.ts';
import { presetEvents } from './preset/events.ts';
import { questionEvents } from './question/events.ts';
import { releaseEvents } from './release/events.ts';
import { shareEvents } from './share/events.ts';

/** Families of streams. Each is a topic for other systems, so never rename a family or move a stream to another one. */
export const streamFamilies = [
  'access',
  'analysis',
  'case',
  'chat',
  'desk',
  'news',
  'person',
  'share',
] as const;
export type StreamFamily = (typeof streamFamilies)[number];

export type StreamKind = { family: StreamFamily; events: Readonly<Record<string, EventDefinition>> };

export const streamKinds = {
  access: { family: 'access', events: dataAccessEvents },
  addresses: { family: 'person', events: addressEvents },
  amend: { family: 'chat', events: amendEvents },
  article: { family: 'news', events: articleEvents },
  audit: { family: 'access', events: auditEvents },
  case: { family: 'case', events: caseEvents },
  chat: { family: 'chat', events: chatEvents },
  claim: { family: 'chat', events: claimEvents },
  dataRequest: { family: 'case', events: dataRequestEvents },
  desk: { family: 'desk', events: deskEvents },
  directory: { family: 'person', events: directoryEvents },
  inbox: { family: 'person', events: inboxEvents },
  marks: { family: 'analysis', events: momentMarkEvents },
  mail: { family: 'person', events: mailEvents },
  notebookKeys: { family: 'person', events: notebookKeyEvents },
  notice: { family: 'person', events: noticeEvents },
  presets: { family: 'person', events: presetEvents },
  question: { family: 'analysis', events: questionEvents },
  release: { family: 'analysis', events: releaseEvents },
  review: { family: 'case', events: reviewEvents },
  seen: { family: 'chat', events: seenEvents },
  session: { family: 'person', events: sessionEvents },
  share: { family: 'share', events: shareEvents },
} as const satisfies Record<string, StreamKind>;

/** Prefix of a stream's name, before the first hyphen. */
export type StreamName = keyof typeof streamKinds;
/** Union of the events of a kind of stream. */
export type EventOf<K extends StreamName> = EventsOf<(typeof streamKinds)[K]['events']>;
/** A recorded event of a kind of stream. */
export type RecordOf<K extends StreamName> = EventOf<K> & Omit<Recorded, keyof EventPayload>;

const byName = new Map<string, StreamKind>(Object.entries(streamKinds));
// Sets: folds of a whole log ask for every event.
const typesByName = new Map<string, ReadonlySet<string>>(
  Object.entries(streamKinds).map(([name, { events }]) => [name, new Set(Object.keys(events))]),
);

/** Returns the kind of a stream; undefined for an unknown prefix. */
export function kindOfStream(stream: string): StreamKind | undefined {
  const hyphen = stream.indexOf('-');
  return byName.get(hyphen < 0 ? stream : stream.slice(0, hyphen));
}

/**
 * Cast: types a recorded event by its kind of stream. This is the only cast of events from the log.
 * @throws Error for an unknown type, because a fold that skips an event is wrong from then on
 */
export function recordOf<K extends StreamName>(kind: K, event: Recorded): RecordOf<K> {
  if (!typesByName.get(kind)?.has(event.type))
    throw new Error(`unknown event ${event.type} in ${event.stream}`);
  return event as unknown as RecordOf<K>;
}
