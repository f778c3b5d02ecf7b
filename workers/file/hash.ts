/** A file in pieces, and its SHA-256: it is never held whole. */
import type { OnProgress } from './protocol.ts';
import { createSha256 } from './sha256.ts';

const pieceBytes = 4 * 1024 * 1024;

/** `onShare` is told how far the reading has come. */
export async function* piecesOf(file: Blob, onShare: OnProgress): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += pieceBytes) {
    yield new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
    onShare(Math.min(1, (at + pieceBytes) / file.size));
  }
}

/** Lower-case hex. */
export async function hashOf(file: Blob, onShare: OnProgress = () => {}): Promise<string> {
  const hash = createSha256();
  for await (const piece of piecesOf(file, onShare)) hash.update(piece);
  return hash.hex();
}
