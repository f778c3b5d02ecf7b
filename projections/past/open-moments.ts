/** Rows of past moments that are open: a few, the least recently used first. Their files are deleted with them. */
import { type LogPosition, toLogPosition } from '#events/log-position.ts';
import { removeRowDatabase } from '../files.ts';
import { type Generation, openGenerationOfFile, storeOptionsOf } from '../generation.ts';
import { openRowStore } from '../store.ts';
import type { LogMoment } from './moments.ts';
import { viewsInKeyframes } from './stored-views.ts';

const MOST_OPEN = 4;
const UNUSED_MS = 10 * 60_000;

type OpenMoment = { moment: LogMoment; generation: Generation; used: number };

/** Creates the cache of open moments. @param clock time in milliseconds since 1970 */
export function createOpenMomentCache(clock: { now(): number }) {
  const open = new Map<LogPosition, OpenMoment>();
  const close = (position: LogPosition) => {
    const moment = open.get(position);
    open.delete(position);
    moment?.generation.store.close();
    if (moment) removeRowDatabase(moment.generation.store.file);
  };
  const use = (moment: LogMoment, generation: Generation) => {
    // Moves the moment to the end of the order, which is that of last use.
    open.delete(moment.position);
    open.set(moment.position, { moment, generation, used: clock.now() });
  };
  return {
    find: (position: bigint): LogMoment | undefined => open.get(toLogPosition(position))?.moment,
    /** The rows of a moment, for the current turn of the event loop. */
    get(moment: LogMoment): Generation | undefined {
      const generation = open.get(moment.position)?.generation;
      if (generation) use(moment, generation);
      return generation;
    },
    /** Opens a built file. Closes the least recently used moment if there are too many. */
    add(moment: LogMoment, file: string) {
      const store = openRowStore({ file, ...storeOptionsOf(viewsInKeyframes), scratch: true });
      use(moment, openGenerationOfFile(store, { clock, views: viewsInKeyframes }));
      const [oldest] = open.keys();
      if (open.size > MOST_OPEN && oldest !== undefined) close(oldest);
    },
    closeUnused() {
      for (const [position, { used }] of open) if (clock.now() - used > UNUSED_MS) close(position);
    },
    closeAll() {
      for (const position of open.keys()) close(position);
    },
  };
}
