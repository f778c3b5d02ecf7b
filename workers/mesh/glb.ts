/**
 * A mesh as GLB: positions of 16 bits, compressed with EXT_meshopt_compression as other viewers read it. No normals:
 * who draws it computes them. Format: glTF 2.0, KHR_mesh_quantization, EXT_meshopt_compression.
 */
import { MeshoptEncoder } from 'meshoptimizer';
import type { Mesh } from './weld.ts';

/** The compiled part is there. */
export const encoderReady: Promise<void> = MeshoptEncoder.ready;

const [UNSIGNED_SHORT, UNSIGNED_INT] = [5123, 5125];
const [ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER] = [34962, 34963];
const TRIANGLES = 4;
const [jsonChunk, binChunk] = [0x4e4f534a, 0x004e4942];
/** Three numbers of 16 bits and two bytes that align them. */
const positionBytes = 8;

type Quantised = {
  values: Uint16Array;
  min: number[];
  max: number[];
  scale: number;
  translation: number[];
};

/** @param bits of each coordinate, along the longest side of the box */
function quantise(positions: Float32Array, bits: number): Quantised {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const value = positions[i] as number;
    low[i % 3] = Math.min(low[i % 3] as number, value);
    high[i % 3] = Math.max(high[i % 3] as number, value);
  }
  const longest = Math.max(...high.map((value, axis) => value - (low[axis] as number)));
  const scale = longest / (2 ** bits - 1) || 1;
  const values = new Uint16Array((positions.length / 3) * (positionBytes / 2));
  for (let v = 0; v < positions.length / 3; v++)
    for (let axis = 0; axis < 3; axis++)
      values[4 * v + axis] = Math.round(
        ((positions[3 * v + axis] as number) - (low[axis] as number)) / scale,
      );
  const max = high.map((value, axis) => Math.round((value - (low[axis] as number)) / scale));
  return { values, min: [0, 0, 0], max, scale, translation: low };
}

const aligned = (bytes: number) => (bytes + 3) & ~3;

/** Triangles in the order that packs best, with the vertices in the order in which they are first named. */
function reordered({ positions, indices }: Mesh): Mesh {
  const ordered = indices.slice();
  const [places, vertices] = MeshoptEncoder.reorderMesh(ordered, true, true);
  const moved = new Float32Array(3 * vertices);
  for (let v = 0; v < positions.length / 3; v++) {
    const to = places[v] as number;
    if (to < vertices) moved.set(positions.subarray(3 * v, 3 * v + 3), 3 * to);
  }
  return { positions: moved, indices: ordered };
}

function chunk(type: number, body: Uint8Array, filler: number): Uint8Array {
  const bytes = new Uint8Array(8 + aligned(body.length)).fill(filler);
  const head = new DataView(bytes.buffer);
  head.setUint32(0, aligned(body.length), true);
  head.setUint32(4, type, true);
  bytes.set(body, 8);
  return bytes;
}

export type GlbOptions = {
  /** Of each coordinate: 16 for work, 14 for links that are shared. */
  bits?: 14 | 16;
  /** What else is to be known of the mesh; goes into the file's `extras`. */
  extras?: Record<string, unknown>;
};

/** @throws where the encoder is not ready */
export function writeGlb(mesh: Mesh, { bits = 16, extras = {} }: GlbOptions = {}): Uint8Array<ArrayBuffer> {
  const { positions, indices } = reordered(mesh);
  const vertices = positions.length / 3;
  const { values, min, max, scale, translation } = quantise(positions, bits);
  const points = MeshoptEncoder.encodeGltfBuffer(bytesOf(values), vertices, positionBytes, 'ATTRIBUTES');
  const faces = MeshoptEncoder.encodeGltfBuffer(bytesOf(indices), indices.length, 4, 'TRIANGLES');
  const pointsRoom = aligned(points.length);
  const packed = (
    byteOffset: number,
    byteLength: number,
    byteStride: number,
    count: number,
    mode: string,
  ) => ({
    EXT_meshopt_compression: { buffer: 0, byteOffset, byteLength, byteStride, count, mode },
  });
  const json = {
    asset: { version: '2.0', generator: 'Archline' },
    extensionsUsed: ['EXT_meshopt_compression', 'KHR_mesh_quantization'],
    extensionsRequired: ['EXT_meshopt_compression', 'KHR_mesh_quantization'],
    buffers: [
      { byteLength: pointsRoom + aligned(faces.length) },
      // What readers would hold that unpack: no bytes of the file.
      {
        byteLength: values.byteLength + indices.byteLength,
        extensions: { EXT_meshopt_compression: { fallback: true } },
      },
    ],
    bufferViews: [
      {
        buffer: 1,
        byteOffset: 0,
        byteLength: values.byteLength,
        byteStride: positionBytes,
        target: ARRAY_BUFFER,
        extensions: packed(0, points.length, positionBytes, vertices, 'ATTRIBUTES'),
      },
      {
        buffer: 1,
        byteOffset: values.byteLength,
        byteLength: indices.byteLength,
        target: ELEMENT_ARRAY_BUFFER,
        extensions: packed(pointsRoom, faces.length, 4, indices.length, 'TRIANGLES'),
      },
    ],
    accessors: [
      { bufferView: 0, componentType: UNSIGNED_SHORT, count: vertices, type: 'VEC3', min, max },
      { bufferView: 1, componentType: UNSIGNED_INT, count: indices.length, type: 'SCALAR' },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, mode: TRIANGLES }] }],
    nodes: [{ mesh: 0, scale: [scale, scale, scale], translation }],
    scenes: [{ nodes: [0] }],
    scene: 0,
    extras,
  };
  const bin = new Uint8Array(pointsRoom + aligned(faces.length));
  bin.set(points);
  bin.set(faces, pointsRoom);
  const parts = [
    chunk(jsonChunk, new TextEncoder().encode(JSON.stringify(json)), 0x20),
    chunk(binChunk, bin, 0),
  ];
  const bytes = new Uint8Array(12 + parts.reduce((sum, part) => sum + part.length, 0));
  const head = new DataView(bytes.buffer);
  head.setUint32(0, 0x46546c67, true);
  head.setUint32(4, 2, true);
  head.setUint32(8, bytes.length, true);
  parts.reduce((at, part) => {
    bytes.set(part, at);
    return at + part.length;
  }, 12);
  return bytes;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array | Uint32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);
