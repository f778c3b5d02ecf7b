/**
 * Ends sessions early: appends events to the log, and deletes remember-me families and the records of the person's
 * list.
 */
import { type SessionEvent, sessionStreamOf } from '#events/person/events.ts';
import { type Clock, isoNow } from '../clock/clock.ts';
import { effectIdOf } from '../command/command-ids.ts';
import type { CommandKey, CommandResult } from '../command/handler.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { RememberMe } from './remember-me.ts';
import { type SessionEndings, sessionStartTime } from './session-endings.ts';
import type { SessionRecords } from './session-records.ts';

export type EndSessionsDeps = {
  store: EventStore;
  clock: Clock;
  remember: RememberMe;
  records: SessionRecords;
  endings: SessionEndings;
};

export type EndSessionsCommand = CommandKey & { by: string };
/** The session that does not end, and the remember-me family of its browser. */
type Except = { sessionId: string; family: string | null };
export type EndSessionsResult = CommandResult<null>;

/** Maximum number of a person's sessions that are examined for a start later than the clock. */
const LOOK_BACK = 100;

/** Returns the later of now and the newest session's start, so that a clock that was set back leaves no session out. */
async function newestOf({ store, clock }: EndSessionsDeps, personId: string): Promise<number> {
  let newest = clock.now();
  const back = { direction: 'backwards', limit: LOOK_BACK } as const;
  for await (const { data } of store.read(sessionStreamOf(personId), back))
    if (typeof data === 'object' && data !== null && 'sessionId' in data)
      newest = Math.max(newest, sessionStartTime(String(data.sessionId)));
  return newest;
}

export async function recordSessionEvent(
  { store, clock }: Pick<EndSessionsDeps, 'store' | 'clock'>,
  event: SessionEvent,
  stamp: { id: string; by: string },
): Promise<EndSessionsResult> {
  const stream = sessionStreamOf(event.data.personId);
  const { position, revision, repeated } = await store.append(stream, 'any', [
    { ...event, ...stamp, at: isoNow(clock) },
  ]);
  return { position, state: null, revision: Number(revision), appended: true, repeated };
}

/** Finds the result of an end that has been recorded under this id. */
export async function findRecordedEnd(
  { store }: Pick<EndSessionsDeps, 'store'>,
  personId: string,
  id: string,
): Promise<EndSessionsResult | undefined> {
  const found = await store.find(sessionStreamOf(personId), id);
  if (!found) return undefined;
  const { position, revision } = found;
  return { position, revision, state: null, appended: true, repeated: true };
}

const allEndId = ({ commandId }: CommandKey) => effectIdOf(commandId, 'sessions end');

/** Finds the result of a command that has ended all of a person's sessions, or all but one. */
export const findRecordedEndOfAll = (
  deps: Pick<EndSessionsDeps, 'store'>,
  personId: string,
  command: CommandKey,
): Promise<EndSessionsResult | undefined> => findRecordedEnd(deps, personId, allEndId(command));

/**
 * Ends all of a person's sessions, or all but one. Call it after changing the password or freezing the person. Ends
 * remember-me families first, and then the sessions that are recorded by then. A session that is recorded later
 * detects itself that its password or family has ended.
 */
export async function endAllSessions(
  deps: EndSessionsDeps,
  personId: string,
  command: EndSessionsCommand,
  except?: Except,
): Promise<EndSessionsResult> {
  const { remember, records, endings } = deps;
  const [id, { by }] = [allEndId(command), command];
  const done = await findRecordedEndOfAll(deps, personId, command);
  if (done) return done;
  await remember.endAll(personId, except?.family);
  const before = new Date(await newestOf(deps, personId)).toISOString();
  const spared = except ? { except: except.sessionId } : {};
  const data = { personId, before, ...spared };
  const recorded = await recordSessionEvent(deps, { type: 'SessionsEnded', data }, { id, by });
  endings.end({ personId, before: Date.parse(before), ...spared });
  await records.forgetAll(personId, except?.sessionId);
  return recorded;
}
