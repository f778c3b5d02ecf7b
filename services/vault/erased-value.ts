/** Placeholder for an event's personal part after its key is erased, from the event's definition. */
import { addressEvents } from '#events/address/events.ts';
import type { EventDef } from '#events/case/event-definition.ts';
import { caseEvents } from '#events/case/stream.ts';
import { amendEvents, chatEvents } from '#events/chat/events.ts';
import { deskEvents } from '#events/desk/events.ts';
import type { Json, Recorded } from '#events/envelope.ts';
import { mailEvents } from '#events/mail/events.ts';
import { accessEvents, directoryEvents, inboxEvents, sessionEvents } from '#events/person/events.ts';
import { presetEvents } from '#events/preset/events.ts';

const definitions: Record<string, EventDef> = {
  ...caseEvents,
  ...directoryEvents,
  ...sessionEvents,
  ...inboxEvents,
  ...accessEvents,
  ...presetEvents,
  ...addressEvents,
  ...mailEvents,
  ...chatEvents,
  ...amendEvents,
  ...deskEvents,
};

export const erasedValue = (event: Recorded): Json | undefined => definitions[event.type]?.erased;
