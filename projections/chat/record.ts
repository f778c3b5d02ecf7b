/** The boundary where an event of the log becomes a conversation's. */
import {
  type AmendEvent,
  amendEvents,
  type ChatEvent,
  type ClaimEvent,
  chatEvents,
  claimEvents,
  type SeenEvent,
  seenEvents,
} from '#events/chat/events.ts';
import type { Recorded } from '#events/envelope.ts';

const families = { chat: chatEvents, amend: amendEvents, claim: claimEvents, seen: seenEvents };
type Events = { chat: ChatEvent; amend: AmendEvent; claim: ClaimEvent; seen: SeenEvent };

type Stamp = Pick<Recorded, 'id' | 'by' | 'at' | 'revision' | 'position' | 'stream'>;

/** @throws Error for a type that this version does not know: rows that skip an event would lie from then on */
export function chatRecord<F extends keyof Events>(event: Recorded, family: F): Events[F] & Stamp {
  if (!Object.hasOwn(families[family], event.type))
    throw new Error(`unknown event ${event.type} in ${event.stream}`);
  return event as unknown as Events[F] & Stamp;
}
