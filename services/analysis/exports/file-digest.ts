import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** Makes a file durable. @returns its size and hash */
export async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of file.createReadStream({ autoClose: false })) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}
