/** Reads a file in pieces and hashes it, so that it is never held in memory whole. */
import type { OnProgress } from './protocol.ts';
import { createSha256Hasher } from './sha256.ts';

const pieceBytes = 4 * 1024 * 1024;

/** Yields the file's bytes, 4 MiB at a time. `onShare` receives the progress, 0 to 1. */
export async function* readInPieces(file: Blob, onShare: OnProgress): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += pieceBytes) {
    yield new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
    onShare(Math.min(1, (at + pieceBytes) / file.size));
  }
}

/** Returns the SHA-256 as lower-case hex. */
export async function hashFile(file: Blob, onShare: OnProgress = () => {}): Promise<string> {
  const hash = createSha256Hasher();
  for await (const piece of readInPieces(file, onShare)) hash.update(piece);
  return hash.hex();
}
