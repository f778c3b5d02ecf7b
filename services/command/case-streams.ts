/** A case's stream, read and written: the state to its end, and the events that a command adds. */
import { type CaseRecord, type CaseState, foldCase, initial } from '#events/case/case.ts';
import { type CaseEvent, caseStream } from '#events/case/stream.ts';
import type { NewEvent, Recorded } from '#events/envelope.ts';
import { recordOf } from '#events/streams.ts';
import type { EventStore } from '../eventstore/port.ts';
import { eventIdOf } from './command-ids.ts';

export type CaseStreams = {
  /** The state to the stream's end: what the read models hold, and the tail after it. */
  load(caseId: string): Promise<CaseState>;
  /** The state right after a revision. */
  stateAt(caseId: string, revision: number): Promise<CaseState>;
  /** The event with this id, if the case holds it. */
  find(caseId: string, eventId: string): Promise<Recorded | undefined>;
  /** The patient whose key seals what is personal: the first case's id, for all its refinements. */
  subjectOf(state: Pick<CaseState, 'caseId' | 'parentId'>): Promise<string>;
  /** Appends after `state`; the answer's state is the one that the events lead to. @throws WrongRevision */
  append(
    state: CaseState,
    events: readonly CaseEvent[],
    stamp: Stamp,
  ): Promise<{ position: bigint; state: CaseState; repeated: boolean }>;
};

export type Stamp = { commandId: string; at: string; by: string; subject: string; cause?: string };

const stamped = (
  e: CaseEvent,
  i: number,
  { commandId, at, by, subject, cause = commandId }: Stamp,
): NewEvent => {
  const envelope = { id: eventIdOf(commandId, i), v: 1, at, by, cause, correlation: commandId };
  return e.personal === undefined ? { ...e, ...envelope } : { ...e, ...envelope, subject };
};

/** @param projected the state as the read models hold it; undefined where they do not have the case yet */
export function createCaseStreams(
  store: EventStore,
  projected: (caseId: string) => CaseState | undefined,
): CaseStreams {
  const fold = async (caseId: string, base: CaseState, last = Number.POSITIVE_INFINITY) => {
    const events: CaseRecord[] = [];
    for await (const e of store.read(caseStream(caseId), { from: BigInt(base.revision + 1) })) {
      if (e.revision > last) break;
      events.push(recordOf('case', e));
    }
    return foldCase(base, events);
  };
  const load = (caseId: string) => fold(caseId, projected(caseId) ?? initial);
  const roots = new Map<string, string>();
  const subjectOf: CaseStreams['subjectOf'] = async ({ caseId, parentId }) => {
    if (parentId === null) return caseId;
    const known = roots.get(parentId);
    if (known) return known;
    const root = await subjectOf(await load(parentId));
    roots.set(parentId, root);
    return root;
  };
  return {
    load,
    stateAt: (caseId, revision) => fold(caseId, initial, revision),
    find: (caseId, eventId) => store.find(caseStream(caseId), eventId),
    subjectOf,
    append: async (state, events, stamp) => {
      const expected = state.revision < 0 ? 'none' : BigInt(state.revision);
      const news = events.map((e, i) => stamped(e, i, stamp));
      const { position, revision, repeated } = await store.append(caseStream(state.caseId), expected, news);
      if (repeated) return { position, state: await fold(state.caseId, initial, Number(revision)), repeated };
      const recorded = events.map((e, i) => ({ ...e, ...stamp, revision: state.revision + 1 + i }));
      return { position, state: foldCase(state, recorded), repeated };
    },
  };
}
