/** Placeholder for an event's personal part after its key is erased, from the event's definition. */
import type { EventDefinition } from './case/event-definition.ts';
import type { Json } from './envelope.ts';
import { streamKinds } from './streams.ts';

const definitions = new Map<string, EventDefinition>(
  Object.values(streamKinds).flatMap(({ events }) => Object.entries<EventDefinition>(events)),
);

/** Returns undefined for a type whose personal part is then absent. */
export const erasedValue = (type: string): Json | undefined => definitions.get(type)?.erased;
