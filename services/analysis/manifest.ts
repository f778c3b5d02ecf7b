/**
 * Which segments are an organisation's tables. Manifests are numbered, and creating the next one under its name is the commit:
 * it fails if another process has done so, and a process that is killed leaves the old one or the new one.
 */
import * as z from 'zod/mini';
import { type Segment, segmentSchema } from './segments.ts';
import type { TableFiles } from './table-files.ts';
import { type TableName, tableNames, tablesHash } from './tables.ts';

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
  /** Ranges of positions, as digits, whose rows were set aside. The tables are built again because of them. */
  lacks: z.optional(z.array(z.object({ table: z.enum(tableNames), from: z.string(), to: z.string() }))),
});
export type Manifest = z.infer<typeof schema>;
export type MissingRange = NonNullable<Manifest['lacks']>[number];

/** Thrown by a commit after another process has committed. Nothing was changed. */
export class ManifestNumberTakenError extends Error {
  constructor(number: number) {
    super(`another process has committed the analysts' tables ${number}`);
    this.name = 'ManifestTaken';
  }
}

const TAKE_OVER_TRIES = 5;

const namePattern = /^manifest-(\d{9})\.json$/;
export const manifestNameOf = (number: number) => `manifest-${String(number).padStart(9, '0')}.json`;

/** Files that a manifest names. */
export const filesOfManifest = ({ tables, tails }: Pick<Manifest, 'tables' | 'tails'>) => [
  ...Object.values(tables).flat(),
  ...Object.values(tails).filter(tail => tail !== undefined),
];

export const createEmptyManifest = (log: string, servedBy: string): Manifest => ({
  ...{
    log,
    definition: tablesHash,
    servedBy,
    number: 0,
    holder: '',
    last: null,
    first: null,
    final: '0',
    tails: {},
  },
  tables: { events: [], stays: [], cases: [], case_facts: [], objects: [], relations: [] },
});

/** Numbers of the manifests among some names, the newest first. */
export const parseManifestNumbers = (names: readonly string[]): number[] =>
  names
    .flatMap(name => namePattern.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);

function parsedManifest(text: string): Manifest | undefined {
  try {
    const read = schema.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    // Damaged: the tables are built again.
    return undefined;
  }
}

const isOf = (manifest: Manifest, log: string) => manifest.log === log && manifest.definition === tablesHash;

/** Reads a manifest of any log; undefined if it was removed, or is of another form. */
export async function readManifestOfNumber(files: TableFiles, number: number): Promise<Manifest | undefined> {
  const text = await files.read(manifestNameOf(number));
  return text === undefined ? undefined : parsedManifest(text);
}

type Newest = { number: number; manifest: Manifest | undefined };

/** Reads the newest manifest with its number: 0 if there is none. A manifest of another log or definition is undefined. */
async function readNewest(files: TableFiles, log: string): Promise<Newest> {
  const number = parseManifestNumbers(await files.names())[0] ?? 0;
  if (number === 0) return { number, manifest: undefined };
  const text = await files.read(manifestNameOf(number));
  // The file was removed meanwhile, because there is a newer manifest.
  if (text === undefined) return readNewest(files, log);
  const read = parsedManifest(text);
  return { number, manifest: read && isOf(read, log) ? read : undefined };
}

/** Returns the newest manifest; undefined if there is none, or if it is of another log or definition. */
export const readManifest = async (files: TableFiles, log: string): Promise<Manifest | undefined> =>
  (await readNewest(files, log)).manifest;

/** Returns the newest manifest and those that were replaced so recently that their files are still there. */
export async function readKeptManifests(files: TableFiles, log: string): Promise<Manifest[]> {
  const numbers = parseManifestNumbers(await files.names());
  const read = await Promise.all(numbers.map(number => readManifestOfNumber(files, number)));
  return read.flatMap(manifest => (manifest && isOf(manifest, log) ? [manifest] : []));
}

/**
 * Commits a manifest. Resolves once it is durable.
 * @param by names the draft; no other process uses it. Default: the manifest's holder
 * @throws ManifestNumberTakenError if its number is taken
 */
export async function commitManifest(files: TableFiles, manifest: Manifest, by = manifest.holder) {
  const { number } = manifest;
  if (!(await files.create(manifestNameOf(number), JSON.stringify(manifest), `${by}.draft`)))
    throw new ManifestNumberTakenError(number);
}

/**
 * Takes the tables over: from now on, a commit of the process that held them before fails. Trap: the number follows the manifest
 * that was read. A later one would bury what the other process commits meanwhile.
 * @throws ManifestNumberTakenError if others commit all the time
 */
export async function takeOverTables(
  files: TableFiles,
  log: string,
  { servedBy, holder }: { servedBy: string; holder: string },
  tries = TAKE_OVER_TRIES,
): Promise<Manifest> {
  const newest = await readNewest(files, log);
  const number = newest.number + 1;
  const manifest = { ...(newest.manifest ?? createEmptyManifest(log, servedBy)), number, holder };
  try {
    await commitManifest(files, manifest);
    return manifest;
  } catch (error) {
    if (!(error instanceof ManifestNumberTakenError) || tries <= 1) throw error;
    return takeOverTables(files, log, { servedBy, holder }, tries - 1);
  }
}

/** Leaves segments out and adds their ranges to `lacks`. The holder finds the newer manifest and builds the tables again. */
export function manifestWithoutSegments(
  { tables, tails, ...manifest }: Manifest,
  isLost: (segment: Segment, table: TableName) => boolean,
): Manifest {
  const lacks = [...(manifest.lacks ?? [])];
  const left: Pick<Manifest, 'tables' | 'tails'> = { tables: { ...tables }, tails: { ...tails } };
  const lose = (table: TableName, { from, to }: Segment) => void lacks.push({ table, from, to });
  for (const table of tableNames) {
    const tail = tails[table];
    for (const segment of tables[table]) if (isLost(segment, table)) lose(table, segment);
    left.tables[table] = tables[table].filter(segment => !isLost(segment, table));
    if (!tail || !isLost(tail, table)) continue;
    lose(table, tail);
    delete left.tails[table];
  }
  return { ...manifest, ...left, number: manifest.number + 1, lacks };
}

/** Removes files that the manifest does not name. @returns their number */
export async function sweepFolder(files: TableFiles, manifest: Manifest): Promise<number> {
  const named = new Set([
    manifestNameOf(manifest.number),
    ...filesOfManifest(manifest).map(({ file }) => file),
  ]);
  const unnamed = (await files.names()).filter(name => !named.has(name));
  await files.remove(unnamed);
  return unnamed.length;
}
