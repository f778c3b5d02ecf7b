/** Every kind of stream, by what stands before the first hyphen of its name: its family, and the events it may hold. */
import { addressEvents } from './address/events.ts';
import type { EventDef } from './case/define.ts';
import { caseEvents } from './case/stream.ts';
import { amendEvents, chatEvents, claimEvents, seenEvents } from './chat/events.ts';
import { deskEvents } from './desk/events.ts';
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

const byName = new Map<string, StreamKind>(Object.entries(streamKinds));

/** The kind of a stream; undefined where the table has no line for it. */
export function kindOfStream(stream: string): StreamKind | undefined {
  const hyphen = stream.indexOf('-');
  return byName.get(hyphen < 0 ? stream : stream.slice(0, hyphen));
}
