/** Compresses the browser's files once, at build time. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const text = new Set(['.js', '.css', '.svg', '.json', '.html', '.txt']);
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes `<file>.br` and `<file>.gz` next to every text file of a folder, unless compression makes it larger.
 */
export async function precompressFiles(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(entry => entry.isFile() && text.has(extname(entry.name)))
    .map(entry => join(entry.parentPath, entry.name));
  await Promise.all(files.map(one));
}

async function one(file: string): Promise<void> {
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })]);
  if (br.length < bytes.length) await writeFile(`${file}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
}
