/**
 * Process that the crash tests kill: appends from several callers and writes each acknowledgement to stdout.
 */
import type { SyncMode } from '../schema.ts';
import { createCrashTestEvent, writeAcknowledgement } from './acknowledgements.ts';
import { openDataFolder } from './data-folder.ts';
import { createSeededRandom } from './seeded-random.ts';

export type CrashWriterOptions = {
  dir: string;
  /** Makes the ids of this run unique. */
  run: number;
  seed: number;
  callers: number;
  /** Appends per caller. Default: until the kill. */
  appends?: number;
  synchronous?: SyncMode;
  checkpointPages?: number;
  /** Acknowledges before storing. This is the control: the crash loop must detect it. */
  early?: boolean;
};

/** Cast: parses the argument. Only the crash tests start this script. */
const options = JSON.parse(process.argv[2] ?? '{}') as CrashWriterOptions;
const { dir, run, seed, callers, appends = Number.POSITIVE_INFINITY, early = false } = options;
const folder = await openDataFolder(dir, options);
const { store } = folder;
writeAcknowledgement({ log: store.id });

async function call(caller: number): Promise<void> {
  const random = createSeededRandom(seed * 1009 + run * 101 + caller);
  for (let i = 0; i < appends; i++) {
    const stream = `case-${Math.floor(random() * 20)}`;
    const append = `r${run}c${caller}a${i}`;
    const n = 1 + Math.floor(random() * 3);
    const size = random() < 0.05 ? 20_000 : Math.floor(random() * 600);
    const events = Array.from({ length: n }, (_, k) => createCrashTestEvent(append, k, n, size));
    const ids = events.map(({ id }) => id);
    if (early) writeAcknowledgement({ stream, ids, position: 0 });
    const { position } = await store.append(stream, 'any', events);
    if (!early) writeAcknowledgement({ stream, ids, position: Number(position) });
  }
}

await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
await folder.close();
