/** What the page asks of the file worker, and what it is told. */
import type { FileKind, Slot } from '#events/case/options.ts';
import type { ErrorName, Issue } from '#events/errors.ts';
import type { Picture } from '../mesh/draw.ts';
import type { ModelFindings } from '../mesh/preview.ts';

/** What a file is chosen for. */
export type FilePurpose = { kind: FileKind; slot: Slot | null };

/** A file that may be sent. */
export type ReadyFile = {
  /** Of what is sent, lower-case hex. */
  sha256: string;
  /** The STL that a PLY or OBJ was turned into; null where the file is sent as it is. */
  converted: Blob | null;
  /** What was found of a model, and how it looks; null of what is none. */
  model: ReadModel | null;
};

export type ReadModel = { findings: ModelFindings; picture: Picture };

/** Why a file may not be sent: as the server would say it. */
export type RefusedFile = { refusal: ErrorName; issues: Issue[] };

export type InspectResult = { ready: ReadyFile } | { refused: RefusedFile };

/** `done`: the share of the work, 0 to 1. */
export type OnProgress = (done: number) => void;

export type FileWork = {
  /** Reads a file once: checks its content, turns a model into STL, takes its hash. */
  inspect(file: File, place: FilePurpose, onShare: OnProgress): Promise<InspectResult>;
};

/** What the file worker asks of the worker beside it. */
export type HashWork = {
  /** SHA-256, lower-case hex. */
  hash(file: Blob): Promise<string>;
};
