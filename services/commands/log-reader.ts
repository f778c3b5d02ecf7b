/** The log of an installation, read beside the servers that write it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../env.ts';
import { openEsdbStore } from '../eventstore/esdb/store.ts';
import type { EventReader } from '../eventstore/port.ts';
import { eventsFile } from '../eventstore/schema.ts';
import { openSqliteReader } from '../eventstore/sqlite.ts';

/** Of the settings, where an installation lies. */
export type Place = Pick<Env, 'dataDir' | 'eventStore'>;

/** A command says what is wrong and ends: it does not pull down a process. */
export const rethrow = (error: Error): never => {
  throw error;
};

/** @throws Error with a sentence, where there is no installation; Refusal logDown */
export async function openLogReader({ dataDir, eventStore }: Place): Promise<EventReader> {
  const embedded = eventStore.driver === 'sqlite';
  for (const file of [join(dataDir, 'vault.db'), ...(embedded ? [eventsFile(dataDir)] : [])])
    if (!existsSync(file))
      throw new Error(`${file} is not there: set DATA_DIR to the folder of an installation.`);
  if (!embedded) return openEsdbStore({ connectionString: eventStore.url });
  return openSqliteReader({ dir: dataDir, onFatal: rethrow });
}
