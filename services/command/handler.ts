/**
 * Command handler: load, decide, append, for every kind of stream. A command that ran before (by its id) is
 * answered from the log. A lost race is decided again. An append that the log refuses (full disk, outage)
 * leaves nothing, and the command may be repeated.
 */
import type { EventPayload, NewEvent, Recorded } from '#events/envelope.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import { type EventOf, recordOf, type StreamName } from '#events/streams.ts';
import { type Clock, isoNow } from '../clock/clock.ts';
import { createMutex } from '../concurrency/mutex.ts';
import { type EventStore, WrongRevisionError } from '../eventstore/port.ts';
import { eventIdOf } from './command-ids.ts';

export type CommandResult<S> = {
  /** Position of the command's last event, or of the log's end if nothing changed. */
  position: bigint;
  /** State of the stream right after the command, without later events. */
  state: S;
  revision: number;
  /** False if the command decided to change nothing. */
  appended: boolean;
  /** True if the command had run before; this is its first answer. */
  repeated: boolean;
  /** True if this call itself has appended the events, but the log's answer was lost. */
  tried?: boolean;
};

/** Identifies a command, so that a repetition gets its first answer. */
export type CommandKey = {
  commandId: string;
  /** The first answer of a command that changed nothing, which is stored here because no event holds it. */
  unchanged?: { position: bigint; revision: number };
};

export type Command = CommandKey & {
  /** The person's id, or `system`. */
  by: string;
  /** Time of the command, ISO. Default: now. */
  at?: string;
  /** Id of the event that causes this command. Default: the command's own id. */
  cause?: string;
};

/** Events of a command's decision. Empty if it changes nothing. */
export type DecidedEvents<K extends StreamName> = readonly (EventOf<K> & EventPayload)[];
/** An event with the record's fields that folds read. */
type FoldedIn<K extends StreamName> = EventOf<K> & Pick<Recorded, 'id' | 'by' | 'at' | 'revision'>;

/** Declares a kind of stream: name, fold, snapshots and subjects. */
export type StreamDefinition<K extends StreamName, S> = {
  kind: K;
  streamOf: (id: string) => string;
  empty: S;
  evolve: (state: S, event: FoldedIn<K>) => S;
  /** Returns a snapshot. Only later events are read. */
  snapshot?: (id: string) => (S & { revision: number }) | undefined;
  /** Returns the person or patient whose key encrypts an event. Default: the stream's id. */
  subjectOf?: (id: string, state: S, event: EventOf<K>) => string | undefined | Promise<string>;
};

/** @throws Refusal for a forbidden command */
type Decide<K extends StreamName, S> = (state: S) => DecidedEvents<K> | Promise<DecidedEvents<K>>;

export type CommandHandler<K extends StreamName, S> = {
  /** Loads the state at the stream's end. */
  load(id: string): Promise<S>;
  /** Loads the state right after a revision. */
  stateAt(id: string, revision: number): Promise<S>;
  /** Finds the event with this id, if the stream holds it. */
  find(id: string, eventId: string): Promise<Recorded | undefined>;
  /**
   * @param decide called again after a lost race
   * @throws Refusal of `decide`; busy after three lost races
   */
  handle(id: string, command: Command, decide: Decide<K, S>): Promise<CommandResult<S>>;
};

export type CommandHandlerDeps = { store: EventStore; clock: Clock };

const ATTEMPTS = 3;

type Loaded<S> = { state: S; revision: number };

/** The definition of a kind of stream, with its log. */
type Live<K extends StreamName, S> = CommandHandlerDeps & StreamDefinition<K, S>;

async function fold<K extends StreamName, S>(
  { store, kind, streamOf, evolve }: Live<K, S>,
  id: string,
  { state, revision }: Loaded<S>,
  last = Number.POSITIVE_INFINITY,
): Promise<Loaded<S>> {
  for await (const event of store.read(streamOf(id), { from: BigInt(revision + 1) })) {
    if (event.revision > last) break;
    state = evolve(state, recordOf(kind, event));
    revision = event.revision;
  }
  return { state, revision };
}

const start = <S>({ empty }: { empty: S }): Loaded<S> => ({ state: empty, revision: -1 });

function load<K extends StreamName, S>(live: Live<K, S>, id: string): Promise<Loaded<S>> {
  const state = live.snapshot?.(id);
  return fold(live, id, state ? { state, revision: state.revision } : start(live));
}

const firstOf = <K extends StreamName, S>({ store, streamOf }: Live<K, S>, id: string, commandId: string) =>
  store.find(streamOf(id), eventIdOf(commandId, 0));

/** Answer to a command that is in the log. `first`: its first event. */
async function stored<K extends StreamName, S>(
  live: Live<K, S>,
  id: string,
  first: Recorded,
  tried: Tried,
): Promise<CommandResult<S>> {
  const { store, kind, streamOf, evolve } = live;
  let { state, revision } = start(live);
  let { position } = first;
  for await (const event of store.read(streamOf(id))) {
    // The command's events are one append, so they follow each other.
    const isOwn = event.correlation !== undefined && event.correlation === first.correlation;
    if (event.revision > first.revision && !isOwn) break;
    state = evolve(state, recordOf(kind, event));
    ({ revision, position } = event);
  }
  return { state, revision, position, appended: true, repeated: true, tried: tried.append };
}

async function append<K extends StreamName, S>(
  live: Live<K, S>,
  id: string,
  before: Loaded<S>,
  { events, command }: { events: DecidedEvents<K>; command: Command },
): Promise<CommandResult<S>> {
  const { store, clock, streamOf, evolve, subjectOf = (stream: string) => stream } = live;
  const { commandId, by, at = isoNow(clock), cause = commandId } = command;
  let { state, revision } = before;
  const stamped: NewEvent[] = [];
  for (const [i, event] of events.entries()) {
    const stamp = { id: eventIdOf(commandId, i), at, by, cause, correlation: commandId };
    const seal = event.personal === undefined ? {} : { subject: await subjectOf(id, state, event) };
    stamped.push({ ...event, ...stamp, ...seal });
    revision += 1;
    state = evolve(state, { ...event, ...stamp, revision });
  }
  const expected = before.revision < 0 ? 'none' : BigInt(before.revision);
  const { position, repeated, ...found } = await store.append(streamOf(id), expected, stamped);
  const after = repeated ? await fold(live, id, start(live), Number(found.revision)) : { state, revision };
  return { ...after, position, appended: true, repeated };
}

/** `append`: true once this call has sent the events. Found events may then be its own, whose answer was lost. */
type Tried = { append: boolean };

/** Runs one try: answers from the log, or decides and appends. */
async function attempt<K extends StreamName, S>(
  live: Live<K, S>,
  id: string,
  { command, decide }: { command: Command; decide: Decide<K, S> },
  tried: Tried,
): Promise<CommandResult<S>> {
  // Reads both in parallel, because a remote log is a round trip away.
  const [first, before] = await Promise.all([firstOf(live, id, command.commandId), load(live, id)]);
  if (first) return stored(live, id, first, tried);
  const events = await decide(before.state);
  if (events.length === 0)
    return { ...before, position: await live.store.head(), appended: false, repeated: false };
  tried.append = true;
  return append(live, id, before, { events, command });
}

async function decided<K extends StreamName, S>(
  live: Live<K, S>,
  id: string,
  what: { command: Command; decide: Decide<K, S> },
): Promise<CommandResult<S>> {
  const tried: Tried = { append: false };
  for (let i = 0; i < ATTEMPTS; i++) {
    try {
      return await attempt(live, id, what, tried);
    } catch (error) {
      if (error instanceof WrongRevisionError) continue;
      // Another node may have run the same command, or this call's append succeeded without an answer.
      const first = isRefusal(error) && (await firstOf(live, id, what.command.commandId));
      if (!first) throw error;
      return stored(live, id, first, tried);
    }
  }
  throw new Refusal('busy');
}

export function createCommandHandler<K extends StreamName, S>(
  deps: CommandHandlerDeps,
  def: StreamDefinition<K, S>,
): CommandHandler<K, S> {
  const live: Live<K, S> = { ...def, store: deps.store, clock: deps.clock };
  // Runs one command at a time per stream. Otherwise the commands of eight uploads that end together would lose races
  // against each other.
  const turns = createMutex();
  return {
    load: async id => (await load(live, id)).state,
    stateAt: async (id, revision) => (await fold(live, id, start(live), revision)).state,
    find: (id, eventId) => deps.store.find(def.streamOf(id), eventId),
    handle: async (id, command, decide) => {
      const { unchanged } = command;
      if (!unchanged) return turns.hold(id, () => decided(live, id, { command, decide }));
      const then = await fold(live, id, start(live), unchanged.revision);
      return { ...then, position: unchanged.position, appended: false, repeated: true };
    },
  };
}
