/** Where files' bytes lie: named by organisation and SHA-256, so that the same bytes are kept once. */
import type { Readable } from 'node:stream';
import { drawing } from './drawing-version.ts';

export type BlobName = {
  orgId: string;
  sha256: string;
  /** What was made from the bytes. Absent: the bytes themselves. */
  part?: BlobPart;
};
/** Of a record: a picture of it (WebP), and of a model its preview (GLB). */
export const previewParts = ['picture', 'mesh'] as const;
/** A model's picture from below (WebP): how an upper jaw is seen. The same bytes may be in both places. */
export const upperPart = 'picture-upper';
export type PreviewPart = (typeof previewParts)[number];
/** Of a plan.json: pictures of its stages (WebP), its shapes as a link gives them away (GLB), what its occlusion measures (JSON). */
export const posterParts = [
  `poster0-${drawing}`,
  `poster1-${drawing}`,
  `poster2-${drawing}`,
  `poster3-${drawing}`,
  `poster4-${drawing}`,
] as const;
export const occlusionPart = `occlusion-${drawing}` as const;
export const planParts = [...posterParts, 'teeth', 'coarse', occlusionPart] as const;
export type PlanPart = (typeof planParts)[number];
/** Of a plan.json: a picture of one of its stages (WebP), made where somebody looks at that stage. */
export type StagePart = `stage${number}-${typeof drawing}`;
export const stagePart = (stage: number): StagePart => `stage${stage}-${drawing}`;
/** A plan's schema allows no more stages. */
const stagesMost = 200;
export const stageParts = Array.from({ length: stagesMost + 1 }, (_, stage) => stagePart(stage));
export const blobParts: readonly (PreviewPart | typeof upperPart | PlanPart | StagePart)[] = [
  ...previewParts,
  upperPart,
  ...planParts,
  ...stageParts,
];
export type BlobPart = (typeof blobParts)[number];
/** Pictures of earlier drawings, which may lie beside a plan.json yet: they go with it. The first had no number. */
export const pastParts: readonly string[] = posterParts.flatMap((_, at) => [
  `poster${at}`,
  ...Array.from({ length: Math.max(0, drawing - 2) }, (_, past) => `poster${at}-${past + 2}`),
]);
/** First and last byte, both included. */
export type ByteRange = { from: number; to: number };

const safeOrg = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const hex = /^[0-9a-f]{64}$/;

/** `org/sha256`, or `org/sha256.part`. @throws Error where it is no name */
export function blobPath({ orgId, sha256, part }: BlobName): string {
  if (!safeOrg.test(orgId) || !hex.test(sha256)) throw new Error('not a name of a blob');
  return `${orgId}/${part ? `${sha256}.${part}` : sha256}`;
}

export interface Blobs {
  /**
   * Keeps the bytes of the finished file at `path`, which stays; resolves once bytes and name are durable. Again is no
   * error.
   * @throws Refusal fileStoreDown
   */
  keep(name: BlobName, path: string): Promise<void>;
  /** Bytes, or undefined where there is none. @throws Refusal fileStoreDown */
  size(name: BlobName): Promise<number | undefined>;
  /** The bytes, or a range of them. The stream fails where they are gone. */
  read(name: BlobName, range?: ByteRange): Readable;
  /**
   * The path of a local copy, for a child process that reads it soon; nothing lies there where the bytes are gone. It is
   * not to be written to.
   * @throws Refusal fileStoreDown
   */
  local(name: BlobName): Promise<string>;
  /** Deletes the bytes, and with them all that was made from them; what is not there is no error. */
  drop(name: BlobName): Promise<void>;
}
