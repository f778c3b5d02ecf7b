/**
 * A backup becomes an installation: nothing is written before every hash was looked at, and nothing has its name before
 * all of it is there. The log that comes out is another log (ARCHITECTURE 4): pages that were open read anew.
 */
import { existsSync } from 'node:fs';
import { constants, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { FolderInUse, lockFolder } from '../eventstore/folder-lock.ts';
import { openSqliteStore } from '../eventstore/sqlite.ts';
import { createDiskBlobs, sync } from '../files/disk.ts';
import { createKeyring } from '../vault/keyring.ts';
import { createMemoryVault } from '../vault/memory.ts';
import { loadSecret } from '../vault/secret.ts';
import { openSqliteVault, openSqliteVaultReader } from '../vault/sqlite.ts';
import { filePath } from './copying.ts';
import { erasedBy, erasedLater } from './erased.ts';
import { type FillOptions, fillLog, fillVault } from './fill.ts';
import { readPart } from './lines.ts';
import { backupsIn, type Manifest, manifestFile, partFile, vaultLine } from './manifest.ts';
import { type Free, freeBytes, mb, needRoom, spoken } from './space.ts';
import { filesOf, verify } from './verify.ts';

export type RestoreOptions = {
  /** A backup, or a folder of backups: then the latest. */
  folder: string;
  /** The data folder: not there, or empty but for the secret. */
  into: string;
  /** SECRET_FILE, where it is set. */
  secretFile?: string | undefined;
  /** A data folder whose vault knows who was erased since. */
  erasedIn?: string | undefined;
  said: (line: string) => void;
  free?: Free;
};

export type Restored = { manifest: Manifest; logId: string; files: number; erased: number };

/** What a data folder may hold that is to be filled. */
const mayBeThere = ['secret', 'lost+found', 'lock.db', 'lock.db-journal'];
/** Room for what SQLite makes of a part's lines: rows and indexes. */
const ROOM = 2;

/** @throws Error with a sentence */
export async function chosen(folder: string): Promise<string> {
  if (existsSync(join(folder, manifestFile))) return resolve(folder);
  const last = (await backupsIn(folder)).at(-1);
  if (!last) throw new Error(`There is no finished backup in ${folder}.`);
  return resolve(last.dir);
}

async function needEmpty(into: string): Promise<void> {
  const there = existsSync(into) ? await readdir(into) : [];
  const other = there.find(name => !mayBeThere.includes(name));
  if (other !== undefined)
    throw new Error(`${into} is not empty (it holds ${other}): restore into an empty folder.`);
}

/** Where the secret is at hand already, it is the one. @throws Error with a sentence */
async function tryVault({ into, secretFile }: RestoreOptions, dir: string): Promise<boolean> {
  if (secretFile === undefined && !existsSync(join(into, 'secret'))) return false;
  const vault = createMemoryVault();
  for await (const line of readPart(join(dir, partFile.vault))) {
    const { key, value } = vaultLine.parse(line);
    // The boundary: z.json's own type of JSON is wider than ours.
    if (key.startsWith('secret/')) await vault.put(key, value as string);
  }
  await createKeyring(vault, loadSecret({ dir: into, file: secretFile })).check();
  return true;
}

async function erasedSince({ erasedIn }: RestoreOptions, dir: string): Promise<Set<string>> {
  const erased = await erasedLater(dirname(dir), dir);
  if (erasedIn === undefined) return erased;
  if (!existsSync(join(erasedIn, 'vault.db'))) throw new Error(`There is no vault in ${erasedIn}.`);
  const vault = openSqliteVaultReader({ dir: erasedIn });
  for (const subject of await erasedBy(vault)) erased.add(subject);
  await vault.close();
  return erased;
}

type Filling = Omit<FillOptions, 'store' | 'vault'> & { into: string };

/** Fills a folder that has no name yet. */
async function fill({ into, ...filling }: Filling): Promise<{ logId: string; names: Set<string> }> {
  // A file that failed refuses its writers, and all of it is thrown away: no process has to end for that.
  const onFatal = () => undefined;
  const store = openSqliteStore({ dir: into, onFatal });
  const vault = openSqliteVault({ dir: into, onFatal });
  try {
    const options = { ...filling, store, vault };
    const filled = await fillLog(options);
    filling.said(`  ${filling.manifest.parts.log.lines} events are in their log`);
    const names = await fillVault(options, filled);
    return { logId: store.id, names };
  } finally {
    await vault.close();
    await store.close();
  }
}

/** Copies, never links: an installation shares no bytes with its backup. */
async function fillFiles(dir: string, into: string, names: ReadonlySet<string>): Promise<number> {
  const blobs = createDiskBlobs(join(into, 'files'));
  await mkdir(join(into, 'files'), { recursive: true });
  const draft = join(into, 'incoming');
  let files = 0;
  for await (const file of filesOf(dir)) {
    const { orgId, sha256 } = file;
    if (!names.has(`${orgId}/${sha256}`)) continue;
    await copyFile(filePath(dir, file), draft, constants.COPYFILE_FICLONE);
    await blobs.keep({ orgId, sha256 }, draft);
    await rm(draft);
    files += 1;
  }
  return files;
}

/** The log last: a folder without one is no installation. */
async function nameAll(from: string, into: string): Promise<void> {
  // What SQLite has not brought home when it was closed lies beside its file, and would be left behind.
  for (const name of await readdir(from))
    if (name.endsWith('-wal')) throw new Error(`${name} was not closed.`);
  for (const name of ['files', 'vault.db', 'events.db']) await rename(join(from, name), join(into, name));
  await sync(into);
  await rm(from, { recursive: true });
}

async function put(options: RestoreOptions, dir: string, manifest: Manifest): Promise<Restored> {
  const { into, said } = options;
  const erased = await erasedSince(options, dir);
  const draft = join(into, 'restoring');
  try {
    await mkdir(draft, { mode: 0o700 });
    const { logId, names } = await fill({ dir, manifest, erased, said, into: draft });
    const files = await fillFiles(dir, draft, names);
    await nameAll(draft, into);
    said(`  ${files} files, ${mb(manifest.bytes)}`);
    return { manifest, logId, files, erased: erased.size };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw spoken(error, into);
  }
}

function lockEmpty(into: string) {
  try {
    return lockFolder(into);
  } catch (error) {
    throw error instanceof FolderInUse ? new Error(`Another process has ${into}.`) : error;
  }
}

/** @throws Error with a sentence; the folder is then as empty as it was */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { into, said, free = freeBytes } = options;
  const dir = await chosen(options.folder);
  await needEmpty(into);
  said(`Verifying ${basename(dir)} …`);
  const manifest = await verify(dir, said);
  const known = await tryVault(options, dir);
  await mkdir(into, { recursive: true, mode: 0o700 });
  const { log, vault } = manifest.parts;
  await needRoom(free, into, manifest.bytes + ROOM * (log.bytes + vault.bytes));
  const lock = lockEmpty(into);
  try {
    said(`Restoring into ${into} …`);
    const done = await put(options, dir, manifest);
    if (done.erased > 0) said(`  ${done.erased} who were erased since stay erased`);
    if (!known)
      said(`The secret is not in a backup: put it at ${join(into, 'secret')}, or set SECRET_FILE to it.`);
    return done;
  } finally {
    lock.release();
  }
}
