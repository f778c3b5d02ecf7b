/** Reads a file before it is sent: the server's own checks of its content, a model's conversion, and its hash. */
import type { FileKind } from '#events/case/options.ts';
import { isRefusal } from '#events/errors.ts';
import { headBytes, readArchive, tailBytes } from '#events/file/archive.ts';
import { avatarTypes, photoTypes, readPicture } from '#events/file/picture.ts';
import type { OnTriangles } from '#events/file/runs.ts';
import { sniff, sniffBytes } from '#events/file/sniff.ts';
import { stlCheck, stlHead } from '#events/file/stl.ts';
import { type CellsBeside, noneBeside } from '../mesh/cell-beside.ts';
import { drawMesh, viewOfSlot } from '../mesh/draw.ts';
import { createPreviewer, expectedTriangles, previewReady, previewTriangles } from '../mesh/preview.ts';
import { readObj } from '../mesh/read-obj.ts';
import { readPly } from '../mesh/read-ply.ts';
import type { MeshReader } from '../mesh/reader.ts';
import { createStlWriter } from '../mesh/write-stl.ts';
import { hashOf, piecesOf } from './hash.ts';
import type { Answer, FilePlace, OnShare, ReadModel, Ready } from './protocol.ts';
import { createSha256 } from './sha256.ts';

const [pictureWidth, pictureHeight] = [480, 360];

type HashOf = (file: Blob) => Promise<string>;

/** Who does what another thread can do meanwhile: this one, where nobody else is named. */
export type Beside = { hash: HashOf; cells: CellsBeside };
const alone: Beside = { hash: hashOf, cells: noneBeside };

type How = Beside & { slot: FilePlace['slot']; onShare: OnShare };

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

async function hashed(file: Blob, { onShare }: Pick<How, 'onShare'>): Promise<Ready> {
  return { sha256: await hashOf(file, onShare), converted: null, model: null };
}

/** The triangles of a model, read once more for its preview. A picture is as wide as a tile shows it on a fine screen. */
function createModel(expected: number, { slot, cells }: How) {
  const { lessen, end } = cells(expected);
  const previewer = createPreviewer(expected, previewTriangles, lessen);
  return {
    add: previewer.add,
    async end(): Promise<ReadModel> {
      await previewer.settle();
      end();
      const { mesh, findings } = previewer.end();
      return { findings, picture: drawMesh(mesh, pictureWidth, pictureHeight, viewOfSlot(slot)) };
    },
  };
}

async function asStl(file: File, head: Uint8Array, how: How): Promise<Ready> {
  const sha256 = how.hash(file);
  // A model that is refused is not waited for.
  sha256.catch(() => undefined);
  const model = createModel(expectedTriangles(head, file.size), how);
  const check = stlCheck(file.size, model.add);
  for await (const piece of piecesOf(file, how.onShare)) {
    check.write(piece);
  }
  const facts = check.end().model;
  const { findings, picture } = await model.end();
  const found = facts?.trailing ? { ...findings, trailing: facts.trailing } : findings;
  return { sha256: await sha256, converted: null, model: { findings: found, picture } };
}

/** The reader of a model that is no STL: a PLY by its first bytes, an OBJ, which has none, by its name. */
function readerOf(file: File, head: Uint8Array): ((onTriangles: OnTriangles) => MeshReader) | undefined {
  if (sniff(head) === 'model/ply') return readPly;
  return /\.obj$/i.test(file.name) ? readObj : undefined;
}

async function model(file: File, how: How): Promise<Ready> {
  await previewReady();
  const head = await bytesOf(file.slice(0, stlHead));
  const read = readerOf(file, head.subarray(0, sniffBytes));
  if (!read) return asStl(file, head, how);
  const writer = createStlWriter();
  const made = createModel(expectedTriangles(head, file.size), how);
  const reader = read((corners, triangles) => {
    writer.add(corners, triangles);
    made.add(corners, triangles);
  });
  for await (const piece of piecesOf(file, how.onShare)) {
    reader.write(piece);
  }
  reader.end();
  const hash = createSha256();
  const pieces = writer.end();
  for (const piece of pieces) hash.update(piece);
  // The readers stop before this could be larger than limits.stlBytes.
  return { sha256: hash.hex(), converted: new Blob(pieces, { type: 'model/stl' }), model: await made.end() };
}

const picture = (types: readonly string[]) => async (file: File, how: How) => {
  readPicture(await bytesOf(file), types);
  return hashed(file, how);
};

async function archive(file: File, how: How): Promise<Ready> {
  const head = await bytesOf(file.slice(0, headBytes));
  const tail = await bytesOf(file.slice(Math.max(0, file.size - tailBytes)));
  readArchive(head, tail);
  return hashed(file, how);
}

const photo = picture(photoTypes);

const ways: Record<FileKind, (file: File, how: How) => Promise<Ready>> = {
  stl: model,
  photo,
  radiograph: photo,
  avatar: picture(avatarTypes),
  archive,
  other: archive,
  plan: hashed,
  chat: hashed,
  article: picture(avatarTypes),
  download: hashed,
};

/**
 * What a file is, or why it may not be sent. `onShare` is told how far it has come.
 * @param beside the hash of a model, which is read for it once more, and its cells
 */
export async function inspect(
  file: File,
  { kind, slot }: FilePlace,
  onShare: OnShare,
  beside: Beside = alone,
): Promise<Answer> {
  try {
    return { ready: await ways[kind](file, { slot, onShare, ...beside }) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refused: { refusal: error.refusal, issues: error.data?.issues ?? [] } };
  }
}
