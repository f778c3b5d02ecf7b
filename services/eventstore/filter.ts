/** Returns true if an event matches the filter. */
import type { EventFilter } from './port.ts';

export function passesFilter(filter: EventFilter | undefined, stream: string, type: string): boolean {
  if (filter?.streamPrefix !== undefined && !stream.startsWith(filter.streamPrefix)) return false;
  return filter?.types === undefined || filter.types.includes(type);
}
