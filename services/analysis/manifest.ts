/**
 * Which segments are an organisation's tables. Manifests are numbered, and creating the next one under its name is the commit:
 * it fails if another process has done so, and a process that is killed leaves the old one or the new one.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isErrno, syncPath } from '../files/disk.ts';
import { type Segment, segmentSchema } from './segments.ts';
import { definition, type TableName } from './tables.ts';

const segments = z.array(segmentSchema);
const byTable = <S extends z.ZodMiniType>(schema: S) =>
  z.object({
    events: schema,
    stays: schema,
    cases: schema,
    case_facts: schema,
    objects: schema,
    relations: schema,
  } satisfies Record<TableName, S>);

const schema = z.object({
  log: z.string(),
  definition: z.string(),
  servedBy: z.string(),
  number: z.int(),
  /** Id of the process that has written it. */
  holder: z.string(),
  /** Position and clock (ms) of the last event in the tables, and of the first one; null for empty tables. */
  last: z.nullable(z.object({ position: z.string(), clock: z.number() })),
  first: z.nullable(z.object({ position: z.string(), clock: z.number() })),
  /** Rows up to this position are in segments. Later ones, whose clock may still change, are in the tails. */
  final: z.string(),
  tables: byTable(segments),
  tails: z.partial(byTable(segmentSchema)),
});
export type Manifest = z.infer<typeof schema>;

/** Thrown by a commit after another process has committed. Nothing was changed. */
class ManifestTaken extends Error {
  constructor(number: number) {
    super(`another process has committed the analysts' tables ${number}`);
    this.name = 'ManifestTaken';
  }
}

const namePattern = /^manifest-(\d{9})\.json$/;
export const manifestName = (number: number) => `manifest-${String(number).padStart(9, '0')}.json`;

/** Files that a manifest names. */
export const filesOf = ({ tables, tails }: Pick<Manifest, 'tables' | 'tails'>) => [
  ...Object.values(tables).flat(),
  ...Object.values(tails).filter(tail => tail !== undefined),
];

export const emptyManifest = (log: string, servedBy: string): Manifest => ({
  ...{ log, definition, servedBy, number: 0, holder: '', last: null, first: null, final: '0', tails: {} },
  tables: { events: [], stays: [], cases: [], case_facts: [], objects: [], relations: [] },
});

async function numbersIn(dir: string): Promise<number[]> {
  const names = await readdir(dir).catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  });
  return names.flatMap(name => namePattern.exec(name)?.[1] ?? []).map(Number);
}

/** Reads one manifest; undefined if it is damaged, or of another log or definition. @throws Error if it was removed */
async function readNumbered(dir: string, log: string, number: number): Promise<Manifest | undefined> {
  const read = schema.safeParse(JSON.parse(await readFile(join(dir, manifestName(number)), 'utf8')));
  return read.success && read.data.log === log && read.data.definition === definition ? read.data : undefined;
}

/** Returns the newest manifest; undefined if there is none, or if it is of another log or definition. */
export async function readManifest(dir: string, log: string): Promise<Manifest | undefined> {
  const number = Math.max(0, ...(await numbersIn(dir)));
  if (number === 0) return undefined;
  try {
    return await readNumbered(dir, log, number);
  } catch (error) {
    // Removed since, because there is a newer one; or damaged.
    if (isErrno(error, 'ENOENT')) return readManifest(dir, log);
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the newest manifest and those that were replaced so recently that their files are still there. */
export async function keptManifests(dir: string, log: string): Promise<Manifest[]> {
  const numbers = (await numbersIn(dir)).sort((a, b) => b - a);
  const read = numbers.map(number => readNumbered(dir, log, number).catch(() => undefined));
  return (await Promise.all(read)).filter(manifest => manifest !== undefined);
}

/**
 * Commits a manifest. Resolves once it is durable.
 * @throws ManifestTaken if its number is taken
 */
export async function commitManifest(dir: string, manifest: Manifest): Promise<void> {
  const draft = join(dir, `${manifest.holder}.draft`);
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(manifest));
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, join(dir, manifestName(manifest.number)));
  } catch (error) {
    if (isErrno(error, 'EEXIST')) throw new ManifestTaken(manifest.number);
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncPath(dir);
}

/** Takes the tables over: from now on, a commit of the process that held them before fails. */
export async function takeOver(dir: string, log: string, by: { servedBy: string; holder: string }) {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const found = await readManifest(dir, log);
  const number = Math.max(0, ...(await numbersIn(dir))) + 1;
  const manifest = { ...(found ?? emptyManifest(log, by.servedBy)), number, holder: by.holder };
  await commitManifest(dir, manifest);
  return manifest;
}

/** Removes files that the manifest does not name. @returns their number */
export async function sweepFolder(dir: string, manifest: Manifest): Promise<number> {
  const named = new Set([manifestName(manifest.number), ...filesOf(manifest).map(({ file }) => file)]);
  const unnamed = (await readdir(dir)).filter(name => !named.has(name));
  for (const name of unnamed) await rm(join(dir, name), { force: true, recursive: true });
  return unnamed.length;
}

async function isWhole(path: string, { bytes, sha256 }: Segment): Promise<boolean> {
  try {
    if ((await stat(path)).size !== bytes) return false;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    return hash.digest('hex') === sha256;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Returns the names of files that are missing, or not as they were written. */
export async function damagedIn(dir: string, manifest: Manifest): Promise<string[]> {
  const damaged: string[] = [];
  for (const segment of filesOf(manifest))
    if (!(await isWhole(join(dir, segment.file), segment))) damaged.push(segment.file);
  return damaged;
}
