/** The files of a plan, from a zip or a folder. */
import { archiveHeadByteCount } from '#events/file/archive.ts';
import { refusalOfUnfitFile } from '#events/file/check.ts';
import { sniffMediaType } from '#events/file/sniff.ts';
import { isSystemFile, isUnsafePath } from './file-names.ts';
import { maxUnpackedBytes, readZipEntries, unpackEntry } from './zip.ts';

/** A file whose bytes are read on demand. */
export type SourceFile = {
  /** Path with `/` between folders. */
  name: string;
  size: number;
  pieces(): AsyncIterable<Uint8Array>;
};

const pieceBytes = 4 * 1024 * 1024;

async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += pieceBytes)
    yield new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
}

const pathOf = (file: File) => (file.webkitRelativePath || file.name).replaceAll('\\', '/');

async function mimeOf(file: Blob) {
  return sniffMediaType(new Uint8Array(await file.slice(0, archiveHeadByteCount).arrayBuffer()));
}

/**
 * Returns the files given, without those that operating systems add: the content of one zip, or the files
 * themselves.
 * @throws Refusal badContent or wrongFormat if they cannot be read
 */
export async function openSourceFiles(files: readonly File[]): Promise<SourceFile[]> {
  const [first] = files;
  if (!first) throw refusalOfUnfitFile('badContent', 'empty-file');
  const mime = await mimeOf(first);
  if (files.length === 1 && mime === 'application/zip') {
    const entries = await readZipEntries(first);
    return entries
      .filter(({ name }) => !isSystemFile(name))
      .map(entry => ({
        name: entry.name.replaceAll('\\', '/'),
        size: entry.size,
        pieces: () => unpackEntry(first, entry),
      }));
  }
  const astray = files.find(file => isUnsafePath(pathOf(file)));
  if (astray) throw refusalOfUnfitFile('badContent', 'archive-path', { name: astray.name });
  if (files.reduce((sum, { size }) => sum + size, 0) > maxUnpackedBytes)
    throw refusalOfUnfitFile('badContent', 'file-too-large');
  return files
    .filter(file => !isSystemFile(pathOf(file)))
    .map(file => ({ name: pathOf(file), size: file.size, pieces: () => piecesOf(file) }));
}

/** Reads a small text file whole. @throws Refusal if it is larger than `max` bytes or not UTF-8 */
export async function readSmallTextFile(source: SourceFile, max: number): Promise<string> {
  if (source.size > max) throw refusalOfUnfitFile('badContent', 'file-too-large');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  try {
    for await (const piece of source.pieces()) text += decoder.decode(piece, { stream: true });
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw refusalOfUnfitFile('badContent', 'poses-syntax', { line: 1 });
    throw error;
  }
}
