/** A check of a file's content: takes bytes as they arrive, and returns the facts at the end. */
import { type Issue, Refusal } from '../errors.ts';
import { concatBytes } from './bytes.ts';

/** Facts of a model, determined from its bytes. */
export type ModelFacts = {
  format: 'binary' | 'ascii';
  triangles: number;
  /** [minX, minY, minZ, maxX, maxY, maxZ] in the file's unit. */
  box: [number, number, number, number, number, number];
  /** Bytes after the last triangle of a binary file, if any. They are ignored. */
  trailing?: number;
};

export type PictureSize = { width: number; height: number };

export type CheckedFile = {
  /** Type of the content, independent of the file name. */
  mime: string;
  model?: ModelFacts;
  /** Picture size in pixels. */
  image?: PictureSize;
  /** Number of stages that a plan states. */
  stages?: { upper: number; lower: number };
  /** SHA-256 of the shapes that a plan references. */
  shapes?: string[];
  /** Stated size in bytes of each shape. */
  shapeBytes?: number[];
};

export type FileCheck = {
  /** Checks the next chunk. @throws Refusal at the first invalid content */
  write(chunk: Uint8Array): void;
  /** Finishes the check. @throws Refusal for a truncated or empty file */
  end(): CheckedFile;
};

/** Creates a check for a file of a stated size in bytes. */
export type CreateFileCheck = (size: number) => FileCheck;

/** Builds the refusal of an unfit file: wrong format (415) or broken content (422). */
export function refusalOfUnfitFile(
  refusal: 'wrongFormat' | 'badContent' | 'photoUpload',
  issue: string,
  values?: Issue['values'],
): Refusal {
  return new Refusal(refusal, {
    issues: [values ? { path: 'file', issue, values } : { path: 'file', issue }],
  });
}

/** Collects the first `wanted` bytes of a file. */
export function createHeadCollector(wanted: number) {
  let head = new Uint8Array(0);
  return {
    bytes: () => head,
    full: () => head.length >= wanted,
    /** Takes the bytes of the head from a chunk; returns the rest of the chunk. */
    take(chunk: Uint8Array): Uint8Array {
      const missing = Math.max(0, wanted - head.length);
      if (missing > 0) head = concatBytes(head, chunk.subarray(0, missing));
      return chunk.subarray(missing);
    },
  };
}
