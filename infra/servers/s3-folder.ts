/**
 * Buckets of the project's S3 server on disk. Each object is written to a temporary file and renamed, so that
 * a kill leaves no partial object.
 */
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export type StoredObject = { path: string; etag: string; size: number; at: Date };

const md5 = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`;

export type S3Folder = ReturnType<typeof openS3Folder>;

export function openS3Folder(root: string) {
  const etags = new Map<string, string>();
  const folder = (bucket: string) => join(root, 'buckets', encodeURIComponent(bucket));
  const pathOf = (bucket: string, key: string) => join(folder(bucket), encodeURIComponent(key));
  const partsOf = (upload: string) => join(root, 'uploads', upload);
  mkdirSync(join(root, 'uploads'), { recursive: true });

  function find(bucket: string, key: string): StoredObject | undefined {
    const path = pathOf(bucket, key);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return undefined;
    const etag = etags.get(path) ?? md5(readFileSync(path));
    etags.set(path, etag);
    return { path, etag, size: stat.size, at: stat.mtime };
  }
  return {
    hasBucket: (bucket: string) => existsSync(folder(bucket)),
    addBucket: (bucket: string) => mkdirSync(folder(bucket), { recursive: true }),
    find,
    put(bucket: string, key: string, bytes: Uint8Array): string {
      const path = pathOf(bucket, key);
      const made = join(root, randomUUID());
      writeFileSync(made, bytes);
      renameSync(made, path);
      const etag = md5(bytes);
      etags.set(path, etag);
      return etag;
    },
    remove(bucket: string, key: string): void {
      rmSync(pathOf(bucket, key), { force: true });
      etags.delete(pathOf(bucket, key));
    },
    /** Keys of a bucket in byte order. */
    keys: (bucket: string, prefix: string): string[] =>
      readdirSync(folder(bucket))
        .map(decodeURIComponent)
        .filter(key => key.startsWith(prefix))
        .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    begin(bucket: string, key: string): string {
      const upload = randomUUID();
      mkdirSync(partsOf(upload));
      writeFileSync(join(partsOf(upload), 'of'), JSON.stringify([bucket, key]));
      return upload;
    },
    isUnderWay: (upload: string) => existsSync(join(partsOf(upload), 'of')),
    uploads: (): { upload: string; bucket: string; key: string }[] =>
      readdirSync(join(root, 'uploads')).map(upload => {
        const [bucket, key]: [string, string] = JSON.parse(readFileSync(join(partsOf(upload), 'of'), 'utf8'));
        return { upload, bucket, key };
      }),
    putPart(upload: string, part: number, bytes: Uint8Array): string {
      writeFileSync(join(partsOf(upload), String(part)), bytes);
      return md5(bytes);
    },
    joined: (upload: string, parts: readonly number[]): Buffer =>
      Buffer.concat(parts.map(part => readFileSync(join(partsOf(upload), String(part))))),
    abort: (upload: string) => rmSync(partsOf(upload), { recursive: true, force: true }),
  };
}
