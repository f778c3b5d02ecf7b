/** The stages worker's functions. Keeps the files' data until the bundle is built. */
import { type ErrorName, type Issue, isRefusal, Refusal } from '#events/errors.ts';
import { whenPreviewReady } from '../mesh/preview.ts';
import { buildPlan } from './build.ts';
import type { StatedAxes } from './frame.ts';
import { proposePlan } from './proposal.ts';
import type { PlanBuildResult, StageFilesReadResult, StagesWorkerApi, WorkerOutcome } from './protocol.ts';
import { type ReadingNote, readStageFiles, type StagesReadFromFiles } from './read-stages.ts';
import type { RigidMotion } from './rigid.ts';
import { throttleProgress } from './throttle-progress.ts';

async function answered<T>(work: () => Promise<T> | T): Promise<WorkerOutcome<T>> {
  try {
    return { done: await work() };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const refused: { refusal: ErrorName; issues: Issue[] } = {
      refusal: error.refusal,
      issues: error.data?.issues ?? [],
    };
    return { refused };
  }
}

/** Issue words of the findings about the jaws. */
const frameWords = {
  'inside-out': 'stage-inside-out',
  mirrored: 'stage-mirrored',
  'arches-swapped': 'stage-arches-swapped',
  'crowns-turned': 'stage-crowns-turned',
  'frame-unsure': 'stage-frame-unsure',
} as const;

/** Creates the stages worker's functions. @param now monotonic clock, ms */
export function createStagesWorkerApi(now: () => number): StagesWorkerApi {
  let known: { read: StagesReadFromFiles; world: RigidMotion } | undefined;
  const proposed = (read: StagesReadFromFiles, stated?: StatedAxes): StageFilesReadResult => {
    const { frame, arches } = proposePlan(read.arches, stated);
    known = { read, world: frame.world };
    const odd = frame.findings.map((finding): ReadingNote => ({ path: 'frame', issue: frameWords[finding] }));
    const { unit, notes } = read;
    return { frame, arches, unit, notes: [...notes, ...odd] };
  };
  const nothingRead = () => new Refusal('badInput', { issues: [{ path: 'file', issue: 'stage-none' }] });
  return {
    read: (files, stated, onShare) =>
      answered(async () => {
        known = undefined;
        await whenPreviewReady();
        return proposed(await readStageFiles(files, throttleProgress(onShare, now)), stated ?? undefined);
      }),
    turn: stated =>
      answered(() => {
        if (!known) throw nothingRead();
        return proposed(known.read, stated);
      }),
    build: (numbers, doings) =>
      answered((): PlanBuildResult => {
        if (!known) throw nothingRead();
        const { bundle, files } = buildPlan(known.read.arches, known.world, numbers, doings);
        return { bundle, files: [...files] };
      }),
  };
}
