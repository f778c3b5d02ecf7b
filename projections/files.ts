/**
 * The files of rows in a folder. One answers; one of another version of the views may stay beside it, so that the
 * version before an upgrade finds its rows again, a few events behind.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDamaged } from './broken.ts';

const filePattern = /^rows-(\d+)\.db$/;

/** The files of rows in a folder, newest first. */
function filesIn(dir: string): string[] {
  if (dir === ':memory:') return [];
  const numbered = readdirSync(dir).flatMap(name => {
    const n = filePattern.exec(name)?.[1];
    return n === undefined ? [] : [{ name, n: Number(n) }];
  });
  return numbered.sort((a, b) => b.n - a.n).map(f => join(dir, f.name));
}

/**
 * Whether a file holds what was written to it, as far as SQLite and the rows' own form tell: about 6 s for a million
 * events. What names another letter in a row's text is not found out.
 */
export function isWhole(file: string): boolean {
  try {
    const db = new DatabaseSync(file);
    try {
      const found = db.prepare('PRAGMA integrity_check (1)').get();
      const odd = db.prepare('SELECT 1 FROM rows WHERE NOT json_valid (json) LIMIT 1').get();
      return found?.integrity_check === 'ok' && odd === undefined;
    } finally {
      db.close();
    }
  } catch (error) {
    if (isDamaged(error)) return false;
    throw error;
  }
}

export function removeFile(file: string): void {
  if (file === ':memory:') return;
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
}

/** Unfinished copies of a file of rows on their way to its place; no start opens them. */
export const partsOf = (file: string): [merged: string, whole: string] => [`${file}-merged`, `${file}-whole`];

const partPattern = /^rows-\d+\.db-(?:merged|whole)(?:-journal)?$/;

function removeParts(dir: string): void {
  for (const name of readdirSync(dir)) if (partPattern.test(name)) rmSync(join(dir, name), { force: true });
}

/** The next file's path: nothing is ever built over what answers. */
export function nextFile(dir: string): string {
  if (dir === ':memory:') return dir;
  const [newest] = filesIn(dir);
  const n = newest === undefined ? 0 : Number(filePattern.exec(newest.slice(dir.length + 1))?.[1] ?? 0);
  return join(dir, `rows-${n + 1}.db`);
}

/** What a file was finished for; undefined where it was not, or cannot be read. Its tables are left as they are. */
function finishedOf(file: string): string | undefined {
  try {
    const db = new DatabaseSync(file);
    try {
      const value = db.prepare("SELECT value FROM meta WHERE name = 'finished'").get()?.value;
      return value === undefined ? undefined : String(value);
    } finally {
      db.close();
    }
  } catch {
    return undefined;
  }
}

/** The log of a fingerprint: it begins with its id. */
function logOf(fingerprint: string): unknown {
  try {
    return JSON.parse(fingerprint)[0];
  } catch {
    return undefined;
  }
}

/** Whether there is a file that was finished for a fingerprint. */
export const finishedIn = (dir: string, fingerprint: string): boolean =>
  filesIn(dir).some(file => finishedOf(file) === fingerprint);

/**
 * Gives the newest file that was finished for a fingerprint. Of the others one stays: the newest of the same log that is
 * finished. All else goes.
 */
export function takeStock(dir: string, fingerprint: string): string | undefined {
  let current: string | undefined;
  let kept: string | undefined;
  removeParts(dir);
  for (const file of filesIn(dir)) {
    const finished = finishedOf(file);
    if (finished === fingerprint && !current) current = file;
    else if (finished && finished !== fingerprint && !kept && logOf(finished) === logOf(fingerprint))
      kept = file;
    else removeFile(file);
  }
  return current;
}

/**
 * Removes all but what answers: after a patient is erased, what was kept for going back still names that patient, and
 * nothing would take the name out of it.
 */
export function removeOthers(dir: string, answers: string): void {
  for (const file of filesIn(dir)) if (file !== answers) removeFile(file);
}
