/** Files of a share link. */
import type { BlobName, Blobs } from '../files/blobs.ts';
import type { Previews } from '../previews/previews.ts';

export type LinkPayloadDeps = { blobs: Blobs; previews: Previews };

/** A file of a share link: stored bytes, or a text generated for the link. */
export type LinkFile = { mime: string } & ({ blob: BlobName } | { text: string });

export const webpMime = 'image/webp';
export const glbMime = 'model/gltf-binary';
export const linkFileOfBlob = (blob: BlobName | undefined, mime: string): LinkFile | undefined =>
  blob && { blob, mime };
