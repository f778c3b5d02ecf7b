/** Rows that one node makes now and then, for nodes that start without any: they catch up from there. */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import type { Log } from '../logging/log.ts';
import type { SnapshotStore } from './port.ts';
import { openSealed, sealFile, snapshotKey } from './sealed.ts';

export type SnapshotDeps = {
  store: SnapshotStore;
  /** 32 bytes, of the installation's secret. */
  key: Buffer;
  /** For files that are on their way. */
  dir: string;
  clock: Clock;
  ids: Ids;
  log: Pick<Log, 'info' | 'warn'>;
};

/** All go with an erasure, but for one that a node which lags behind keeps in that moment: none is kept for longer. */
export const keptMs = 24 * 60 * 60_000;

const nameOf = (kind: string) => createHash('sha256').update(kind).digest('hex');

export type Snapshots = ReturnType<typeof createSnapshots>;

export function createSnapshots({ store, key: bytes, dir, clock, ids, log }: SnapshotDeps) {
  const key = snapshotKey(bytes);
  /** Files on their way, gone whatever happens. */
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
    await store.drop(clock.now() - keptMs);
    log.info({}, 'a snapshot of the rows is kept');
  };
  return {
    /** One that cannot be had or does not open is as good as none: the rows are made from the log. */
    fetch: async (kind: string, into: string): Promise<boolean> => {
      try {
        return await passing(async sealed => {
          if (!(await store.fetch(nameOf(kind), sealed))) return false;
          await openSealed(key, kind, sealed, into);
          return true;
        });
      } catch (err) {
        log.warn({ err }, 'a snapshot of the rows could not be used');
        await rm(into, { force: true });
        return false;
      }
    },
    /** Makes one of the rows as they are now, and drops those that are too old. */
    make: (models: Pick<ReadModels, 'snapshot'>): Promise<void> => {
      const made = make(models);
      making = made.catch(() => undefined);
      return made;
    },
    /** Drops all, one that is being made here too: a patient is erased who is in them. */
    dropAll: async (): Promise<void> => {
      await making;
      await store.drop(Number.POSITIVE_INFINITY);
    },
  };
}
