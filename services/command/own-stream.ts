/**
 * A person's own small stream (presets, addresses): folded to its end wherever it is asked for, and decided on with
 * its revision. It is short, and one person's: no read model stands in between.
 */
import type { NewEvent, Payload, Recorded } from '#events/envelope.ts';
import { Refusal } from '#events/errors.ts';
import { type Clock, isoNow } from '../clock/clock.ts';
import { type EventStore, WrongRevision } from '../eventstore/port.ts';
import { eventIdOf } from './command-ids.ts';

type Folded = { revision: number };

/** What is kept in one kind of stream. */
export type Kind<S extends Folded, E extends Payload> = {
  streamOf: (personId: string) => string;
  empty: S;
  evolve: (state: S, event: E & Pick<Recorded, 'revision' | 'by' | 'at'>) => S;
};

export type OwnChange<S, E> = {
  commandId: string;
  /** Whose stream it is: a person's, or an organisation's. */
  personId: string;
  /** Who does it, where the stream is not their own. */
  by?: string;
  /** One event, decided on what is there; asked again where another command was first. @throws Refusal */
  decide: (state: S) => E[];
};

export type Changed<S> = {
  position: bigint;
  appended: boolean;
  repeated: boolean;
  /** As the command left it, whatever has happened since. */
  state: S;
};

export type OwnStream<S, E> = {
  current(personId: string): Promise<S>;
  /** @throws Refusal what `decide` throws; busy after three lost races */
  change(change: OwnChange<S, E>): Promise<Changed<S>>;
};

const ATTEMPTS = 3;

export function createOwnStream<S extends Folded, E extends Payload>(
  { store, clock }: { store: EventStore; clock: Clock },
  { streamOf, empty, evolve }: Kind<S, E>,
): OwnStream<S, E> {
  const fold = async (personId: string, last = Number.POSITIVE_INFINITY): Promise<S> => {
    let state = empty;
    for await (const event of store.read(streamOf(personId))) {
      if (event.revision > last) break;
      // The boundary: this stream holds this kind's events.
      state = evolve(state, event as Recorded<E>);
    }
    return state;
  };
  const stamped = (
    events: readonly E[],
    { commandId, personId, by = personId }: OwnChange<S, E>,
  ): NewEvent[] =>
    events.map((event, i) => ({
      ...event,
      id: eventIdOf(commandId, i),
      v: 1,
      at: isoNow(clock),
      by,
      cause: commandId,
      ...(event.personal === undefined ? {} : { subject: personId }),
    }));
  const once = async (change: OwnChange<S, E>): Promise<Changed<S>> => {
    const { commandId, personId, decide } = change;
    const state = await fold(personId);
    // After the fold: a command that it holds is found.
    const before = await store.find(streamOf(personId), eventIdOf(commandId, 0));
    if (before) {
      const then = await fold(personId, before.revision);
      return { position: before.position, appended: true, repeated: true, state: then };
    }
    const events = stamped(decide(state), change);
    const expected = state.revision < 0 ? 'none' : BigInt(state.revision);
    const { position, revision } = await store.append(streamOf(personId), expected, events);
    const after = await fold(personId, Number(revision));
    return { position, appended: true, repeated: false, state: after };
  };
  return {
    current: personId => fold(personId),
    change: async change => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        try {
          return await once(change);
        } catch (error) {
          if (!(error instanceof WrongRevision)) throw error;
        }
      }
      throw new Refusal('busy');
    },
  };
}
