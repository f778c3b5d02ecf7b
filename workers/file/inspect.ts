/**
 * Inspects a file before it is uploaded: runs the server's content checks, converts models to STL and hashes.
 */
import { limits } from '#events/case/limits.ts';
import type { FileKind } from '#events/case/options.ts';
import { isRefusal } from '#events/errors.ts';
import { archiveHeadByteCount, archiveTailByteCount, identifyArchive } from '#events/file/archive.ts';
import { avatarMediaTypes, photoMediaTypes, readPicture } from '#events/file/picture.ts';
import { sniffByteCount, sniffMediaType } from '#events/file/sniff.ts';
import { createStlCheck, stlHeadByteCount } from '#events/file/stl.ts';
import type { OnTriangles } from '#events/file/triangle-runs.ts';
import { type CellOffloader, offloadNothing } from '../mesh/cell-offload.ts';
import { drawMesh, occlusalViewOfSlot } from '../mesh/draw.ts';
import {
  createPreviewer,
  estimateStlTriangleCount,
  previewTriangleCount,
  whenPreviewReady,
} from '../mesh/preview.ts';
import { createObjReader } from '../mesh/read-obj.ts';
import { createPlyReader } from '../mesh/read-ply.ts';
import type { MeshReader } from '../mesh/reader.ts';
import { createStlWriter } from '../mesh/write-stl.ts';
import { hashFile, readInPieces } from './hash.ts';
import type { FilePurpose, InspectedModel, InspectResult, OnProgress, ReadyFile } from './protocol.ts';
import { createSha256Hasher } from './sha256.ts';

const [pictureWidth, pictureHeight] = [480, 360];

type HashOf = (file: Blob) => Promise<string>;

/** Functions that may run in another thread. By default they run in this one. */
export type OffloadedTasks = { hash: HashOf; cells: CellOffloader };
const thisThread: OffloadedTasks = { hash: hashFile, cells: offloadNothing };

type InspectOptions = OffloadedTasks & { slot: FilePurpose['slot']; onShare: OnProgress };

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

async function readyWithHash(file: Blob, { onShare }: Pick<InspectOptions, 'onShare'>): Promise<ReadyFile> {
  return { sha256: await hashFile(file, onShare), converted: null, model: null };
}

/**
 * Makes a model's preview from the triangles read. The picture is as wide as a tile on a high-density screen.
 */
function createModelPreview(expected: number, { slot, cells }: InspectOptions) {
  const { simplify, end } = cells(expected);
  const previewer = createPreviewer(expected, previewTriangleCount, simplify);
  return {
    add: previewer.add,
    async end(): Promise<InspectedModel> {
      await previewer.settle();
      end();
      const { mesh, findings } = previewer.end();
      return { findings, picture: drawMesh(mesh, pictureWidth, pictureHeight, occlusalViewOfSlot(slot)) };
    },
  };
}

async function inspectStl(file: File, head: Uint8Array, how: InspectOptions): Promise<ReadyFile> {
  const sha256 = how.hash(file);
  // Prevents an unhandled rejection: nothing awaits the hash if the model is refused.
  sha256.catch(() => undefined);
  const inspectModel = createModelPreview(estimateStlTriangleCount(head, file.size), how);
  const check = createStlCheck(file.size, inspectModel.add);
  for await (const piece of readInPieces(file, how.onShare)) {
    check.write(piece);
  }
  const facts = check.end().model;
  const { findings, picture } = await inspectModel.end();
  const found = facts?.trailing ? { ...findings, trailing: facts.trailing } : findings;
  return { sha256: await sha256, converted: null, model: { findings: found, picture } };
}

/**
 * Returns the reader of a model that is not an STL. A PLY is known by its first bytes, an OBJ by its file
 * name.
 */
function readerOf(file: File, head: Uint8Array): ((onTriangles: OnTriangles) => MeshReader) | undefined {
  if (sniffMediaType(head) === 'model/ply') return createPlyReader;
  return /\.obj$/i.test(file.name) ? createObjReader : undefined;
}

async function model(file: File, how: InspectOptions): Promise<ReadyFile> {
  await whenPreviewReady();
  const head = await bytesOf(file.slice(0, stlHeadByteCount));
  const read = readerOf(file, head.subarray(0, sniffByteCount));
  if (!read) return inspectStl(file, head, how);
  const writer = createStlWriter();
  const made = createModelPreview(estimateStlTriangleCount(head, file.size), how);
  const reader = read((corners, triangles) => {
    writer.add(corners, triangles);
    made.add(corners, triangles);
  });
  for await (const piece of readInPieces(file, how.onShare)) {
    reader.write(piece);
  }
  reader.end();
  const hash = createSha256Hasher();
  const pieces = writer.end();
  for (const piece of pieces) hash.update(piece);
  // The readers stop before the STL could exceed limits.stlBytes.
  return { sha256: hash.hex(), converted: new Blob(pieces, { type: 'model/stl' }), model: await made.end() };
}

const picture = (types: readonly string[], maxSide?: number) => async (file: File, how: InspectOptions) => {
  readPicture(await bytesOf(file), types, maxSide);
  return readyWithHash(file, how);
};

async function archive(file: File, how: InspectOptions): Promise<ReadyFile> {
  const head = await bytesOf(file.slice(0, archiveHeadByteCount));
  const tail = await bytesOf(file.slice(Math.max(0, file.size - archiveTailByteCount)));
  identifyArchive(head, tail);
  return readyWithHash(file, how);
}

const photo = picture(photoMediaTypes);

const inspectors: Record<FileKind, (file: File, how: InspectOptions) => Promise<ReadyFile>> = {
  stl: model,
  photo,
  radiograph: photo,
  avatar: picture(avatarMediaTypes, limits.avatarSide),
  logo: picture(avatarMediaTypes, limits.avatarSide),
  archive,
  other: archive,
  plan: readyWithHash,
  chat: readyWithHash,
  article: picture(avatarMediaTypes),
  download: readyWithHash,
};

/**
 * Returns the file ready for upload, or the reasons why it is refused. `onShare` receives the progress, 0 to
 * 1.
 * @param beside hashes a model and simplifies its cells, if possible in other threads
 */
export async function inspectForUpload(
  file: File,
  { kind, slot }: FilePurpose,
  onShare: OnProgress,
  beside: OffloadedTasks = thisThread,
): Promise<InspectResult> {
  try {
    return { ready: await inspectors[kind](file, { slot, onShare, ...beside }) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refused: { refusal: error.refusal, issues: error.data?.issues ?? [] } };
  }
}
