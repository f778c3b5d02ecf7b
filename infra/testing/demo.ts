/**
 * Caches the demo organisation as a data folder for test servers, because playing the demo takes nine
 * seconds.
 */
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { dayInZone } from '#services/clock/clock.ts';
import { hashOfSources, repositoryRoot } from '../setup/install.mjs';

/** Folder of the demos. Entries are deleted after half a day. */
export const demoCacheFolder = join(repositoryRoot, 'node_modules', '.cache', 'archline-demo');
const unfinished = '.unfinished-';
/** Settings that store the demo outside the data folder, or encrypt it with another secret. */
const elsewhere = ['EVENT_STORE', 'S3_ENDPOINT', 'SECRET_FILE'];

const HOUR_MS = 3_600_000;
/**
 * Maximum age of a usable demo. Its cases are dated relative to the time of creation and must look recent.
 */
const FRESH_MS = 2 * HOUR_MS;
/** Age at which a demo is deleted. Longer than any test run that may still copy it. */
const LEFT_MS = 12 * HOUR_MS;
/** Time zone of the demo's clinics. */
const zone = 'Asia/Shanghai';

let hash: string | undefined;
const sources = (): string => {
  hash ??= hashOfSources(['events', 'projections', 'services', 'workers', 'package-lock.json']).slice(0, 16);
  return hash;
};

type CachedDemo = { at: string; sources: string; time: number };

/** Lists the demos in the cache. A folder's name has the hash of the sources and the creation time in ms. */
async function listDemos(): Promise<CachedDemo[]> {
  const names = await readdir(demoCacheFolder);
  return names.map(name => {
    const [of = '', time = ''] = name.split('-');
    return { at: join(demoCacheFolder, name), sources: of, time: Number(time) };
  });
}

/** Returns the newest demo of the current sources that was made today and less than FRESH_MS ago. */
async function recentDemo(): Promise<string | undefined> {
  const now = Date.now();
  const isFresh = (one: CachedDemo) =>
    one.sources === sources() &&
    now - one.time < FRESH_MS &&
    dayInZone(zone, one.time) === dayInZone(zone, now);
  return (await listDemos()).filter(isFresh).toSorted((a, b) => b.time - a.time)[0]?.at;
}

/** Deletes expired and unfinished demos. */
async function sweep(): Promise<void> {
  for (const { at, time } of await listDemos()) {
    const since = Number.isNaN(time) ? (await stat(at)).mtimeMs : time;
    if (Date.now() - since > LEFT_MS) await rm(at, { recursive: true, force: true });
  }
}

/** Whether a server with these settings begins with the demo in its own folder. */
export const startsWithDemo = (env: NodeJS.ProcessEnv): boolean =>
  env.DEMO !== '0' && elsewhere.every(name => !env[name]);

/** Creates a demo of the current sources. Two concurrent processes create two demos; both are valid. */
async function makeDemo(fill: Fill): Promise<string> {
  await sweep();
  const dataDir = await mkdtemp(join(demoCacheFolder, unfinished));
  await fill(dataDir);
  const at = join(
    demoCacheFolder,
    `${sources()}-${Date.now()}-${basename(dataDir).slice(unfinished.length)}`,
  );
  await rename(dataDir, at);
  return at;
}

type Fill = (dataDir: string) => Promise<void>;

/**
 * Returns the path of a recent demo.
 * @param fill plays the demo into a folder, if no recent demo exists
 */
export async function ensureDemo(fill: Fill): Promise<string> {
  await mkdir(demoCacheFolder, { recursive: true });
  return (await recentDemo()) ?? makeDemo(fill);
}

/** Copies a recent demo into an empty folder. @param fill see `ensureDemo` */
export const copyDemo = async (dataDir: string, fill: Fill): Promise<void> =>
  cp(await ensureDemo(fill), dataDir, { recursive: true });
