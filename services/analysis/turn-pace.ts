/**
 * How much the follower does in a turn, and how long it rests. Requests come first: while others use the event loop, turns
 * are short and rests last until the loop is free. While the loop is free, a backlog takes long turns.
 */
import { performance } from 'node:perf_hooks';
import type { RepeatingTimers } from '../clock/clock.ts';
import { createMacrotaskQueue } from '../concurrency/macrotask-queue.ts';
import { pause } from '../concurrency/pause.ts';

/** Milliseconds that the event loop has worked and waited so far. */
type LoopTimes = { active: number; idle: number };

/**
 * Call it after each event that was folded, and after each row or entry of a case that was written, which takes as long. Resolves
 * after the rest where a turn ends; undefined where it goes on.
 */
export type AfterItem = () => Promise<void> | undefined;

type TurnPaceOptions = {
  timers: RepeatingTimers;
  /** Milliseconds of a rest. 0 gives the thread to others for one macrotask. */
  restMs: number;
  signal: AbortSignal;
  /** Default: this thread's. */
  loopTimes?: () => LoopTimes;
};

/** Events folded before others get the thread: about a millisecond, which a command waits at most. */
export const SHORT_TURN = 64;
/** About seven milliseconds. */
export const LONG_TURN = 512;
/** Share of a rest, and of the last second, above which the loop counts as busy. An idle server uses a fiftieth of it. */
const BUSY_SHARE = 0.1;
/** Most milliseconds of rests in a row while the loop is busy. Then the follower takes a turn nevertheless. */
export const MOST_REST_MS = 16;
const MEMORY_MS = 1_000;

export function createTurnPace({
  timers,
  restMs,
  signal,
  loopTimes = () => performance.eventLoopUtilization(),
}: TurnPaceOptions): AfterItem {
  const turn = createMacrotaskQueue();
  /** Share of the last second for which others have used the loop, newer rests counting more. Busy until something else is known. */
  let used = 2 * BUSY_SHARE;
  let left = SHORT_TURN;

  /** @returns its time in ms, and the share of it for which others used the loop */
  const restOnce = async () => {
    const before = loopTimes();
    await pause(timers, restMs, signal);
    const after = loopTimes();
    const active = after.active - before.active;
    const ms = active + after.idle - before.idle;
    const share = ms > 0 ? active / ms : 0;
    used += (share - used) * Math.min(1, ms / MEMORY_MS);
    return { ms, share };
  };
  const rest = async () => {
    if (restMs === 0) {
      await turn();
      left = SHORT_TURN;
      return;
    }
    let last = await restOnce();
    for (let ms = last.ms; last.share > BUSY_SHARE && ms < MOST_REST_MS && !signal.aborted; ms += last.ms)
      last = await restOnce();
    left = Math.max(last.share, used) > BUSY_SHARE ? SHORT_TURN : LONG_TURN;
  };
  return () => {
    left -= 1;
    return left > 0 ? undefined : rest();
  };
}
