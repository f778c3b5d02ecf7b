/** The read models of one node: a local file of rows that follows the log. */
import type { Recorded } from '#events/envelope.ts';
import type { Log, ReadModels } from './contract.ts';

export type * from './contract.ts';

export type OpenReadModels = {
  store: Log;
  /** Folder of rows.db, or ':memory:'. */
  dir: string;
  /** Milliseconds since 1970. */
  clock: { now(): number };
  /** Lifts an event of an older version to today's shape. */
  upcast?: (event: Recorded) => Recorded;
};

/** Opens the rows, catches up with the log, and follows it. */
export async function openReadModels(options: OpenReadModels): Promise<ReadModels> {
  throw new Error(`read models of ${options.dir} are not there yet`);
}
