/** Metrics that are read at scrape time: running uploads, age of the last backup, rebuilds of rows. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from 'prom-client';
import type { ReadModels } from '#projections/readmodels.ts';
import { listBackups } from '../backup/manifest.ts';
import type { Clock } from '../clock/clock.ts';
import type { EventStore } from '../eventstore/port.ts';
import { addGauge } from './metrics.ts';

/** `backupDir`: folder of backups, undefined if unknown. */
export type InstallationMetricsDeps = {
  models: ReadModels;
  clock: Clock;
  dataDir: string;
  backupDir: string | undefined;
  store: Pick<EventStore, 'head'>;
};

/** Seconds since the last finished backup was started. Infinite if there is none. */
async function backupAge(folder: string, now: number): Promise<number> {
  const last = (await listBackups(folder)).at(-1);
  return last ? (now - last.at) / 1000 : Number.POSITIVE_INFINITY;
}

export function addInstallationGauges(registry: Registry, deps: InstallationMetricsDeps): void {
  const { models, clock, dataDir, backupDir, store } = deps;
  const uploads = join(dataDir, 'uploads');
  const partials = async () => (existsSync(uploads) ? (await readdir(uploads)).length : 0);
  addGauge(registry, 'archline_uploads_under_way', 'Unfinished uploads.', partials);
  const log = () => store.head().then(Number);
  addGauge(registry, 'archline_log_position', 'Position of the last event in the log.', log);
  const rows = () => Number(models.position());
  addGauge(
    registry,
    'archline_projection_position',
    'Position of the log that the read models have reached.',
    rows,
  );
  const behind = async () => Math.max(0, (await log()) - rows());
  // Positions of EventStoreDB are byte offsets, so the difference of two positions is not a number of events.
  const help =
    'Positions by which the read models are behind the log. With SQLite this counts events; with a remote log only 0 or more is meaningful.';
  addGauge(registry, 'archline_projection_lag_events', help, behind);
  const rebuilding = () => Number(models.rebuilding());
  addGauge(
    registry,
    'archline_rows_rebuilding',
    '1 while read models are rebuilt next to the ones in use.',
    rebuilding,
  );
  if (backupDir === undefined) return;
  const age = () => backupAge(backupDir, clock.now());
  addGauge(
    registry,
    'archline_backup_age_seconds',
    'Seconds since the last finished backup in BACKUP_DIR.',
    age,
  );
}
