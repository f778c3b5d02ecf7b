/** Thread that computes the SHA-256 of the file in `workerData`, as the browser's hash worker does. */
import { createReadStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { createSha256Hasher } from '#workers/file/sha256.ts';

const hash = createSha256Hasher();
for await (const piece of createReadStream(workerData, { highWaterMark: 4 * 1024 * 1024 }))
  hash.update(piece);
parentPort?.postMessage(hash.hex());
