/** Calls of the page to the file worker, and their results. */
import type { FileKind, Slot } from '#events/case/options.ts';
import type { ErrorName, Issue } from '#events/errors.ts';
import type { DrawnPicture } from '../mesh/draw.ts';
import type { ModelFindings } from '../mesh/preview.ts';

/** The purpose and the slot that a file is uploaded for. */
export type FilePurpose = { kind: FileKind; slot: Slot | null };

/** A file that passed its checks. */
export type ReadyFile = {
  /** SHA-256 of the bytes to upload, lower-case hex. */
  sha256: string;
  /** The STL that a PLY or OBJ was converted to. Null if the file is uploaded unchanged. */
  converted: Blob | null;
  /** Findings and picture of a model. Null for other files. */
  model: InspectedModel | null;
};

export type InspectedModel = { findings: ModelFindings; picture: DrawnPicture };

/** Why a file may not be uploaded: the server's own code and issues. */
type RefusedFile = { refusal: ErrorName; issues: Issue[] };

export type InspectResult = { ready: ReadyFile } | { refused: RefusedFile };

/** `done`: share of the work, 0 to 1. */
export type OnProgress = (done: number) => void;

export type FileWorkerApi = {
  /** Reads a file once: checks its content, converts a model to STL and hashes it. */
  inspect(file: File, place: FilePurpose, onShare: OnProgress): Promise<InspectResult>;
};

/** Calls of the file worker to the hash worker. */
export type HashWorkerApi = {
  /** Returns the SHA-256 as lower-case hex. */
  hash(file: Blob): Promise<string>;
};
