/** How many cases waited in each queue over time, how long, and how many came and left. Computed from the track. */
import {
  groupOfStatus,
  isStatus,
  type Status,
  statusCodes,
  statuses,
  statusGroupNames,
} from '../case/status.ts';
import { createQueueLists, type QueueLists } from './queue-list.ts';
import { countEventsUntil, GONE, NOBODY, type Track } from './track-seek.ts';

/** A queue is a status, a group of statuses, or an assignee's cases between submission and approval. */
export const queueKinds = ['status', 'group', 'person'] as const;
export type QueueKind = (typeof queueKinds)[number];

/** One queue over the requested times. Each list has a value for each time. */
export type QueueSeries = {
  /** Status code, name of a group, or pseudonym of a person. */
  key: string;
  counts: number[];
  /** Cases that came and left since the previous time; 0 at the first time. */
  arrivals: number[];
  departures: number[];
  /** Seconds that cases have been at their status: the longest, and the median. Null for an empty queue. */
  oldest: (number | null)[];
  median: (number | null)[];
};

/** Moves and assignments that are handled in one turn of the event loop. */
const EVENTS_A_TURN = 4000;
const SECOND_MS = 1000;
const NO_QUEUE = -1;

/** Phases in which the assignee works on a case or waits for others. */
const assigneesPhases: ReadonlySet<string> = new Set(['intake', 'design', 'halted']);
const isAssignees = (status: Status) => assigneesPhases.has(statuses[status].phase);

type Kind = {
  /** Number of a case's queue; NO_QUEUE for none. */
  keyOf: (status: Status, person: number) => number;
  /** Names of the queues by number; undefined for a number without a queue. */
  names: (track: Track) => readonly (string | undefined)[];
};

const kinds: Readonly<Record<QueueKind, Kind>> = {
  status: {
    keyOf: status => status,
    names: () =>
      statusCodes.reduce<string[]>((names, code) => Object.assign(names, { [code]: String(code) }), []),
  },
  group: { keyOf: status => statusGroupNames.indexOf(groupOfStatus(status)), names: () => statusGroupNames },
  person: {
    keyOf: (status, person) => (person !== NOBODY && isAssignees(status) ? person : NO_QUEUE),
    names: ({ people }) => people,
  },
};

/** Keeps the queues while the moves of a track are applied in order. */
function createQueueFold(track: Track, { keyOf }: Kind) {
  const state = track.startStatuses.slice();
  const people = track.startPeople.slice();
  const keys = new Int32Array(state.length).fill(NO_QUEUE);
  const lists = createQueueLists(state.length);
  let arrived = new Map<number, number>();
  let left = new Map<number, number>();
  const add = (to: Map<number, number>, key: number) => to.set(key, (to.get(key) ?? 0) + 1);
  const queueOf = (one: number): number => {
    const status = state[one] ?? GONE;
    return isStatus(status) ? keyOf(status, people[one] ?? NOBODY) : NO_QUEUE;
  };
  /** Puts a case into its queue, behind the cases that have been longer at their status. */
  const place = (one: number, since: number) => {
    const [before, key] = [keys[one] ?? NO_QUEUE, queueOf(one)];
    if (before !== NO_QUEUE) lists.leave(before, one);
    if (key !== NO_QUEUE) lists.enter(key, one, since);
    keys[one] = key;
    if (before === key) return;
    if (before !== NO_QUEUE) add(left, before);
    if (key !== NO_QUEUE) add(arrived, key);
  };
  // Kept for every case, also outside all queues: an assignment may put the case into one later.
  const since = track.startSince.slice();
  for (const one of state.keys()) if (state[one] !== GONE) place(one, since[one] ?? 0);
  [arrived, left] = [new Map(), new Map()];
  return {
    lists,
    move: (one: number, to: number, at: number) => {
      state[one] = to;
      since[one] = at;
      place(one, at);
    },
    assign: (one: number, person: number) => {
      people[one] = person;
      place(one, since[one] ?? 0);
    },
    /** Returns the cases that came and left since the last call. */
    flow: () => {
      const flow = { arrived, left };
      [arrived, left] = [new Map(), new Map()];
      return flow;
    },
  };
}

/** Seconds that a case of a queue waits; null for none. */
const waitOf = (lists: QueueLists, one: number, at: number) =>
  one < 0 ? null : Math.round((at - lists.since(one)) / SECOND_MS);

type Series = Omit<QueueSeries, 'key'>;

/** Appends the state of all queues at a time. */
function sample(
  fold: ReturnType<typeof createQueueFold>,
  series: readonly (Series | undefined)[],
  at: number,
) {
  const { arrived, left } = fold.flow();
  const isFirst = series.find(one => one !== undefined)?.counts.length === 0;
  for (const [key, one] of series.entries()) {
    if (!one) continue;
    const queue = fold.lists.queues.get(key);
    const waits = queue && queue.count > 0;
    one.counts.push(queue?.count ?? 0);
    one.arrivals.push(isFirst ? 0 : (arrived.get(key) ?? 0));
    one.departures.push(isFirst ? 0 : (left.get(key) ?? 0));
    one.oldest.push(waits ? waitOf(fold.lists, queue.oldest, at) : null);
    one.median.push(waits ? waitOf(fold.lists, queue.middle, at) : null);
  }
}

const emptySeries = (): Series => ({ counts: [], arrivals: [], departures: [], oldest: [], median: [] });

/**
 * Counts the queues of a track at some times. Yields now and then, so that the caller can give way to other work.
 * @param times ascending, in ms
 * @returns the queues in which a case was, in the order of status codes, groups or people
 */
export function* countQueues(
  track: Track,
  times: readonly number[],
  by: QueueKind,
): Generator<void, QueueSeries[]> {
  const kind = kinds[by];
  const fold = createQueueFold(track, kind);
  const names = kind.names(track);
  const series = Array.from(names, name => (name === undefined ? undefined : emptySeries()));
  const moves = track.moves(0, track.moveCount);
  const { assignments } = track;
  let [m, a, turn] = [0, 0, 0];
  for (const at of times) {
    const [untilMove, untilAssignment] = [track.indexAt(at), countEventsUntil(assignments, at)];
    while (m < untilMove || a < untilAssignment) {
      // Of events at the same time, applies assignments first, so that a taken case enters its new assignee's queue directly.
      if (a < untilAssignment && (m >= untilMove || (assignments.times[a] ?? 0) <= (moves.times[m] ?? 0))) {
        fold.assign(assignments.caseIndexes[a] ?? 0, assignments.people[a] ?? NOBODY);
        a += 1;
      } else {
        fold.move(moves.caseIndexes[m] ?? 0, moves.tos[m] ?? GONE, moves.times[m] ?? 0);
        m += 1;
      }
      turn += 1;
      if (turn % EVENTS_A_TURN === 0) yield;
    }
    sample(fold, series, at);
  }
  return series.flatMap((one, i) => {
    const used = one?.counts.some((count, n) => count > 0 || (one.departures[n] ?? 0) > 0);
    return one && used ? [{ key: names[i] ?? '', ...one }] : [];
  });
}
