/** What a check of a file's content is: bytes go in as they come, and at the end stands what they are. */
import { type Issue, Refusal } from '../errors.ts';
import { joined } from './bytes.ts';

/** What a model is, as far as its bytes tell. */
export type ModelFacts = {
  format: 'binary' | 'ascii';
  triangles: number;
  /** In the file's own unit, as [minX, minY, minZ, maxX, maxY, maxZ]. */
  box: [number, number, number, number, number, number];
  /** Bytes after the last triangle of a binary file, where there are any; they are ignored. */
  trailing?: number;
};

export type PictureSize = { width: number; height: number };

export type Found = {
  /** What the bytes are, never what the file is called. */
  mime: string;
  model?: ModelFacts;
  /** Pixels. */
  image?: PictureSize;
  /** Stage counts that a plan states of itself. */
  stages?: { upper: number; lower: number };
  /** SHA-256 of the shapes that a plan names. */
  shapes?: string[];
  /** Bytes of each of them, as it says. */
  shapeBytes?: number[];
};

export type Check = {
  /** @throws Refusal as soon as the content is seen to be unfit */
  write(chunk: Uint8Array): void;
  /** @throws Refusal where it ends too early or holds nothing */
  end(): Found;
};

/** A check for files of a stated size, in bytes. */
export type MakeCheck = (size: number) => Check;

/** A file that is not what it should be: another format (415), or broken (422). */
export function unfit(
  refusal: 'wrongFormat' | 'badContent' | 'photoUpload',
  issue: string,
  values?: Issue['values'],
): Refusal {
  return new Refusal(refusal, {
    issues: [values ? { path: 'file', issue, values } : { path: 'file', issue }],
  });
}

/** The first bytes of a file, gathered until there are `wanted` of them. */
export function createHead(wanted: number) {
  let head = new Uint8Array(0);
  return {
    bytes: () => head,
    full: () => head.length >= wanted,
    /** Gives back what of the chunk came after the head. */
    take(chunk: Uint8Array): Uint8Array {
      const missing = Math.max(0, wanted - head.length);
      if (missing > 0) head = joined(head, chunk.subarray(0, missing));
      return chunk.subarray(missing);
    },
  };
}
