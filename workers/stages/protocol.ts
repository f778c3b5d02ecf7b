/**
 * Calls of the page to the stages worker, and their results. One worker serves one plan, from its files to
 * its bundle.
 */
import type { ErrorName, Issue } from '#events/errors.ts';
import type { ModelUnit } from '#events/file/recorded-model-findings.ts';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { ConfirmedToothNumbers, PlanProcedures } from './build.ts';
import type { StatedAxes } from './frame.ts';
import type { PlanProposal } from './proposal.ts';
import type { ReadingNote } from './read-stages.ts';

/** The result of reading, to be confirmed by the technician. */
export type StageFilesReadResult = PlanProposal & {
  unit: ModelUnit;
  /**
   * Unusual but harmless facts; `path` is a file, or `frame` for the jaws' orientation. Words:
   * `error:issue.<issue>`.
   */
  notes: ReadingNote[];
};

export type PlanBuildResult = {
  bundle: PlanBundle;
  /** The files of a plan version, in this order: plan.json, teeth.glb, coarse.glb. */
  files: [plan: Uint8Array<ArrayBuffer>, teeth: Uint8Array<ArrayBuffer>, coarse: Uint8Array<ArrayBuffer>];
};

/** Why the work failed: each file or field with its reason. */
type RefusedWork = { refusal: ErrorName; issues: Issue[] };
export type WorkerOutcome<T> = { done: T } | { refused: RefusedWork };

/** `done`: share of the work, 0 to 1, at most ten times a second. */
export type OnProgress = (done: number) => void;

export type StagesWorkerApi = {
  /** Reads a zip or the files of a folder, and follows the teeth. Call it once, before the others. */
  read(
    files: File[],
    stated: StatedAxes | null,
    onShare: OnProgress,
  ): Promise<WorkerOutcome<StageFilesReadResult>>;
  /** Proposes again with the directions that the technician states. */
  turn(stated: StatedAxes): Promise<WorkerOutcome<StageFilesReadResult>>;
  /** Builds the bundle from confirmed numbers. May be called again with others. */
  build(numbers: ConfirmedToothNumbers, doings: PlanProcedures): Promise<WorkerOutcome<PlanBuildResult>>;
};
