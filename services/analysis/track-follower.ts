/** Follows the log into a fold of all tracks. Starts again after a failure, from the last month that has files. */
import { UnreadableTrackError } from '#events/analysis/track.ts';
import type { RepeatingTimers } from '../clock/clock.ts';
import { createMacrotaskQueue } from '../concurrency/macrotask-queue.ts';
import { createTickSignal } from '../concurrency/tick-signal.ts';
import { type EventStore, StoreClosedError } from '../eventstore/port.ts';
import type { Log } from '../logging/log.ts';
import type { DurableFolder } from './durable-folder.ts';
import type { Pseudonyms } from './pseudonym.ts';
import { TrackFileDamagedError } from './track-file.ts';
import { openTrackFold, type TrackFold } from './track-fold.ts';
import { removeTrackManifest } from './track-manifest.ts';

export type TrackFollowerDeps = {
  /** The log without decryption. */
  log: Pick<EventStore, 'subscribeBatches'>;
  folder: DurableFolder;
  pseudonyms: Pseudonyms;
  timers: RepeatingTimers;
  report: Pick<Log, 'error' | 'warn'>;
};

/** Interval for retrying failures, and for looking whether a wait is over. */
const TICK_MS = 200;
/** Events folded in one turn of the event loop: less than a millisecond. */
const BATCH = 256;

export const isTrackUnusable = (error: unknown): boolean =>
  error instanceof TrackFileDamagedError || error instanceof UnreadableTrackError;

export type TrackFollower = ReturnType<typeof startTrackFollower>;

/** Starts to follow the log. Returns at once. */
export function startTrackFollower({ log, folder, pseudonyms, timers, report }: TrackFollowerDeps) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const progress = createTickSignal(timers, TICK_MS, signal);
  const turn = createMacrotaskQueue();
  let fold: TrackFold | undefined;
  let again = new AbortController();
  const follow = async () => {
    again = new AbortController();
    const opened = await openTrackFold({ folder, pseudonyms });
    fold = opened;
    const ended = AbortSignal.any([signal, again.signal]);
    for await (const batch of log.subscribeBatches(opened.position(), {
      signal: ended,
      size: BATCH,
      long: true,
    })) {
      for (const event of batch) await opened.push(event);
      progress.fire();
      await turn();
    }
  };
  const live = async () => {
    while (!signal.aborted) {
      try {
        await follow();
      } catch (err) {
        if (err instanceof StoreClosedError) return;
        fold = undefined;
        if (isTrackUnusable(err)) {
          report.warn({ err }, 'a month of the track is damaged, and all are built again');
          await removeTrackManifest(folder);
        } else {
          report.error({ err }, 'following the log for the track failed and restarts');
          await progress.next();
        }
      }
    }
  };
  const living = live();
  return {
    /** The fold; undefined until the last months are read. */
    fold: () => fold,
    /** True once nothing is followed any more. Trap: `progress` resolves at once then. */
    isStopped: () => signal.aborted,
    /** Resolves at the next progress, or after a moment. */
    progress: progress.next,
    /** Builds all months again, after a damaged file. */
    rebuild: async (): Promise<void> => {
      await removeTrackManifest(folder);
      fold = undefined;
      again.abort();
      progress.fire();
    },
    /** Resolves when the current work is done. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await living;
    },
  };
}
