/** Writes a simulated year to a data folder: log, vault with keys and the demo's passwords. No file is uploaded. */

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createManualClock } from '../clock/clock.ts';
import { rethrowError } from '../eventstore/group-commit.ts';
import type { AppendResult, EventStore } from '../eventstore/port.ts';
import { eventsFilePath } from '../eventstore/schema.ts';
import { openSqliteStore } from '../eventstore/sqlite.ts';
import { createVersionedStore } from '../eventstore/versioned-store.ts';
import { createPasswordRules } from '../people/password-rules.ts';
import { createPasswords, type PasswordCost } from '../people/passwords.ts';
import { putStaffOnDuty, setUpDesk } from '../seed/desk.ts';
import { demoPassword, demoPeople } from '../seed/people.ts';
import { saveDemoLists } from '../seed/saved-lists.ts';
import { createCheckpoint } from '../vault/checkpoint.ts';
import { createSubjectKeyring, type Keyring } from '../vault/keyring.ts';
import type { Vault } from '../vault/port.ts';
import { createSealedStore } from '../vault/sealed-store.ts';
import { loadSecret } from '../vault/secret.ts';
import { openSqliteVault } from '../vault/sqlite.ts';
import type { YearAppend } from './case-commands.ts';
import { simulateYear } from './simulate-year.ts';
import type { YearOptions } from './year-plan.ts';

/** Number of appends that are written together: several groups of the log's group commit. */
const TOGETHER = 4096;
/** Name of the folder, within the data folder, that holds the year until it is complete. */
const UNFINISHED = 'unfinished-year';

export type YearProgress = { events: number; at: string };

export type WriteYearOptions = YearOptions & {
  /** Data folder without a log. */
  dir: string;
  /** Called after each batch. */
  told?: (progress: YearProgress) => void;
  /** Aborts the writing. Nothing then stays in the folder. */
  signal?: AbortSignal;
  /** Cheaper password hashes, for tests. */
  cost?: PasswordCost;
};

/** Groups appends. */
function* batchesOf(appends: Iterable<YearAppend>): Generator<YearAppend[]> {
  let batch: YearAppend[] = [];
  for (const append of appends) {
    batch.push(append);
    if (batch.length < TOGETHER) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Appends a batch in order, without waiting for each append. Trap: if a key is missing, the sealed store waits for it,
 * and a later append to another stream overtakes. So all keys must exist before.
 */
async function appendAll(store: EventStore, keyring: Keyring, batch: readonly YearAppend[]): Promise<void> {
  const subjects = new Set<string>();
  for (const { events } of batch)
    for (const { subject } of events) if (subject !== undefined) subjects.add(subject);
  await Promise.all([...subjects].map(subject => keyring.obtain(subject)));
  const running: Promise<AppendResult>[] = [];
  for (const { stream, expected, events } of batch) running.push(store.append(stream, expected, events));
  await Promise.all(running);
}

async function setPasswords(vault: Vault, cost?: PasswordCost): Promise<void> {
  const passwords = createPasswords(vault, cost);
  const password = createPasswordRules({ demo: true }).check(demoPassword, {});
  await Promise.all(demoPeople.map(({ personId }) => passwords.set(personId, password)));
}

async function write(dir: string, { told, signal, cost, ...options }: WriteYearOptions): Promise<number> {
  const inner = openSqliteStore({ dir, onFatal: rethrowError });
  const vault = openSqliteVault({ dir, onFatal: rethrowError });
  try {
    const keyring = createSubjectKeyring(vault, loadSecret({ dir }));
    await keyring.check();
    const store = createVersionedStore(createSealedStore(inner, { keyring }));
    let [events, at] = [0, ''];
    for (const batch of batchesOf(simulateYear(options))) {
      signal?.throwIfAborted();
      await appendAll(store, keyring, batch);
      for (const append of batch) events += append.events.length;
      at = batch.at(-1)?.events.at(-1)?.at ?? at;
      told?.({ events, at });
    }
    const clock = createManualClock(Date.parse(at));
    await saveDemoLists({ store, clock });
    await setUpDesk({ store, clock });
    await putStaffOnDuty({ store, clock });
    await setPasswords(vault, cost);
    // The effects of the year were simulated too, so the worker starts after these events.
    await createCheckpoint(vault, store.id).write(await store.head());
    return Number(await store.head());
  } finally {
    await inner.close();
    await vault.close();
  }
}

/**
 * Writes a year to a data folder, which may exist but has no log. An interrupted run leaves no log.
 * @returns the number of events
 * @throws Error with a sentence for the operator, if the folder has a log; FolderInUseError; the reason of `signal`
 */
export async function writeYear(year: WriteYearOptions): Promise<number> {
  const { dir } = year;
  for (const file of [eventsFilePath(dir), join(dir, 'vault.db')])
    if (existsSync(file))
      throw new Error(
        `${file} exists. A simulated year needs a data folder of its own: set DATA_DIR to an empty folder.`,
      );
  const unfinished = join(dir, UNFINISHED);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  try {
    const events = await write(unfinished, year);
    // Renames the log last, because a folder without a log is not an installation.
    const files = readdirSync(unfinished).sort(
      (a, b) => Number(a === 'events.db') - Number(b === 'events.db'),
    );
    for (const file of files) renameSync(join(unfinished, file), join(dir, file));
    return events;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
