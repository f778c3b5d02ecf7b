/** Seats of the cases: in each queue the longest waiting is at the centre, and later ones follow outwards. */
import { GONE } from '#events/analysis/track.ts';
import { nextSeatOutwardsBySeat } from './sunflower.ts';

/** Called before a case leaves its seat, while the seating still has it there. */
type OnLeave = (caseIndex: number) => void;

export type Seating = {
  /** Number of cases at a status. */
  count(status: number): number;
  /** Case index by seat; only the first `count(status)` entries are valid. */
  members(status: number): Int32Array;
  statusOf: Uint8Array;
  seatOf: Int32Array;
  /** Time at which each case reached its status, ms since 1970. */
  since: Float64Array;
  /** Seats all cases again, the longest waiting first. Cases of equal time keep the order of their indices. */
  reset(statuses: ArrayLike<number>, since: ArrayLike<number>): void;
  /**
   * Moves a case to the last seat of another queue. Closes the gap in the old queue from outside, along one arm of the
   * spiral.
   */
  move(caseIndex: number, to: number, at: number, onLeave?: OnLeave): void;
};

/**
 * Factor between second and index in a sort key: more than an organisation has cases, and small enough that a key is a
 * safe integer.
 */
const indexRange = 2 ** 22;

const ignore: OnLeave = () => undefined;

/** The cases on the map, the longest waiting first. Sorts single numbers made of second and index, which is fast. */
function* byWait(statuses: ArrayLike<number>, since: Float64Array): Generator<number> {
  const order = new Float64Array(since.length);
  let present = 0;
  for (let i = 0; i < since.length; i++)
    if ((statuses[i] ?? GONE) !== GONE)
      order[present++] = Math.floor((since[i] ?? 0) / 1000) * indexRange + i;
  for (const key of order.subarray(0, present).sort()) yield key % indexRange;
}

/**
 * @param cases number of cases
 * @param stationOf the queue of a status, because drafts share one
 */
export function createSeating(cases: number, stationOf: (status: number) => number): Seating {
  const statusOf = new Uint8Array(cases).fill(GONE);
  const seatOf = new Int32Array(cases).fill(-1);
  const since = new Float64Array(cases);
  const queues = Array.from({ length: 256 }, () => new Int32Array(16));
  const counts = new Int32Array(256);
  const queueOf = (status: number) => queues[status] ?? new Int32Array(0);

  const seat = (caseIndex: number, status: number, at: number) => {
    const queue = queueOf(status);
    queue[at] = caseIndex;
    seatOf[caseIndex] = at;
  };
  const join = (caseIndex: number, status: number) => {
    const count = counts[status] ?? 0;
    const queue = queueOf(status);
    if (count === queue.length) {
      const longer = new Int32Array(2 * count);
      longer.set(queue);
      queues[status] = longer;
    }
    seat(caseIndex, status, count);
    counts[status] = count + 1;
    statusOf[caseIndex] = status;
  };
  const leave = (status: number, free: number, onLeave: OnLeave) => {
    const count = counts[status] ?? 0;
    const queue = queueOf(status);
    let hole = free;
    while (hole < count - 1) {
      // The last dot of the queue fills the last hole. Seats beyond those of a disc have no next seat, so the last dot
      // fills the hole at once.
      const next = Math.min(nextSeatOutwardsBySeat[hole] ?? count - 1, count - 1);
      const mover = queue[next] ?? 0;
      onLeave(mover);
      seat(mover, status, hole);
      hole = next;
    }
    counts[status] = count - 1;
  };

  return {
    count: status => counts[status] ?? 0,
    members: queueOf,
    statusOf,
    seatOf,
    since,
    reset: (statuses, given) => {
      counts.fill(0);
      statusOf.fill(GONE);
      seatOf.fill(-1);
      for (let i = 0; i < cases; i++) since[i] = given[i] ?? 0;
      for (const i of byWait(statuses, since)) join(i, stationOf(statuses[i] ?? GONE));
    },
    move: (caseIndex, to, at, onLeave = ignore) => {
      const from = statusOf[caseIndex] ?? GONE;
      const station = to === GONE ? GONE : stationOf(to);
      since[caseIndex] = at;
      if (from === station) return;
      if (from !== GONE) {
        const free = seatOf[caseIndex] ?? 0;
        onLeave(caseIndex);
        leave(from, free, onLeave);
      }
      if (station === GONE) {
        statusOf[caseIndex] = GONE;
        seatOf[caseIndex] = -1;
      } else join(caseIndex, station);
    },
  };
}
