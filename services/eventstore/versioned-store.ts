/**
 * Versions events: new ones are stamped with the current version of their type, stored ones are lifted to it. The
 * application reads and writes only through this store. The relay and backups use the inner log and keep each event
 * as it is stored.
 */
import type { RawEvent, Recorded } from '#events/envelope.ts';
import { erasedPersonalPart } from '#events/erased-value.ts';
import {
  createUpcaster,
  type EventVersioning,
  type LiftsByEventType,
  liftsByEventType as ownLifts,
} from '#events/upcasters.ts';
import { flattenBatches } from './page-reader.ts';
import type { EventFilter, EventReader, EventStore, RawEventReader, RawEventStore } from './port.ts';

export type VersionedOptions = {
  /** Default: those of this program. */
  lifts?: LiftsByEventType;
  /** True if the inner log returns personal parts encrypted. They stay encrypted and are not lifted. Default: false. */
  sealed?: boolean;
};

export function createVersionedStore(inner: RawEventStore, options: VersionedOptions = {}): EventStore {
  const versions = createVersions(options);
  return {
    ...createVersionedReader(inner, options),
    append: async (stream, expected, events) => inner.append(stream, expected, events.map(versions.stamp)),
    subscribe: (after, how) =>
      flattenBatches(versions.liftBatches(inner.subscribeBatches(after, versions.query(how))), how.signal),
    subscribeBatches: (after, how) =>
      versions.liftBatches(inner.subscribeBatches(after, versions.query(how))),
  };
}

/** Like `createVersionedStore`, for a read-only log. */
export function createVersionedReader(inner: RawEventReader, options: VersionedOptions = {}): EventReader {
  const versions = createVersions(options);
  return {
    id: inner.id,
    read: (stream, how) => versions.liftEach(inner.read(stream, how)),
    readAll: (how = {}) => flattenBatches(versions.liftBatches(inner.readBatches(versions.query(how)))),
    readBatches: (how = {}) => versions.liftBatches(inner.readBatches(versions.query(how))),
    find: async (stream, eventId) => {
      const event = await inner.find(stream, eventId);
      return event && versions.lift(event);
    },
    head: () => inner.head(),
    lastUpTo: number => inner.lastUpTo(number),
    close: () => inner.close(),
  };
}

function createVersions({ lifts = ownLifts, sealed = false }: VersionedOptions) {
  const { stamp, upcast, storedTypes }: EventVersioning = createUpcaster(lifts);
  const how = { sealed };
  const lift = (event: RawEvent): Recorded => {
    const lifted = upcast(event, how);
    // Runs after the lift, because the placeholder has the current shape.
    if (lifted.erased) setErasedValue(lifted);
    return lifted;
  };
  return {
    stamp,
    lift,
    async *liftEach(events: AsyncIterable<RawEvent>): AsyncGenerator<Recorded> {
      for await (const event of events) yield lift(event);
    },
    /** Lifts a batch without awaiting, because a rebuild reads millions of events. */
    async *liftBatches(batches: AsyncIterable<RawEvent[]>): AsyncGenerator<Recorded[]> {
      for await (const batch of batches) yield batch.map(lift);
    },
    /** Also selects events that are stored under an earlier name of a wanted type. */
    query: <Q extends { filter?: EventFilter }>(query: Q): Q => {
      const types = query.filter?.types;
      return types ? { ...query, filter: { ...query.filter, types: storedTypes(types) } } : query;
    },
  };
}

function setErasedValue(event: Recorded): void {
  const value = erasedPersonalPart(event.type);
  if (value !== undefined) event.personal = value;
}
