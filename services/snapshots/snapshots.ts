/** Makes and loads snapshots of read models, so that a node without any starts from one and catches up. */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import type { Log } from '../logging/log.ts';
import type { SnapshotStore } from './port.ts';
import { createSnapshotKey, sealFile, unsealFile } from './sealed-file.ts';

export type SnapshotDeps = {
  store: SnapshotStore;
  /** 32 bytes, derived from the installation's secret. */
  key: Buffer;
  /** Folder for temporary files. */
  dir: string;
  clock: Clock;
  ids: Ids;
  log: Pick<Log, 'info' | 'warn'>;
};

/**
 * Maximum age of a snapshot in ms. An erasure drops all snapshots, but a lagging node may store another one at that
 * moment. This age limits how long that one lives.
 */
export const maxSnapshotAgeMs = 24 * 60 * 60_000;

const nameOf = (kind: string) => createHash('sha256').update(kind).digest('hex');

export type Snapshots = ReturnType<typeof createSnapshots>;

export function createSnapshots({ store, key: bytes, dir, clock, ids, log }: SnapshotDeps) {
  const key = createSnapshotKey(bytes);
  /** Runs work with a temporary file, which is always deleted. */
  const passing = async <T>(work: (path: string) => Promise<T>): Promise<T> => {
    const path = join(dir, `snapshot-${ids.uuid()}`);
    try {
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  };
  let making: Promise<void> = Promise.resolve();
  const make = async (models: Pick<ReadModels, 'snapshot'>): Promise<void> => {
    await passing(async plain => {
      const kind = await models.snapshot(plain);
      await passing(async sealed => {
        await sealFile(key, kind, plain, sealed);
        await store.keep(nameOf(kind), sealed);
      });
    });
    await store.drop(clock.now() - maxSnapshotAgeMs);
    log.info({}, 'stored a snapshot of the read models');
  };
  return {
    /** Fetches a snapshot. An unreadable snapshot counts as missing; the rows are then built from the log. */
    fetch: async (kind: string, into: string): Promise<boolean> => {
      try {
        return await passing(async sealed => {
          if (!(await store.fetch(nameOf(kind), sealed))) return false;
          await unsealFile(key, kind, sealed, into);
          return true;
        });
      } catch (err) {
        log.warn({ err }, 'a snapshot of the read models could not be used');
        await rm(into, { force: true });
        return false;
      }
    },
    /** Makes a snapshot of the current rows, and drops those that are too old. */
    make: (models: Pick<ReadModels, 'snapshot'>): Promise<void> => {
      const made = make(models);
      making = made.catch(() => undefined);
      return made;
    },
    /** Drops all snapshots, and one that is being made here, because they contain the erased patient. */
    dropAll: async (): Promise<void> => {
      await making;
      await store.drop(Number.POSITIVE_INFINITY);
    },
  };
}
