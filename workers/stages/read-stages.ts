/** Reads files into arches whose teeth are followed over all stages. Holds one file at a time in memory. */
import { type Issue, isRefusal, Refusal } from '#events/errors.ts';
import type { ModelUnit } from '#events/file/recorded-model-findings.ts';
import { archOf } from '#events/tooth/fdi.ts';
import { guessUnit, mmPerUnit } from '../mesh/unit.ts';
import { type Mesh, weldCorners } from '../mesh/weld.ts';
import { findArchInPath as archNamed } from './file-names.ts';
import { boundingBoxOf, longestSide } from './pieces.ts';
import { isPoseTable, maxPoseTableBytes, readPoseTable } from './pose-table.ts';
import { applyMotionToMesh, type StagedArch } from './proposal.ts';
import { readTriangleCorners } from './read-corners.ts';
import { applyMotion, composeMotions, invertMotion, quaternionNearerTo, type RigidMotion } from './rigid.ts';
import { centrePoints } from './rigid-fit.ts';
import { openSourceFiles, readSmallTextFile, type SourceFile } from './sources.ts';
import { type ArchFiles, type SortedToothFiles, sortStageFiles, sortToothFiles } from './stage-files.ts';
import { followArch, startTrack, type ToothTrack } from './track.ts';

/** A harmless fact worth reporting; `path` is a file. */
export type ReadingNote = Issue;

export type StagesReadFromFiles = { arches: StagedArch[]; unit: ModelUnit; notes: ReadingNote[] };

/** `done`: share of all bytes read, 0 to 1. */
export type OnProgress = (done: number) => void;

type Progress = { add(bytes: number): void };

function progressOf(sources: readonly SourceFile[], onShare: OnProgress): Progress {
  const all = sources.reduce((sum, { size }) => sum + size, 0) || 1;
  let done = 0;
  return {
    add(bytes) {
      done += bytes;
      onShare(Math.min(1, done / all));
    },
  };
}

/** Returns a refusal's issues under the name of the file concerned. */
function issuesAbout(name: string, error: unknown): Issue[] {
  if (!isRefusal(error)) throw error;
  const issues = error.data?.issues ?? [];
  return issues.length > 0 ? issues.map(one => ({ ...one, path: name })) : [{ path: name, issue: 'invalid' }];
}

/** Maximum number of reported issues. A longer list would not be read. */
const issuesMax = 50;
function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new Refusal('badContent', { issues: issues.slice(0, issuesMax) });
}

function scale(corners: Float32Array, mm: number): Float32Array {
  if (mm !== 1) for (let i = 0; i < corners.length; i++) corners[i] = (corners[i] as number) * mm;
  return corners;
}

/** Runs work on a file. If it is refused, adds the reasons to the issues and returns undefined. */
async function tried<T>(
  source: SourceFile,
  issues: Issue[],
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    issues.push(...issuesAbout(source.name, error));
    return undefined;
  }
}

const cornersOf = (source: SourceFile, progress: Progress, issues: Issue[]) =>
  tried(source, issues, () => readTriangleCorners(source, progress.add));

const meshOf = (corners: Float32Array): Mesh => weldCorners(corners, corners.length / 9);

type ReadContext = { unit: ModelUnit | undefined; issues: Issue[]; notes: ReadingNote[]; progress: Progress };

/**
 * Returns mm per unit of an arch; all files share one unit. Adds an issue if the arch's size fits no unit.
 */
function unitFor(corners: Float32Array, name: string, context: ReadContext): number {
  const found = guessUnit(longestSide(boundingBoxOf(corners)));
  if (!found) context.issues.push({ path: name, issue: 'stage-size' });
  else if (context.unit && context.unit !== found) context.issues.push({ path: name, issue: 'stage-units' });
  else if (!context.unit && found !== 'mm')
    context.notes.push({ path: name, issue: 'stage-unit', values: { unit: found } });
  context.unit ??= found;
  return mmPerUnit[context.unit ?? 'mm'];
}

async function gumsOf(gum: SourceFile | null, mm: number, context: ReadContext): Promise<Mesh[]> {
  const corners = gum ? await cornersOf(gum, context.progress, context.issues) : undefined;
  return corners ? [meshOf(scale(corners, mm))] : [];
}

async function followFiles(
  { arch, files, gum }: ArchFiles,
  context: ReadContext,
): Promise<StagedArch | undefined> {
  const [start, ...later] = files;
  if (!start) return undefined;
  const first = await cornersOf(start.source, context.progress, context.issues);
  const wrong = context.issues.length;
  const mm = first ? unitFor(first, start.source.name, context) : 1;
  const rightSize = context.issues.length === wrong;
  const followed = first && (await tried(start.source, context.issues, () => followArch(scale(first, mm))));
  if (rightSize && followed?.tracks.length === 0)
    context.issues.push({ path: start.source.name, issue: 'stage-one-piece' });
  if (followed && followed.crumbs > 0)
    context.notes.push({
      path: start.source.name,
      issue: 'stage-crumbs',
      values: { count: followed.crumbs },
    });
  for (const { source } of later) {
    const corners = await cornersOf(source, context.progress, context.issues);
    // Reads every file to its end even after a broken one, so that each fault is reported.
    if (!corners || !followed || context.issues.length > 0) continue;
    const taken = await tried(source, context.issues, () => followed.stage(scale(corners, mm)));
    if (taken?.way === 'pieces') context.notes.push({ path: source.name, issue: 'stage-topology' });
    if (taken && taken.crumbs > followed.crumbs)
      context.notes.push({ path: source.name, issue: 'stage-crumbs', values: { count: taken.crumbs } });
  }
  if (!followed) return undefined;
  followed.finish();
  const gums = [...followed.gums, ...(await gumsOf(gum, mm, context))];
  return { arch, stages: files.length - 1, tracks: followed.tracks, gums };
}

/** Makes the track of a tooth from stated motions: its shape at the start, and its poses since. */
function trackOf(corners: Float32Array, motions: readonly RigidMotion[]): ToothTrack {
  const [start = motions[0] as RigidMotion] = motions;
  const mesh = applyMotionToMesh(start, meshOf(corners));
  const { centre } = centrePoints(mesh.positions);
  const poses: number[] = [];
  let before: RigidMotion['q'] = [0, 0, 0, 1];
  for (const motion of motions) {
    const since = composeMotions(motion, invertMotion(start));
    before = quaternionNearerTo(since.q, before);
    poses.push(...applyMotion(since, centre), ...before);
  }
  return { ...startTrack(mesh, centre, { residual: null }), poses };
}

async function followTable(
  { table, teeth, gums }: SortedToothFiles,
  context: ReadContext,
): Promise<StagedArch[]> {
  const motions = await readSmallTextFile(table, maxPoseTableBytes)
    .then(readPoseTable)
    .catch((error: unknown) => {
      context.issues.push(...issuesAbout(table.name, error));
      return new Map<number, RigidMotion[]>();
    });
  context.unit ??= 'mm';
  const arches: StagedArch[] = [];
  for (const { fdi, source } of teeth) {
    const corners = await cornersOf(source, context.progress, context.issues);
    const own = motions.get(fdi);
    if (!own && motions.size > 0)
      context.issues.push({ path: source.name, issue: 'poses-none', values: { tooth: fdi } });
    if (!corners || !own) continue;
    let staged = arches.find(({ arch }) => arch === archOf(fdi));
    if (!staged) {
      staged = { arch: archOf(fdi), stages: own.length - 1, tracks: [], gums: [], named: [] };
      arches.push(staged);
    }
    const track = trackOf(corners, own);
    staged.tracks.push(track);
    staged.named?.push(fdi);
  }
  for (const fdi of motions.keys())
    if (!teeth.some(tooth => tooth.fdi === fdi))
      context.issues.push({ path: table.name, issue: 'poses-no-file', values: { tooth: fdi } });
  for (const source of gums)
    arches
      .find(staged => staged.arch === archNamed(source.name))
      ?.gums.push(...(await gumsOf(source, 1, context)));
  return arches;
}

/** Finds the pose table among the files. Other tables are notes. */
async function tableOf(sources: readonly SourceFile[]): Promise<SourceFile | undefined> {
  for (const source of sources)
    if (/\.(?:csv|json)$/i.test(source.name) && source.size <= maxPoseTableBytes) {
      const text = await readSmallTextFile(source, maxPoseTableBytes).catch(() => '');
      if (isPoseTable(text)) return source;
    }
  return undefined;
}

/**
 * Reads a technician's files: a zip, or the files of a folder.
 * @param onShare receives the share of bytes read, unthrottled
 * @throws Refusal badContent whose issues name each faulty file
 */
export async function readStageFiles(
  files: readonly File[],
  onShare: OnProgress = () => {},
): Promise<StagesReadFromFiles> {
  const sources = await openSourceFiles(files);
  const context: ReadContext = {
    unit: undefined,
    issues: [],
    notes: [],
    progress: progressOf(sources, onShare),
  };
  const table = await tableOf(sources);
  const byTooth = table && sortToothFiles(table, sources);
  if (byTooth) {
    context.issues.push(...byTooth.issues);
    const arches = await followTable(byTooth, context);
    refuse(context.issues);
    return { arches, unit: 'mm', notes: context.notes };
  }
  const sorted = sortStageFiles(sources);
  context.issues.push(...sorted.issues);
  context.notes.push(...sorted.ignored.map((path): ReadingNote => ({ path, issue: 'stage-ignored' })));
  const arches: StagedArch[] = [];
  for (const own of sorted.arches) {
    const staged = await followFiles(own, context);
    if (staged) arches.push(staged);
  }
  refuse(context.issues);
  return { arches, unit: context.unit ?? 'mm', notes: context.notes };
}
