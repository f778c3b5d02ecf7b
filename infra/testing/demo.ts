/** The demo organisation as a data folder, made once for all servers of a test run: to play it takes nine seconds. */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOfSources, root } from '../setup/install.mjs';

const cache = join(root, 'node_modules', '.cache', 'archline-demo');
const unfinished = '.unfinished-';
/** Settings that put the demo elsewhere than in the folder, or seal it with another secret. */
const elsewhere = ['EVENT_STORE', 'S3_ENDPOINT', 'SECRET_FILE'];

let sources: string | undefined;
/** The name of today's demo. Its cases are dated back from the day on which it is made. */
function demoName(): string {
  sources ??= hashOfSources(['events', 'projections', 'services', 'workers', 'package-lock.json']);
  return `${sources.slice(0, 16)}-${new Date().toISOString().slice(0, 10)}`;
}

/** Whether a server with these settings begins with the demo in its own folder. */
export const beginsWithDemo = (env: NodeJS.ProcessEnv): boolean =>
  env.DEMO !== '0' && elsewhere.every(name => !env[name]);

/** Builds the demo of these sources and this day, and deletes older ones. If two processes race, the first to finish wins. */
async function makeDemo(at: string, fill: Fill): Promise<void> {
  await mkdir(cache, { recursive: true });
  for (const old of await readdir(cache))
    if (!old.startsWith(unfinished)) await rm(join(cache, old), { recursive: true, force: true });
  const dataDir = await mkdtemp(join(cache, unfinished));
  await fill(dataDir);
  try {
    await rename(dataDir, at);
  } catch (error) {
    await rm(dataDir, { recursive: true });
    if (!existsSync(at)) throw error;
  }
}

type Fill = (dataDir: string) => Promise<void>;

/**
 * The path of today's demo.
 * @param fill plays the demo into a folder, where it has not been made
 */
export async function needDemo(fill: Fill): Promise<string> {
  const at = join(cache, demoName());
  if (!existsSync(at)) await makeDemo(at, fill);
  return at;
}

/** Copies today's demo into an empty folder. @param fill as `needDemo` takes it */
export const copyDemo = async (dataDir: string, fill: Fill): Promise<void> =>
  cp(await needDemo(fill), dataDir, { recursive: true });
