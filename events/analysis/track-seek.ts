/**
 * The opened track: moves as columns, and the state of all cases at any second. There is a checkpoint every 4,096
 * moves, so a seek applies no more moves than that.
 */
import { statusCodes } from '../case/status.ts';

/** Status of a case that does not exist: not created, or a deleted draft. */
export const GONE = 255;
/** Index of the assignee of a case without one. */
export const NOBODY = 0xffff;

/** Moves between two checkpoints of counts and statuses. */
const CHECKPOINT_MOVES = 4096;
/** Only every fourth checkpoint stores the last moves, which take four times the memory of the statuses. */
const SPARSE = 4;
/** Length of `countsAt`: one more than the highest status code. */
export const STATUS_COUNTS_LENGTH = Math.max(...statusCodes) + 1;

/** The columns of moves, all of one length, in the order of the log. */
export type MoveColumns = {
  /** Clock time in ms, a whole second. Ascending. */
  times: Float64Array;
  /** Index into `caseIds`. */
  caseIndexes: Uint32Array;
  /** Status before and after. GONE before the first status and after a deletion. */
  froms: Uint8Array;
  tos: Uint8Array;
  /** Position in the log. Ascending. */
  positions: Float64Array;
};

/** Changes of assignee, as columns. `people`: indexes into the track's `people`, or NOBODY. */
export type AssignmentColumns = {
  times: Float64Array;
  caseIndexes: Uint32Array;
  people: Uint16Array;
  positions: Float64Array;
};

/** A point up to which the log is read: a time in ms, or a position. */
export type TimeOrPosition = number | { position: number };

export type TrackColumns = {
  /** Start and end in ms. All events up to and including the end are in the track. */
  from: number;
  to: number;
  /** Position of the last event before the start, and of the last event that the track knows. */
  startPosition: number;
  position: number;
  caseIds: readonly string[];
  /** Pseudonyms of assignees. */
  people: readonly string[];
  /** State at the start, by case index. For a case that is created later: GONE, NaN and NOBODY. */
  startStatuses: Uint8Array;
  startSince: Float64Array;
  startPeople: Uint16Array;
  moves: MoveColumns;
  assignments: AssignmentColumns;
};

export type Track = ReturnType<typeof createTrack>;

/** Returns the number of values up to and including `limit`; `values` ascend. */
function countUpTo(values: Float64Array, limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the number of events in a prefix of the log. */
export const countEventsUntil = (
  events: { times: Float64Array; positions: Float64Array },
  at: TimeOrPosition,
): number =>
  typeof at === 'number' ? countUpTo(events.times, at) : countUpTo(events.positions, at.position);

/** The states at every 4,096th move, made once when a track is opened. */
function checkpointsOf({ startStatuses, moves }: TrackColumns) {
  const { caseIndexes, froms, tos } = moves;
  const statuses = startStatuses.slice();
  const counts = new Uint32Array(STATUS_COUNTS_LENGTH);
  for (const status of statuses) if (status !== GONE) counts[status] = (counts[status] ?? 0) + 1;
  const last = new Int32Array(statuses.length).fill(-1);
  const kept: { counts: Uint32Array; statuses: Uint8Array }[] = [];
  const lastMoves: Int32Array[] = [];
  for (let i = 0; i <= tos.length; i++) {
    if (i % CHECKPOINT_MOVES === 0) {
      kept.push({ counts: counts.slice(), statuses: statuses.slice() });
      if (kept.length % SPARSE === 1) lastMoves.push(last.slice());
    }
    if (i === tos.length) break;
    count(counts, froms[i] ?? GONE, tos[i] ?? GONE);
    const moved = caseIndexes[i] ?? 0;
    statuses[moved] = tos[i] ?? GONE;
    last[moved] = i;
  }
  return { kept, lastMoves };
}

function count(counts: Uint32Array, from: number, to: number): void {
  if (from !== GONE) counts[from] = (counts[from] ?? 0) - 1;
  if (to !== GONE) counts[to] = (counts[to] ?? 0) + 1;
}

/** Creates the track of some columns. The columns must not change afterwards. */
export function createTrack(columns: TrackColumns) {
  const { moves, assignments, startSince, startPeople } = columns;
  const { times, caseIndexes, froms, tos, positions } = moves;
  const { kept, lastMoves } = checkpointsOf(columns);
  const indexAt = (at: TimeOrPosition) => countEventsUntil(moves, at);
  /** The checkpoint before a move. There is one for every index, because the first is at 0. */
  const checkpointOf = (index: number) => {
    const number = Math.floor(index / CHECKPOINT_MOVES);
    const checkpoint = kept[number];
    if (!checkpoint) throw new Error(`no checkpoint before move ${index}`);
    return { ...checkpoint, first: number * CHECKPOINT_MOVES };
  };
  /** Index of each case's last move before the move at `index`; -1 for a case that did not move. */
  const lastMovesAt = (index: number): Int32Array => {
    const number = Math.floor(index / CHECKPOINT_MOVES / SPARSE);
    const last = lastMoves[number]?.slice() ?? new Int32Array();
    for (let i = number * CHECKPOINT_MOVES * SPARSE; i < index; i++) last[caseIndexes[i] ?? 0] = i;
    return last;
  };
  return {
    from: columns.from,
    to: columns.to,
    startPosition: columns.startPosition,
    position: columns.position,
    caseIds: columns.caseIds,
    people: columns.people,
    startStatuses: columns.startStatuses,
    startSince,
    startPeople,
    assignments,
    moveCount: tos.length,
    /** Returns how many moves have happened by a moment, which is also the index of the next one. */
    indexAt,
    /** Returns how many cases are at each status, indexed by status code. */
    countsAt(at: TimeOrPosition): Uint32Array {
      const index = indexAt(at);
      const { counts, first } = checkpointOf(index);
      const now = counts.slice();
      for (let i = first; i < index; i++) count(now, froms[i] ?? GONE, tos[i] ?? GONE);
      return now;
    },
    /** Returns the statuses by case index; GONE for a case that does not exist at that moment. */
    statusesAt(at: TimeOrPosition): Uint8Array {
      const index = indexAt(at);
      const { statuses, first } = checkpointOf(index);
      const now = statuses.slice();
      for (let i = first; i < index; i++) now[caseIndexes[i] ?? 0] = tos[i] ?? GONE;
      return now;
    },
    /** Returns since when each case is at its status, in ms by case index. NaN for one that does not exist then. */
    sinceAt(at: TimeOrPosition): Float64Array {
      const since = startSince.slice();
      const last = lastMovesAt(indexAt(at));
      for (let c = 0; c < last.length; c++) {
        const move = last[c] ?? -1;
        if (move >= 0) since[c] = tos[move] === GONE ? Number.NaN : (times[move] ?? Number.NaN);
      }
      return since;
    },
    /** Returns the assignee of each case by case index: an index into `people`, or NOBODY. */
    assigneesAt(at: TimeOrPosition): Uint16Array {
      const now = startPeople.slice();
      const until = countEventsUntil(assignments, at);
      for (let i = 0; i < until; i++) now[assignments.caseIndexes[i] ?? 0] = assignments.people[i] ?? NOBODY;
      return now;
    },
    /** Returns the position of the last move by a moment; the start's position before the first move. */
    positionAt(at: TimeOrPosition): number {
      const index = indexAt(at);
      return index === 0 ? columns.startPosition : (positions[index - 1] ?? 0);
    },
    /** Returns the columns of the moves from one index up to, but not including, another one, without copying. */
    moves: (fromIndex: number, toIndex: number): MoveColumns => ({
      times: times.subarray(fromIndex, toIndex),
      caseIndexes: caseIndexes.subarray(fromIndex, toIndex),
      froms: froms.subarray(fromIndex, toIndex),
      tos: tos.subarray(fromIndex, toIndex),
      positions: positions.subarray(fromIndex, toIndex),
    }),
  };
}
