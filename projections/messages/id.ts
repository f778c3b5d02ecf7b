/** The id of a message: its recipient and its event. */
import type { Recorded } from '#events/envelope.ts';

/** Contains stream and revision, because an event's own id is unique only within its stream. */
export const messageId = (personId: string, event: Pick<Recorded, 'stream' | 'revision'>) =>
  `${personId}:${event.stream}:${event.revision}`;

export const personIdOfMessageId = (id: string) => id.slice(0, id.indexOf(':'));
