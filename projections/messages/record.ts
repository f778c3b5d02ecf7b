/** The boundary where an event of the log becomes an inbox's, or one of what its person chose. */
import type { Recorded } from '#events/envelope.ts';
import { type NoticeEvent, noticeEvents } from '#events/notice/events.ts';
import { type InboxEvent, inboxEvents } from '#events/person/events.ts';

export const inboxPrefix = 'inbox-';

const families = { inbox: inboxEvents, notice: noticeEvents };
type Events = { inbox: InboxEvent; notice: NoticeEvent };

/** @throws Error for a type that this version does not know */
export function ownRecord<F extends keyof Events>(event: Recorded, family: F): Events[F] {
  if (!Object.hasOwn(families[family], event.type))
    throw new Error(`unknown event ${event.type} in ${event.stream}`);
  return event as unknown as Events[F];
}
