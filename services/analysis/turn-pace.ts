/**
 * How much the follower does in a turn, and how long it rests. Requests come first: while others use the event loop, turns
 * are short and rests last until the loop is free. While nobody does, a backlog takes long turns.
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
/** About fifteen milliseconds. */
export const LONG_TURN = 1_024;
/** Share of a rest for which others have used the loop, from which it counts as busy. */
const BUSY_SHARE = 0.1;
/** Rests in a row while the loop stays busy. Then the follower takes a turn nevertheless. */
export const MOST_RESTS = 4;
/** Rests in a row in which nobody used the loop, after which turns are long: about a second. */
export const FREE_RESTS = 200;

export function createTurnPace({
  timers,
  restMs,
  signal,
  loopTimes = () => performance.eventLoopUtilization(),
}: TurnPaceOptions): AfterItem {
  const turn = createMacrotaskQueue();
  /** Rests in a row in which the loop was free. */
  let free = 0;
  let left = SHORT_TURN;

  /** @returns whether others used the loop meanwhile */
  const restOnce = async (): Promise<boolean> => {
    const before = loopTimes();
    await pause(timers, restMs, signal);
    const after = loopTimes();
    const active = after.active - before.active;
    return active > BUSY_SHARE * (active + after.idle - before.idle);
  };
  const rest = async () => {
    if (restMs === 0) await turn();
    else {
      let rests = 0;
      let isBusy = true;
      while (isBusy && rests < MOST_RESTS && !signal.aborted) {
        isBusy = await restOnce();
        rests += 1;
      }
      free = isBusy || rests > 1 ? 0 : free + 1;
    }
    left = free < FREE_RESTS ? SHORT_TURN : LONG_TURN;
  };
  return () => {
    left -= 1;
    return left > 0 ? undefined : rest();
  };
}
