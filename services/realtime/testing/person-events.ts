/** Appends events that change rows without an action on a case: renamed people and read messages. */
import type { NewEvent } from '#events/envelope.ts';
import { directoryStream, inboxStreamOf } from '#events/person/events.ts';
import type { Random } from '#events/script/random.ts';
import { randomPatientName } from '#events/script/sections.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Walk } from '#projections/testing/walk.ts';
import type { EventStore } from '../../eventstore/port.ts';

const everything = { page: 1, size: 20_000 };

type Stirred = { store: EventStore; walk: Walk; models: ReadModels };

/** Appends a renaming, a read mark or nothing, at random. Returns true if it appended an event. */
export async function appendPersonEvent({ store, walk, models }: Stirred, random: Random): Promise<boolean> {
  const viewer = random.pick(walk.viewers);
  const append = async (stream: string, event: Pick<NewEvent, 'type' | 'data' | 'personal'>) => {
    const id = `s-${await store.head()}`;
    await store.append(stream, 'any', [{ ...event, id, at: walk.now(), by: viewer.id }]);
    return true;
  };
  if (random.chance(0.04))
    return append(directoryStream, {
      type: 'PersonChanged',
      data: { personId: viewer.id },
      personal: { name: randomPatientName(random) },
    });
  if (!random.chance(0.06)) return false;
  const ctx = { viewer, hidden: false, person: models.personRef, logId: models.logId };
  const { items } = models.messages(ctx, { ...everything, unread: true });
  if (items.length === 0) return false;
  if (random.chance(0.4)) {
    const messageIds = models.unreadIds(viewer.id);
    const data = { personId: viewer.id, upTo: walk.now(), messageIds };
    return append(inboxStreamOf(viewer.id), { type: 'AllMessagesRead', data });
  }
  const messageIds = items.filter(() => random.chance(0.5)).map(item => item.id);
  const data = { personId: viewer.id, messageIds };
  return append(inboxStreamOf(viewer.id), { type: 'MessagesRead', data });
}
