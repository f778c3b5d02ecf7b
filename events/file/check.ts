/** A check of a file's content: takes bytes as they arrive, and returns the facts at the end. */
import { type Issue, Refusal } from '../errors.ts';
import { joined } from './bytes.ts';

/** Facts of a model, as far as its bytes tell. */
export type ModelFacts = {
  format: 'binary' | 'ascii';
  triangles: number;
  /** [minX, minY, minZ, maxX, maxY, maxZ] in the file's unit. */
  box: [number, number, number, number, number, number];
  /** Bytes after the last triangle of a binary file, if any. They are ignored. */
  trailing?: number;
};

export type PictureSize = { width: number; height: number };

export type Found = {
  /** Type of the content, independent of the file name. */
  mime: string;
  model?: ModelFacts;
  /** Size in pixels. */
  image?: PictureSize;
  /** Number of stages that a plan states. */
  stages?: { upper: number; lower: number };
  /** SHA-256 of the shapes that a plan references. */
  shapes?: string[];
  /** Stated size of each of them, bytes. */
  shapeBytes?: number[];
};

export type Check = {
  /** @throws Refusal as soon as the content is seen to be unfit */
  write(chunk: Uint8Array): void;
  /** @throws Refusal if it ends too early or is empty */
  end(): Found;
};

/** Creates a check for a file of a stated size in bytes. */
export type MakeCheck = (size: number) => Check;

/** Builds the refusal of an unfit file: wrong format (415) or broken content (422). */
export function unfit(
  refusal: 'wrongFormat' | 'badContent' | 'photoUpload',
  issue: string,
  values?: Issue['values'],
): Refusal {
  return new Refusal(refusal, {
    issues: [values ? { path: 'file', issue, values } : { path: 'file', issue }],
  });
}

/** Collects the first `wanted` bytes of a file. */
export function createHead(wanted: number) {
  let head = new Uint8Array(0);
  return {
    bytes: () => head,
    full: () => head.length >= wanted,
    /** Returns the part of the chunk after the head. */
    take(chunk: Uint8Array): Uint8Array {
      const missing = Math.max(0, wanted - head.length);
      if (missing > 0) head = joined(head, chunk.subarray(0, missing));
      return chunk.subarray(missing);
    },
  };
}
