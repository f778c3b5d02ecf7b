/**
 * Finds the moment that a request names. The prefix of the log as of a time ends with the last position whose clock is
 * not later (events/analysis/clock.ts).
 */
import { type ClockedEvent, createLogClock, noDeviations } from '#events/analysis/clock.ts';
import type { Recorded } from '#events/envelope.ts';
import { badField, Refusal } from '#events/errors.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import type { Log } from '../contract.ts';
import type { Keyframe } from './keyframes.ts';

/** Position of the last event of a prefix of the log, and its clock in milliseconds since 1970. */
export type LogMoment = { position: LogPosition; clock: number };

type Beginning = Pick<Keyframe, 'position' | 'clock'> | undefined;

const READ_EVENTS = 256;
/** Number of events between two moments that a search remembers for later ones. */
const APART = 256;
/** Number of answers that are kept. A moment before the provisional end of the log never changes. */
const MOST_KNOWN = 500;

export type ClockedMoment = LogMoment & { final: boolean };

const momentOf = ({ event, clock }: ClockedEvent<Recorded>): LogMoment => ({
  position: event.position,
  clock,
});

/** Yields every event after `after` as a moment, in the order of the log. The last 100 are provisional. */
export async function* momentsAfter(
  log: Pick<Log, 'readBatches'>,
  after: Beginning,
): AsyncGenerator<ClockedMoment> {
  const start = after && { clock: after.clock, facts: noDeviations };
  const clock = createLogClock<Recorded>(start);
  for await (const batch of log.readBatches({ after: after?.position ?? START, size: READ_EVENTS }))
    for (const event of batch)
      for (const known of clock.push(event)) yield { ...momentOf(known), final: true };
  for (const known of clock.provisional()) yield { ...momentOf(known), final: false };
}

/** Final moments that searches have passed, in their order. The next search begins at one of them. */
function createMetMoments() {
  const met: LogMoment[] = [];
  return {
    upTo: (asked: bigint | number): LogMoment | undefined => met.findLast(one => !isBeyond(asked, one)),
    add: (moment: LogMoment) => {
      const after = met.findIndex(({ position }) => position >= moment.position);
      if (after < 0) met.push(moment);
      else if (met[after]?.position !== moment.position) met.splice(after, 0, moment);
    },
  };
}

const isBeyond = (asked: bigint | number, { position, clock }: LogMoment) =>
  typeof asked === 'bigint' ? position > asked : clock > asked;

/**
 * Creates the search for moments.
 * @param beginning the newest known moment that is not later than a position or a time in milliseconds
 */
export function createMomentLookup(
  log: Pick<Log, 'readBatches' | 'head'>,
  beginning: (asked: bigint | number) => Beginning,
) {
  const known = new Map<bigint | number, LogMoment>();
  const met = createMetMoments();
  const remember = (asked: bigint | number, moment: LogMoment) => {
    known.set(asked, moment);
    for (const oldest of known.keys()) {
      if (known.size <= MOST_KNOWN) return;
      known.delete(oldest);
    }
  };
  const beginningOf = (asked: bigint | number): Beginning => {
    const [kept, near] = [beginning(asked), met.upTo(asked)];
    return kept && near && kept.position > near.position ? kept : (near ?? kept);
  };
  /** Returns the last moment up to a position or a time; undefined before the first event. */
  const search = async (asked: bigint | number): Promise<LogMoment | undefined> => {
    const start = beginningOf(asked);
    let last: LogMoment | undefined = start && { position: start.position, clock: start.clock };
    let passed = 0;
    for await (const { final, ...moment } of momentsAfter(log, start)) {
      if (isBeyond(asked, moment)) {
        if (last && final) remember(asked, last);
        break;
      }
      last = moment;
      passed += 1;
      if (final && passed % APART === 0) met.add(moment);
    }
    return last;
  };
  /** As `search`, with known answers. @throws Refusal positionForeign for a position beyond the log's head */
  const lastUpTo = async (asked: bigint | number): Promise<LogMoment | undefined> => {
    if (typeof asked === 'bigint' && asked > (await log.head())) throw new Refusal('positionForeign');
    return known.get(asked) ?? search(asked);
  };
  return {
    /** A moment that was found before, and that never changes. */
    known: (asked: bigint | number) => known.get(asked),
    /**
     * The moment of a position, or of a time in milliseconds; a time to come is the present.
     * @throws Refusal positionForeign beyond the head, badInput before the first event
     */
    find: async (asked: bigint | number): Promise<LogMoment> => {
      const moment = await lastUpTo(asked);
      if (!moment) throw badField('asOf', 'before-first');
      return moment;
    },
    /** The last position as of a time in milliseconds; START before the first event. */
    positionAt: async (time: number): Promise<LogPosition> => (await lastUpTo(time))?.position ?? START,
  };
}
