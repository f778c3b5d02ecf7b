/** The id of a message: whose it is, and the event that it tells of. */
import type { Recorded } from '#events/envelope.ts';

/** By stream and revision: an event's own id is unique in its stream only. */
export const messageId = (personId: string, event: Pick<Recorded, 'stream' | 'revision'>) =>
  `${personId}:${event.stream}:${event.revision}`;

export const personOfId = (id: string) => id.slice(0, id.indexOf(':'));
