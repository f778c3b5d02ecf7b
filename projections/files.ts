/**
 * Manages the files of rows in a folder. One is current. One of another version of the views is kept, so that going
 * back to the previous release does not need a full rebuild.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDamagedFileError } from './sqlite-errors.ts';

const filePattern = /^rows-(\d+)\.db$/;

/** Files of rows, newest first. */
function filesIn(dir: string): string[] {
  if (dir === ':memory:') return [];
  const numbered = readdirSync(dir).flatMap(name => {
    const n = filePattern.exec(name)?.[1];
    return n === undefined ? [] : [{ name, n: Number(n) }];
  });
  return numbered.sort((a, b) => b.n - a.n).map(f => join(dir, f.name));
}

/**
 * Whether SQLite and the JSON syntax find no damage (6 s for a million events). Trap: a changed letter inside a text
 * goes unnoticed.
 */
export function isIntactRowDatabase(file: string): boolean {
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
    if (isDamagedFileError(error)) return false;
    throw error;
  }
}

export function removeRowDatabase(file: string): void {
  if (file === ':memory:') return;
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
}

/** Paths of the two unfinished copies that precede a new file. A start ignores and removes them. */
export const unfinishedCopyPathsOf = (file: string): [merged: string, whole: string] => [
  `${file}-merged`,
  `${file}-whole`,
];

const partPattern = /^rows-\d+\.db-(?:merged|whole)(?:-journal)?$/;

function removeParts(dir: string): void {
  for (const name of readdirSync(dir)) if (partPattern.test(name)) rmSync(join(dir, name), { force: true });
}

/** Returns an unused path, so that a build never overwrites the current file. */
export function unusedRowFilePath(dir: string): string {
  if (dir === ':memory:') return dir;
  const [newest] = filesIn(dir);
  const n = newest === undefined ? 0 : Number(filePattern.exec(newest.slice(dir.length + 1))?.[1] ?? 0);
  return join(dir, `rows-${n + 1}.db`);
}

/** The fingerprint a file was finished for; undefined if it is unfinished or unreadable. Does not change the file. */
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

/** Log id of a fingerprint, which is its first entry. */
function logOf(fingerprint: string): unknown {
  try {
    return JSON.parse(fingerprint)[0];
  } catch {
    return undefined;
  }
}

/** Whether some file was finished for the fingerprint. */
export const hasFinishedRowFile = (dir: string, fingerprint: string): boolean =>
  filesIn(dir).some(file => finishedOf(file) === fingerprint);

/**
 * Returns the newest file finished for the fingerprint. Keeps one finished file of the same log and another version,
 * and deletes all others.
 */
export function pickNewestRowFile(dir: string, fingerprint: string): string | undefined {
  let current: string | undefined;
  let kept: string | undefined;
  removeParts(dir);
  for (const file of filesIn(dir)) {
    const finished = finishedOf(file);
    if (finished === fingerprint && !current) current = file;
    else if (finished && finished !== fingerprint && !kept && logOf(finished) === logOf(fingerprint))
      kept = file;
    else removeRowDatabase(file);
  }
  return current;
}

/**
 * Deletes all files but the current one. After an erasure the kept file of the previous version still names the
 * patient, and nothing would clean it.
 */
export function removeOtherRowFiles(dir: string, answers: string): void {
  for (const file of filesIn(dir)) if (file !== answers) removeRowDatabase(file);
}
