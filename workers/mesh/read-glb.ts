/** Reads the GLB files of writeGlb: named meshes. Trusts no number in the file, and refuses any other GLB. */
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import * as z from 'zod/mini';
import { refusalOfUnfitFile } from '#events/file/check.ts';
import type { NamedMesh } from './write-glb.ts';

/** Resolves once the decoder's WebAssembly module is compiled. */
export const decoderReady: Promise<void> = MeshoptDecoder.ready;

const whole = z.int().check(z.minimum(0));
const three = z.tuple([z.number(), z.number(), z.number()]);
const view = z.object({
  extensions: z.object({
    EXT_meshopt_compression: z.object({
      byteOffset: z._default(whole, 0),
      byteLength: whole,
      byteStride: whole,
      count: whole,
      mode: z.enum(['ATTRIBUTES', 'TRIANGLES']),
    }),
  }),
});
const scene = z.object({
  bufferViews: z.array(view),
  accessors: z.array(z.object({ bufferView: whole, componentType: whole, count: whole })),
  meshes: z.array(
    z.object({
      primitives: z.tuple([z.object({ attributes: z.object({ POSITION: whole }), indices: whole })]),
    }),
  ),
  nodes: z.array(z.object({ name: z.string(), mesh: whole, scale: three, translation: three })),
});
type Scene = z.infer<typeof scene>;
type View = Scene['bufferViews'][number];

/** Maximum number of triangles. No plan needs more, and a phone's memory is too small for more. */
const trianglesMax = 4_000_000;

const broken = () => refusalOfUnfitFile('badContent', 'plan-broken');

function chunks(bytes: Uint8Array): { json: Scene; bin: Uint8Array } {
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 28 || head.getUint32(0, true) !== 0x46546c67) throw broken();
  if (head.getUint32(8, true) !== bytes.length) throw broken();
  const jsonBytes = head.getUint32(12, true);
  if (20 + jsonBytes + 8 > bytes.length) throw broken();
  let said: unknown;
  try {
    said = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonBytes)));
  } catch {
    throw broken();
  }
  const parsed = scene.safeParse(said);
  if (!parsed.success) throw broken();
  return { json: parsed.data, bin: bytes.subarray(28 + jsonBytes) };
}

function unpack(bin: Uint8Array, found: View | undefined, stride: number): Uint8Array {
  const packed = found?.extensions.EXT_meshopt_compression;
  if (packed?.byteStride !== stride) throw broken();
  if (packed.byteOffset + packed.byteLength > bin.length) throw broken();
  const target = new Uint8Array(packed.count * stride);
  try {
    MeshoptDecoder.decodeGltfBuffer(
      target,
      packed.count,
      stride,
      bin.subarray(packed.byteOffset, packed.byteOffset + packed.byteLength),
      packed.mode,
    );
  } catch {
    throw broken();
  }
  return target;
}

/** Returns the packed points and triangles of a node. */
function viewsOf({ bufferViews, accessors, meshes }: Scene, { mesh }: Scene['nodes'][number]) {
  const primitive = meshes[mesh]?.primitives[0];
  const viewOf = (accessor: number | undefined) => bufferViews[accessors[accessor ?? -1]?.bufferView ?? -1];
  return { points: viewOf(primitive?.attributes.POSITION), faces: viewOf(primitive?.indices) };
}

/**
 * Tells whether all nodes together would unpack to too many points or triangles. Counts each node, because many nodes
 * may name the same packed bytes.
 */
function isTooMuch(scene: Scene): boolean {
  const stated = scene.nodes.map(node => {
    const { points, faces } = viewsOf(scene, node);
    const count = (packed: View | undefined) => packed?.extensions.EXT_meshopt_compression.count ?? 0;
    return Math.max(count(points), count(faces));
  });
  return stated.reduce((sum, count) => sum + count, 0) > 3 * trianglesMax;
}

function read(scene: Scene, bin: Uint8Array, node: Scene['nodes'][number]): NamedMesh {
  const { points, faces } = viewsOf(scene, node);
  const numbers = new Uint16Array(unpack(bin, points, 8).buffer);
  const indices = new Uint32Array(unpack(bin, faces, 4).buffer);
  const vertices = numbers.length / 4;
  const positions = new Float32Array(3 * vertices);
  for (let v = 0; v < vertices; v++)
    for (let axis = 0; axis < 3; axis++)
      positions[3 * v + axis] =
        (numbers[4 * v + axis] as number) * (node.scale[axis] as number) + (node.translation[axis] as number);
  if (indices.some(index => index >= vertices)) throw broken();
  return { name: node.name, mesh: { positions, indices } };
}

/**
 * Returns the meshes by their nodes' names, float32 mm.
 * @throws Refusal badContent `plan-broken` if writeGlb did not make the file; Error if the decoder is not
 * ready
 */
export function readGlb(bytes: Uint8Array): NamedMesh[] {
  const { json, bin } = chunks(bytes);
  if (isTooMuch(json)) throw broken();
  return json.nodes.map(node => read(json, bin, node));
}
