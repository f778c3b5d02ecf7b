/**
 * Creates the demo: organisations, accounts and cases in every status. Plays them through `perform` on an
 * in-memory log with a clock that runs through the last months, then copies that log to the real one in
 * order. Everything derives from the start time, so an interrupted start can continue.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock/clock.ts';
import { copyLog } from '../eventstore/copy.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { BlobName, Blobs } from '../files/blobs.ts';
import { createUploadRecords } from '../files/upload-record.ts';
import { createPasswordRules } from '../people/password-rules.ts';
import { createPasswords, type PasswordCost } from '../people/passwords.ts';
import { createCheckpoint } from '../vault/checkpoint.ts';
import type { Keyring } from '../vault/keyring.ts';
import type { Vault } from '../vault/port.ts';
import type { DemoPlayContext } from './case-player.ts';
import { type DemoCaseSpec, demoCases } from './cases.ts';
import type { FileContents } from './file-content.ts';
import { demoPassword, demoPeople } from './people.ts';

export type SeedDeps = {
  dataDir: string;
  clock: Clock;
  /** The real log, behind the encryption. */
  store: EventStore;
  keyring: Pick<Keyring, 'obtain'>;
  vault: Vault;
  blobs: Blobs;
  /** Cheaper password hashes, for tests. */
  cost?: PasswordCost;
  /** Files generated earlier, for tests. */
  contents?: FileContents;
  /** Fewer cases, for tests. Default: all. */
  cases?: readonly DemoCaseSpec[];
  /** Called once before the demo is made, which takes a while. */
  said?: (line: string) => void;
};

/** Vault key of the demo's start time, or of `done`. */
const markKey = 'seed/demo';

/** Start time of the demo. Undefined if there is nothing to do. */
async function begin({ vault, store, clock }: SeedDeps): Promise<number | undefined> {
  const mark = (await vault.get(markKey))?.value;
  if (typeof mark === 'number') return mark;
  if (mark !== undefined || (await store.head()) > 0n) return undefined;
  const now = clock.now();
  await vault.put(markKey, now);
  return now;
}

async function keepFiles({ dataDir, blobs, vault }: SeedDeps, kept: DemoPlayContext['kept']): Promise<void> {
  const folder = join(dataDir, 'uploads');
  await mkdir(folder, { recursive: true });
  const records = createUploadRecords(vault);
  const bytes = new Map<string, { name: BlobName; content: Buffer }>();
  for (const { record, content } of kept)
    bytes.set(`${record.orgId}-${content.sha256}`, {
      name: { orgId: record.orgId, sha256: content.sha256 },
      content: content.bytes,
    });
  const keep = async ([key, { name, content }]: [string, { name: BlobName; content: Buffer }]) => {
    const path = join(folder, `seed-${key}`);
    await writeFile(path, content);
    await blobs.keep(name, path);
    await rm(path);
  };
  await Promise.all([...bytes].map(keep));
  await Promise.all(kept.map(({ record }) => records.put(record)));
}

async function setPasswords({ vault, cost }: SeedDeps): Promise<void> {
  const passwords = createPasswords(vault, cost);
  const password = createPasswordRules({ demo: true }).check(demoPassword, {});
  await Promise.all(demoPeople.map(p => passwords.set(p.personId, password)));
}

/** Copies the log. Creates all keys in parallel first, because the appends would create them one by one. */
async function copy({ store, keyring }: SeedDeps, from: EventStore): Promise<void> {
  const subjects = new Set<string>();
  for await (const { subject } of from.readAll()) if (subject !== undefined) subjects.add(subject);
  await Promise.all([...subjects].map(subject => keyring.obtain(subject)));
  await copyLog(from, {
    ...store,
    // The target's store sets the version itself.
    append: (stream, expected, events) =>
      store.append(
        stream,
        expected,
        events.map(({ v: _v, ...event }) => event),
      ),
  });
}

/**
 * Fills an empty log with the demo. Does nothing if the log holds anything else.
 * @returns the number of cases played; 0 if nothing was done
 */
export async function seedDemo(deps: SeedDeps): Promise<number> {
  const now = await begin(deps);
  if (now === undefined) return 0;
  deps.said?.('Making the demo organisation: its people, cases and files, once, about a minute …');
  // Loads the code that creates teeth and cases only at the first start.
  const { playDemo } = await import('./play-demo.ts');
  const { store, stage } = await playDemo(now, deps.cases ?? demoCases, deps.contents);
  await Promise.all([keepFiles(deps, stage.kept), setPasswords(deps)]);
  await copy(deps, store);
  // The effects of the cases were played too, so the worker starts after these events.
  await createCheckpoint(deps.vault, deps.store.id).write(await deps.store.head());
  await deps.vault.put(markKey, 'done');
  return stage.players.size;
}
