/** The playhead of a replay: its moment, whether and how fast it runs. Pure: time arrives as an argument. */

const hour = 3_600_000;
export const dayMs = 24 * hour;

/** History that passes in a second of watching, in ms. */
const speeds = { '1h': hour, '6h': 6 * hour, '1d': dayMs, '1w': 7 * dayMs } as const;
export type ReplaySpeed = keyof typeof speeds;
export const speedNames: readonly ReplaySpeed[] = ['1h', '6h', '1d', '1w'];
export const defaultSpeed: ReplaySpeed = '1d';

/** The range of the track in ms. `end` moves on while new events arrive. */
export type TimeRange = { start: number; end: number };

export type Playhead = {
  /** The moment in ms since 1970. Fractional while it plays. */
  at: number;
  playing: boolean;
  speed: ReplaySpeed;
  /** Stays at the end of the range while events arrive. */
  following: boolean;
};

const limited = (at: number, { start, end }: TimeRange): number => Math.max(start, Math.min(end, at));
/** The whole second that a link names; a track is exact only at whole seconds. */
const wholeSecond = (at: number): number => Math.floor(at / 1000) * 1000;

export const seek = (head: Playhead, range: TimeRange, at: number): Playhead => ({
  ...head,
  at: wholeSecond(limited(at, range)),
  following: false,
});

export const pause = (head: Playhead): Playhead => ({ ...head, at: wholeSecond(head.at), playing: false });

/** Starts or stops. At the end it starts from the beginning. */
export function togglePlaying(head: Playhead, range: TimeRange): Playhead {
  if (head.playing) return pause(head);
  return { ...head, playing: true, following: false, at: head.at >= range.end ? range.start : head.at };
}

/** Playing time for one millisecond of history, in ms. */
export const watchingMsPerHistoryMs = ({ speed }: Playhead): number => 1000 / speeds[speed];

export const withSpeed = (head: Playhead, speed: ReplaySpeed): Playhead => ({ ...head, speed });

export const followEnd = (head: Playhead, range: TimeRange): Playhead => ({
  ...head,
  at: range.end,
  playing: false,
  following: true,
});

/** Called when the range has grown: a following playhead moves to the new end. */
export const withLongerRange = (head: Playhead, range: TimeRange): Playhead =>
  head.following ? { ...head, at: range.end } : { ...head, at: limited(head.at, range) };

/**
 * Stops at the end.
 * @param elapsed ms of playing time since the last frame
 */
export function advance(head: Playhead, range: TimeRange, elapsed: number): Playhead {
  if (!head.playing) return head;
  const at = head.at + (elapsed / 1000) * speeds[head.speed];
  return at >= range.end ? { ...head, at: range.end, playing: false } : { ...head, at };
}

/** Times of the moves, ascending. Several moves may have the same time. */
type Moves = { times: Float64Array; indexAt: (ms: number) => number };

/** Moves to the time of the next or previous move; if there is none, to the end or the start. */
export function stepToMove(
  head: Playhead,
  range: TimeRange,
  by: 1 | -1,
  { times, indexAt }: Moves,
): Playhead {
  const still = pause(head);
  const next = indexAt(still.at);
  if (by === 1) return seek(still, range, times[next] ?? range.end);
  // The last time at or before the playhead; if the playhead is on it, the one before.
  const here = times[next - 1];
  const before = here === still.at ? times[indexAt(here - 1) - 1] : here;
  return seek(still, range, before ?? range.start);
}

export const stepDay = (head: Playhead, range: TimeRange, by: 1 | -1): Playhead =>
  seek(pause(head), range, head.at + by * dayMs);
