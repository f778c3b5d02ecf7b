/**
 * The restore drill: several users write to a server while it is backed up; the backup is restored into an
 * empty folder and a second server starts there. Everything acknowledged up to the backup's head must be
 * there, byte for byte.
 */
import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BackupManifest, listBackups, readBackupManifest } from '#services/backup/manifest.ts';
import { createStopwatch } from '#services/clock/clock.ts';
import { signIn } from '../testing/client.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { seedDemoUsers } from '../testing/small-demo.ts';
import { type AcknowledgedWrite, describeIfMissing, writeCases } from './acknowledged-writes.ts';
import { createFolderInstallation, type Installation, startServerInstallation } from './installations.ts';

export type RestoreDrillResult = {
  manifest: BackupManifest;
  /**
   * Number of acknowledged writes: in total, before the backup was requested, and up to the backup's head.
   */
  acknowledged: { all: number; before: number; inBackup: number };
  /** Writes up to the backup's head that the second server lacks or has changed: the verdict of the drill. */
  missing: string[];
  /** Error code that the second server returns to a page of the first server. */
  foreign: number;
  seconds: Record<'backup' | 'again' | 'restore' | 'start', number>;
  /** Output lines of the commands. */
  said: string[];
};

const program = fileURLToPath(new URL('../../services/archline.ts', import.meta.url));
const writers = ['doctor', 'doctor2', 'designer'] as const;
/** Number of cases that each writer begins before the backup is requested. */
const warm = 3;

/** Runs `npm run archline -- …` as an operator does. @throws Error with the command's output */
function archline(env: Record<string, string>, ...args: string[]): Promise<string[]> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  let said = '';
  const listen = (chunk: Buffer) => {
    said += chunk;
  };
  for (const from of [child.stdout, child.stderr]) from.on('data', listen);
  return new Promise((resolve, reject) =>
    child.once('exit', code => (code === 0 ? resolve(said.trim().split('\n')) : reject(new Error(said)))),
  );
}

type Saved = Pick<RestoreDrillResult, 'manifest' | 'acknowledged' | 'said'> & {
  told: AcknowledgedWrite[];
  seconds: Record<'backup' | 'again', number>;
};

/** Takes two backups of a server under load. The second one links unchanged files of the first. */
async function save(server: ServerProcess, { env: servers }: Installation, folder: string): Promise<Saved> {
  const people = await Promise.all(writers.map(name => signIn(server.url, name)));
  const told: AcknowledgedWrite[] = [];
  let ended = false;
  const working = Promise.all(people.map((person, i) => writeCases(person, i, told, () => ended)));
  const until = async (seen: () => boolean) => {
    while (!seen()) await new Promise(resolve => setTimeout(resolve, 20));
  };
  await Promise.race([until(() => told.length >= writers.length * warm * 3), working]);
  const env = { ...servers, DATA_DIR: server.dataDir };
  const first = createStopwatch();
  await archline(env, 'backup', folder);
  const took = first();
  const countModels = () => told.filter(({ what }) => what === 'model').length;
  const saved = countModels();
  // The CLI may be faster than the writers' pause, and the second backup must find a file to copy.
  await Promise.race([until(() => countModels() > saved), working]);
  const before = [...told];
  const second = createStopwatch();
  const said = await archline(env, 'backup', folder);
  const seconds = { backup: took, again: second() };
  const last = (await listBackups(folder)).at(-1);
  if (!last) throw new Error('no backup was made');
  const manifest = await readBackupManifest(last.dir);
  // Writers pause between two cases, so the drill waits until they have written again after the backup.
  await Promise.race([until(() => told.some(one => one.position > BigInt(manifest.head))), working]);
  ended = true;
  await working;
  const late = before.filter(one => one.position > BigInt(manifest.head)).length;
  if (late > 0) throw new Error(`${late} acknowledged before the backup are missing from it`);
  const inBackup = told.filter(one => one.position <= BigInt(manifest.head)).length;
  return {
    manifest,
    told,
    said,
    seconds,
    acknowledged: { all: told.length, before: before.length, inBackup },
  };
}

async function check(server: ServerProcess, { told, manifest }: Saved) {
  const people = await Promise.all(writers.map(name => signIn(server.url, name)));
  const missing: string[] = [];
  for (const one of told.filter(each => each.position <= BigInt(manifest.head))) {
    const owner = people[one.writer];
    const wrong = owner && (await describeIfMissing(owner, one));
    if (wrong) missing.push(wrong);
  }
  const page = { 'X-Position': `${manifest.logId.slice(0, 8)}-${manifest.head}` };
  const foreign = (await people[0]?.get('/api/cases', page))?.code ?? 0;
  return { missing, foreign };
}

/**
 * Runs the drill. Takes two minutes at most and leaves nothing behind.
 * @param from creates the installation to back up
 * @param to creates the place to restore to
 * @param options.demo true: with the whole demo; false: with its users only
 * @throws Error if a step is refused
 */
export async function runRestoreDrill(
  from: () => Promise<Installation> = createFolderInstallation,
  to: () => Promise<Installation> = createFolderInstallation,
  { demo = false }: { demo?: boolean } = {},
): Promise<RestoreDrillResult> {
  const root = await mkdtemp(join(tmpdir(), 'archline-drill-'));
  const folder = join(root, 'backups');
  const into = join(root, 'restored');
  const ends: (() => Promise<unknown>)[] = [() => rm(root, { recursive: true, force: true })];
  try {
    const old = await from();
    ends.push(old.stop);
    const dataDir = demo ? undefined : join(root, 'saved');
    if (dataDir) {
      await mkdir(dataDir, { mode: 0o700 });
      await seedDemoUsers({ ...old.env, DATA_DIR: dataDir });
    }
    const first = await startServer({ unlimited: true, dataDir, env: old.env });
    ends.push(first.stop);
    const saved = await save(first, old, folder);
    await mkdir(into, { mode: 0o700 });
    await copyFile(join(first.dataDir, 'secret'), join(into, 'secret'));
    await first.stop();
    const home = await to();
    ends.push(home.stop);
    const restoring = createStopwatch();
    const said = await archline({ ...home.env, DATA_DIR: into }, 'restore', folder);
    const restore = restoring();
    const starting = createStopwatch();
    const second = await startServer({ pages: false, dataDir: into, env: home.env });
    const start = starting();
    ends.push(second.stop);
    const { told: _told, ...rest } = saved;
    const seconds = { ...saved.seconds, restore, start };
    return { ...rest, ...(await check(second, saved)), seconds, said: [...saved.said, ...said] };
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Formats the result of the drill as a short table. */
export function formatRestoreDrill({
  manifest,
  acknowledged,
  missing,
  foreign,
  seconds,
}: RestoreDrillResult): string {
  const rows: [string, string][] = [
    ['events in the backup', manifest.head],
    ['files', `${manifest.parts.files.lines}, ${(manifest.bytes / 1e6).toFixed(1)} MB`],
    ['acknowledged by the head', `${acknowledged.inBackup} of ${acknowledged.all}`],
    ['missing after restoring', String(missing.length)],
    ['a page of the old log is notified', String(foreign)],
    ...Object.entries(seconds).map(([step, s]): [string, string] => [step, `${s.toFixed(1)} s`]),
  ];
  return rows.map(([what, is]) => `${what.padEnd(32)}${is}`).join('\n');
}

/** Runs the drill between servers with `--stack`, otherwise between folders. */
async function main(args: string[]): Promise<number> {
  const home = args.includes('--stack') ? startServerInstallation : createFolderInstallation;
  const drilled = await runRestoreDrill(home, home, { demo: true });
  console.log(formatRestoreDrill(drilled));
  for (const one of drilled.missing) console.log(`missing: ${one}`);
  return drilled.missing.length > 0 ? 1 : 0;
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)));
