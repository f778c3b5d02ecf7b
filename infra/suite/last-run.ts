/** Stores the failures of the last run for `npm test -- again`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../setup/install.mjs';
import type { LayerName } from './layers.ts';
import type { ReportedFailure } from './report.ts';

/** Failures by layer. Empty for a layer without single tests (types, lint) or without a report. */
export type LastRun = Partial<Record<LayerName, ReportedFailure[]>>;

const file = join(repositoryRoot, 'node_modules', '.cache', 'archline-failed.json');

export const readLastRun = (): LastRun => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

export function storeLastRun(run: LastRun): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(run));
}
