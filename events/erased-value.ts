/** Placeholder for an event's personal part after its key is erased, from the event's definition. */
import type { EventDefinition } from './case/event-definition.ts';
import type { Json } from './envelope.ts';
import { streamKinds } from './streams.ts';

const definitions = new Map<string, EventDefinition>(
  Object.values(streamKinds).flatMap(({ events }) => Object.entries<EventDefinition>(events)),
);

/** Returns what replaces the personal part of an event of this type once its key is deleted; undefined if nothing does. */
export const erasedPersonalPart = (type: string): Json | undefined => definitions.get(type)?.erased;
