/** The sealed log of a simulated year, for the analysts' benchmarks. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenSealedPart } from '#services/analysis/sealed-sections.ts';
import { listenForInterruption } from '#services/cli/interruption.ts';
import type { EventStore } from '#services/eventstore/port.ts';
import { eventsFilePath } from '#services/eventstore/schema.ts';
import { openSqliteStore } from '#services/eventstore/sqlite.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import type { Vault } from '#services/vault/port.ts';
import { createEventOpener, createSealedStore } from '#services/vault/sealed-store.ts';
import { loadSecret } from '#services/vault/secret.ts';
import { openSqliteVault } from '#services/vault/sqlite.ts';
import { writeYear } from '#services/year/write-year.ts';

/** Default number of events, for a run of about four minutes. */
const EVENTS = 120_000;
/** Events per simulated case, rounded down. */
const EVENTS_OF_CASE = 40;
const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export type BenchLog = {
  dir: string;
  store: EventStore;
  sealedLog: EventStore;
  vault: Vault;
  openSealed: OpenSealedPart;
  close(): Promise<void>;
};

/** Writes a simulated year into a new folder; an interrupted run leaves no folder. @throws the reason of `signal` */
export async function writeBenchYear(dir: string, cases: number, signal: AbortSignal): Promise<void> {
  mkdirSync(dir, { recursive: true });
  try {
    await writeYear({ ...{ dir, cases, cost, signal }, seed: 1, end: '2026-11-01' });
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Returns the data folder of a simulated year with at least `events` events. Later runs reuse the folder, because
 * writing a million events takes minutes.
 */
export async function ensureBenchYear(events = EVENTS): Promise<string> {
  const cases = Math.ceil(events / EVENTS_OF_CASE);
  const dir = join(tmpdir(), `archline-bench-year-${cases}`);
  if (existsSync(eventsFilePath(dir))) return dir;
  const { signal, release } = listenForInterruption('Interrupted. Nothing of the year is left.');
  await writeBenchYear(dir, cases, signal).finally(release);
  return dir;
}

/** Opens the log of a data folder. */
export function openBenchLog(dir: string): BenchLog {
  const vault = openSqliteVault({ dir });
  const inner = openSqliteStore({ dir });
  const keyring = createSubjectKeyring(vault, loadSecret({ dir }));
  return {
    ...{ dir, vault, openSealed: createEventOpener({ keyring }) },
    store: createVersionedStore(createSealedStore(inner, { keyring })),
    sealedLog: createVersionedStore(inner, { sealed: true }),
    close: async () => {
      await inner.close();
      await vault.close();
    },
  };
}
