/**
 * Counts failed sign-ins and appends the counts once a minute, so that an attack adds a limited number of events. The
 * security log records each failure at once; a crash loses at most a minute of these counts.
 */
import { type AuditEvent, failedSignInsStream, type SignInFailureReason } from '#events/audit/events.ts';
import type { NewEvent } from '#events/envelope.ts';
import { type Clock, type Ids, isoNow } from '../clock/clock.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { Log } from '../logging/log.ts';
import { addressRangeOf } from './client-description.ts';

export const failureWindowMs = 60_000;
/**
 * Maximum number of separate counts in one window. Further failures are added up by reason, without a person and a
 * range.
 */
export const maxFailureCounts = 200;

type Failure = {
  why: SignInFailureReason;
  /** Undefined if no account has the typed login. */
  personId?: string | undefined;
  /** Address of the client. Default: unknown. */
  address?: string;
};

export type SignInFailures = {
  note(failure: Failure): void;
  /** Appends the counts. If the log is unavailable, they are kept for the next time. */
  flush(): Promise<void>;
};

type Failed = Extract<AuditEvent, { type: 'SignInsFailed' }>;
/** Number of failures of one person for one reason from one address range. */
type Count = Failed['data'] & Failed['personal'];

export const addressRangeKeyPrefix = 'audit.';
/** Subject of the key that seals the ranges of a month. Deleting the key erases these ranges, and nothing else. */
const rangesSubject = (at: string): string => `${addressRangeKeyPrefix}${at.slice(0, 7)}`;

const keyOf = ({ why, personId, range }: Count) => JSON.stringify([why, personId, range]);

/**
 * Adds a count to the counts of the window. There are at most `maxFailureCounts` of them, and one more for each
 * reason.
 */
function add(counts: Map<string, Count>, count: Count): void {
  const isFull = counts.size >= maxFailureCounts && !counts.has(keyOf(count));
  const added = isFull ? { ...count, personId: null, range: '' } : count;
  const known = counts.get(keyOf(added));
  counts.set(keyOf(added), {
    ...added,
    count: added.count + (known?.count ?? 0),
    since: known && known.since < added.since ? known.since : added.since,
    until: known && known.until > added.until ? known.until : added.until,
  });
}

const failedOf = ({ range, ...data }: Count): Failed => ({
  type: 'SignInsFailed',
  data,
  personal: { range },
});

type FailureDeps = {
  store: Pick<EventStore, 'append'>;
  clock: Clock;
  ids: Ids;
  log: Pick<Log, 'error'>;
};

export function createSignInFailures({ store, clock, ids, log }: FailureDeps): SignInFailures {
  const counts = new Map<string, Count>();
  return {
    note: ({ why, personId = null, address }) => {
      const at = isoNow(clock);
      const range = address === undefined ? '' : addressRangeOf(address);
      add(counts, { why, personId, range, count: 1, since: at, until: at });
    },
    flush: async () => {
      const flushed = [...counts.values()];
      if (flushed.length === 0) return;
      counts.clear();
      const at = isoNow(clock);
      const events = flushed.map((count): NewEvent<Failed> => {
        const stamp = { id: ids.uuid(), at, by: 'system', subject: rangesSubject(at) };
        return { ...failedOf(count), ...stamp };
      });
      try {
        await store.append(failedSignInsStream, 'any', events);
      } catch (err) {
        log.error({ err }, 'recording failed sign-ins failed');
        for (const count of flushed) add(counts, count);
      }
    },
  };
}
