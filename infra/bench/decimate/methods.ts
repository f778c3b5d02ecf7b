/**
 * Methods from an STL on disk to a preview: Archline's, three's own chain, and a plain weld with
 * meshoptimizer's simplify.
 */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { MeshoptSimplifier } from 'meshoptimizer';
import { type BufferAttribute, BufferGeometry } from 'three';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { SimplifyModifier } from 'three/addons/modifiers/SimplifyModifier.js';
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js';
import { createStlCheck, stlHeadByteCount } from '#events/file/stl.ts';
import type { SimplifiedCell } from '#workers/mesh/cell.ts';
import { createLimitedCellOffload, minTrianglesToOffload } from '#workers/mesh/cell-offload.ts';
import type { MeshOrigin } from '#workers/mesh/cells.ts';
import { createDecimator } from '#workers/mesh/decimate.ts';
import { createPreviewer, estimateStlTriangleCount, whenPreviewReady } from '#workers/mesh/preview.ts';
import { dropUnusedVertices, simplifierReady } from '#workers/mesh/simplify.ts';
import { type Mesh, weldCorners } from '#workers/mesh/weld.ts';
import { trianglesOfStl } from './scan.ts';

/** A preview; `origin` is the model's zero in its coordinates. */
export type PreviewMesh = { mesh: Mesh; origin: MeshOrigin };
/** @param target number of triangles in the preview */
type PreviewMethod = (path: string, target: number) => Promise<PreviewMesh>;

const pieceBytes = 4 * 1024 * 1024;
const zero = [0, 0, 0] as const;

const hashThread = new URL('./hash-thread.ts', import.meta.url);
const hashBeside = (path: string) =>
  new Promise((resolve, reject) => {
    new Worker(hashThread, { workerData: path }).once('message', resolve).once('error', reject);
  });

const cellThread = new URL('./cell-thread.ts', import.meta.url);

/** Node version of the browser's workers/mesh/cell-offload.ts. */
function cellsBeside() {
  const thread = new Worker(cellThread);
  const asked: ((part: SimplifiedCell) => void)[] = [];
  const ready = once(thread, 'message').then(() => {
    // Cast: the thread answers each task in order and sends nothing else.
    thread.on('message', (part: SimplifiedCell) => asked.shift()?.(part));
  });
  const lessen = createLimitedCellOffload(
    ready,
    task =>
      new Promise(resolve => {
        asked.push(resolve);
        thread.postMessage(task, [task.corners.buffer]);
      }),
  );
  return { lessen, end: () => thread.terminate() };
}

/**
 * Archline's method, as workers/file prepares a model for upload: reads in chunks, checks, simplifies,
 * measures, and hashes in parallel.
 */
const archline: PreviewMethod = async (path, target) => {
  await whenPreviewReady();
  const { size } = await stat(path);
  const cells = size / 50 > minTrianglesToOffload ? cellsBeside() : undefined;
  const sha256 = hashBeside(path);
  let previewer: ReturnType<typeof createPreviewer> | undefined;
  const check = createStlCheck(size, (corners, triangles) => previewer?.add(corners, triangles));
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    previewer ??= createPreviewer(estimateStlTriangleCount(piece, size), target, cells?.lessen);
    check.write(piece);
  }
  check.end();
  if (!previewer) throw new Error('an empty file');
  await previewer.settle();
  await cells?.end();
  const made = previewer.end();
  await sha256;
  return made;
};

/** Archline's simplification alone: like the peers, without hash and measurement. */
const blocked: PreviewMethod = async (path, target) => {
  await simplifierReady;
  const { size } = await stat(path);
  const cells = size / 50 > minTrianglesToOffload ? cellsBeside() : undefined;
  const decimator = createDecimator(target, (size - stlHeadByteCount) / 50, cells?.lessen);
  let origin: MeshOrigin | undefined;
  const check = createStlCheck(size, (corners, triangles) => {
    origin ??= [Math.round(corners[0] ?? 0), Math.round(corners[1] ?? 0), Math.round(corners[2] ?? 0)];
    decimator.add(corners, triangles, origin);
  });
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    check.write(piece);
  }
  check.end();
  await decimator.settle();
  await cells?.end();
  return { mesh: decimator.end(), origin: origin ?? zero };
};

/** three's own chain. Normals are dropped, because corners with different normals are never merged. */
const three: PreviewMethod = async (path, target) => {
  const { buffer } = await readFile(path);
  const soup = new STLLoader().parse(buffer);
  const bare = new BufferGeometry().setAttribute('position', soup.getAttribute('position'));
  const merged = mergeVertices(bare);
  const vertices = merged.getAttribute('position').count;
  const triangles = (merged.getIndex() as BufferAttribute).count / 3;
  const few = await new SimplifyModifier().modify(merged, vertices * (1 - target / triangles));
  // Cast: STLLoader and mergeVertices create plain arrays of these types.
  const positions = few.getAttribute('position').array as Float32Array;
  return { mesh: { positions, indices: Uint32Array.from(few.getIndex()?.array ?? []) }, origin: zero };
};

const plain: PreviewMethod = async (path, target) => {
  await MeshoptSimplifier.ready;
  const soup = trianglesOfStl(await readFile(path));
  const { positions, indices } = weldCorners(soup, soup.length / 9);
  const [few] = MeshoptSimplifier.simplify(indices, positions, 3, 3 * target, 1);
  return { mesh: dropUnusedVertices({ positions, indices: few }), origin: zero };
};

export const previewMethods = { archline, blocked, three, plain } as const satisfies Record<
  string,
  PreviewMethod
>;
export type PreviewMethodName = keyof typeof previewMethods;
