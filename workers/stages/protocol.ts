/** What the page asks of the stages worker, and what it is told. One worker serves one plan, from its files to its bundle. */
import type { ErrorName, Issue } from '#events/errors.ts';
import type { Unit } from '#events/file/model-found.ts';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { ConfirmedNumbers, Procedures } from './build.ts';
import type { StatedAxes } from './frame.ts';
import type { Proposal } from './proposal.ts';
import type { Note } from './read-stages.ts';

/** What was read, to be confirmed by the technician. */
export type ReadResult = Proposal & {
  unit: Unit;
  /** What is odd and hinders nothing; `path` is a file, or `frame` for how the jaws lie. Words: `error:issue.<issue>`. */
  notes: Note[];
};

export type BuildResult = {
  bundle: PlanBundle;
  /** plan.json, teeth.glb, coarse.glb: the files of a plan's version, in this order. */
  files: [plan: Uint8Array<ArrayBuffer>, teeth: Uint8Array<ArrayBuffer>, coarse: Uint8Array<ArrayBuffer>];
};

/** Why it cannot be: each file or field with its reason. */
export type RefusedWork = { refusal: ErrorName; issues: Issue[] };
export type Outcome<T> = { done: T } | { refused: RefusedWork };

/** `done`: the share of the work, 0 to 1; at most ten times a second. */
export type OnProgress = (done: number) => void;

export type StagesWork = {
  /** Reads a zip or the files of a folder, and follows the teeth. Once, and first. */
  read(files: File[], stated: StatedAxes | null, onShare: OnProgress): Promise<Outcome<ReadResult>>;
  /** Says anew how the files lie, where the proposal is wrong. */
  turn(stated: StatedAxes): Promise<Outcome<ReadResult>>;
  /** Builds the bundle from confirmed numbers; may be asked again with others. */
  build(numbers: ConfirmedNumbers, doings: Procedures): Promise<Outcome<BuildResult>>;
};
