/**
 * How much the follower does in a turn, and how long it rests. Requests come first: turns are short, and while others use the event
 * loop, rests last until it is free. Long backlogs are built by a process of their own (backlog.ts).
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
export const EVENTS_PER_TURN = 64;
/** Share of a rest above which the loop counts as busy. */
const BUSY_SHARE = 0.1;
/** Most milliseconds of rests in a row while the loop is busy. Then the follower takes a turn nevertheless. */
export const MOST_REST_MS = 16;

export function createTurnPace({
  timers,
  restMs,
  signal,
  loopTimes = () => performance.eventLoopUtilization(),
}: TurnPaceOptions): AfterItem {
  const turn = createMacrotaskQueue();
  let left = EVENTS_PER_TURN;

  /** @returns its time in ms, and whether others used the loop */
  const restOnce = async () => {
    const before = loopTimes();
    await pause(timers, restMs, signal);
    const after = loopTimes();
    const active = after.active - before.active;
    const ms = active + after.idle - before.idle;
    return { ms, isBusy: active > BUSY_SHARE * ms };
  };
  const rest = async () => {
    left = EVENTS_PER_TURN;
    if (restMs === 0) return turn();
    let last = await restOnce();
    for (let ms = last.ms; last.isBusy && ms < MOST_REST_MS && !signal.aborted; ms += last.ms)
      last = await restOnce();
  };
  return () => {
    left -= 1;
    return left > 0 ? undefined : rest();
  };
}
