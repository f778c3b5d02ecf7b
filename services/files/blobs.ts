/** Storage of files' bytes, named by organisation and SHA-256, so that equal bytes are stored once. */
import type { Readable } from 'node:stream';
import { drawingVersion } from './drawing-version.ts';

export type BlobName = {
  orgId: string;
  sha256: string;
  /** Names data that is derived from the bytes. Without it, the name means the bytes themselves. */
  part?: BlobPart;
};
/** Parts derived from a record: its picture (WebP) and, for a model, its preview (GLB). */
const previewParts = ['picture', 'mesh'] as const;
/**
 * A model's picture from below (WebP), the view of an upper jaw. The same bytes may be used for both jaws.
 */
export const upperJawPicturePart = 'picture-upper';
export type PreviewPart = (typeof previewParts)[number];
/**
 * Parts derived from a plan.json: pictures of its stages (WebP), its shapes as a link exposes them (GLB), and its
 * occlusal measures (JSON).
 */
export const posterParts = [
  `poster0-${drawingVersion}`,
  `poster1-${drawingVersion}`,
  `poster2-${drawingVersion}`,
  `poster3-${drawingVersion}`,
  `poster4-${drawingVersion}`,
] as const;
export const occlusionPart = `occlusion-${drawingVersion}` as const;
export const allPlanParts = [...posterParts, 'teeth', 'coarse', occlusionPart] as const;
export type PlanPart = (typeof allPlanParts)[number];
/** Part derived from a plan.json on demand: a picture of one stage (WebP). */
export type StagePart = `stage${number}-${typeof drawingVersion}`;
export const stagePart = (stage: number): StagePart => `stage${stage}-${drawingVersion}`;
/** Last stage that a plan's schema allows. */
const stagesMost = 200;
const stageParts = Array.from({ length: stagesMost + 1 }, (_, stage) => stagePart(stage));
export const blobParts: readonly (PreviewPart | typeof upperJawPicturePart | PlanPart | StagePart)[] = [
  ...previewParts,
  upperJawPicturePart,
  ...allPlanParts,
  ...stageParts,
];
export type BlobPart = (typeof blobParts)[number];
/**
 * Older renderings that may still be stored beside a plan.json; they are deleted with it. The first version
 * had no number.
 */
export const outdatedPlanParts: readonly string[] = posterParts.flatMap((_, at) => [
  `poster${at}`,
  ...Array.from({ length: Math.max(0, drawingVersion - 2) }, (_, past) => `poster${at}-${past + 2}`),
]);
/** A range of bytes, from the first to the last, both inclusive. */
export type ByteRange = { from: number; to: number };

const safeOrg = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const hex = /^[0-9a-f]{64}$/;

/** Returns `org/sha256`, or `org/sha256.part`. @throws Error for an invalid name */
export function blobPath({ orgId, sha256, part }: BlobName): string {
  if (!safeOrg.test(orgId) || !hex.test(sha256)) throw new Error('invalid blob name');
  return `${orgId}/${part ? `${sha256}.${part}` : sha256}`;
}

export interface Blobs {
  /**
   * Stores the bytes of the finished file at `path`, which is kept. Resolves once bytes and name are durable.
   * Idempotent.
   * @throws Refusal fileStoreDown
   */
  keep(name: BlobName, path: string): Promise<void>;
  /** Size in bytes; undefined if missing. @throws Refusal fileStoreDown */
  size(name: BlobName): Promise<number | undefined>;
  /** Streams the bytes, or a range of them. The stream fails if they are missing. */
  read(name: BlobName, range?: ByteRange): Readable;
  /**
   * Returns the path of a local copy for a child process that reads it soon. The path does not exist if the
   * bytes are missing. Do not write to it.
   * @throws Refusal fileStoreDown
   */
  local(name: BlobName): Promise<string>;
  /** Deletes the bytes and everything derived from them. Missing bytes are no error. */
  drop(name: BlobName): Promise<void>;
}
