/** The data folder. It contains names, password hashes and keys, so no other user of the machine may read it. */
import { mkdirSync, statSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { WrongSettingError } from '../settings/settings-table.ts';

const GROUP = 0o070;
const OTHERS = 0o007;
const SETGID = 0o2000;

type Owned = { mode: number; gid: number };

/**
 * Returns true if group or others have any right to the folder. Exception: an orchestrator's volume. With Kubernetes'
 * fsGroup it is setgid and owned by the process's group, which has no other user in the container.
 */
export function isOpenToOthers({ mode, gid }: Owned, ownGroup: number | undefined): boolean {
  const volume = (mode & SETGID) !== 0 && gid === ownGroup;
  return (mode & (volume ? OTHERS : GROUP | OTHERS)) !== 0;
}

const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

/**
 * Creates the folder if missing, and sets the umask so that only this user can read what the process writes.
 * Checks nothing on Windows, which has no such modes.
 * @throws WrongSettingError with the command that closes an open folder
 */
export function prepareDataFolder(dir: string): void {
  // Worker threads share the umask and cannot set it.
  if (isMainThread) process.umask(0o077);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const found = statSync(dir);
  if (process.platform === 'win32' || !isOpenToOthers(found, process.getegid?.())) return;
  const mode = (found.mode & 0o7777).toString(8);
  throw new WrongSettingError(
    `Other users of this machine can reach DATA_DIR, which holds patients' data: ${dir} has mode ${mode}. Run chmod -R go= ${quoted(dir)} and start again.`,
  );
}
