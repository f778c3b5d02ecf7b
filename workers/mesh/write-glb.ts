/**
 * Writes meshes as GLB, one node each: 16-bit positions, compressed with EXT_meshopt_compression, readable by
 * other viewers. Writes no normals; the viewer computes them. Format: glTF 2.0, KHR_mesh_quantization,
 * EXT_meshopt_compression.
 */
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import type { Mesh } from './weld.ts';

/** Resolves once the encoder's WebAssembly module is compiled. */
export const encoderReady: Promise<void> = MeshoptEncoder.ready;

const [UNSIGNED_SHORT, UNSIGNED_INT] = [5123, 5125];
const [ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER] = [34962, 34963];
const TRIANGLES = 4;
const [jsonChunk, binChunk] = [0x4e4f534a, 0x004e4942];
/** Bytes of a position: three 16-bit numbers and two bytes of alignment. */
const positionBytes = 8;

type Quantised = {
  values: Uint16Array;
  min: number[];
  max: number[];
  scale: number;
  translation: number[];
};

/** Quantises positions to integers. @param bits of each coordinate, over the longest side of the box */
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

/** Orders triangles for the best compression, and vertices in the order of their first use. */
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

/** A mesh with the name of its GLB node. */
export type NamedMesh = { name: string; mesh: Mesh };

export type GlbOptions = {
  /** Bits of each coordinate over a mesh's longest side: 16 for work, 14 for shared copies. */
  bits?: 14 | 16;
  /** Further facts about the meshes, written into the file's `extras`. */
  extras?: Record<string, unknown>;
};

type Packed = { bytes: Uint8Array; count: number; stride: number; mode: 'ATTRIBUTES' | 'TRIANGLES' };
type Encoded = { name: string; quantised: Quantised; points: Packed; faces: Packed };

function encode({ name, mesh }: NamedMesh, bits: number): Encoded {
  const { positions, indices } = reordered(mesh);
  const quantised = quantise(positions, bits);
  const pack = (raw: Uint8Array, count: number, stride: number, mode: Packed['mode']): Packed => ({
    bytes: MeshoptEncoder.encodeGltfBuffer(raw, count, stride, mode),
    count,
    stride,
    mode,
  });
  return {
    name,
    quantised,
    points: pack(bytesOf(quantised.values), positions.length / 3, positionBytes, 'ATTRIBUTES'),
    faces: pack(bytesOf(indices), indices.length, 4, 'TRIANGLES'),
  };
}

/** Returns the buffer views of all packed bytes, and those bytes one after the other. */
function views(packed: readonly Packed[]) {
  const bin = new Uint8Array(packed.reduce((sum, { bytes }) => sum + aligned(bytes.length), 0));
  let [at, unpacked] = [0, 0];
  const list = packed.map(({ bytes, count, stride, mode }) => {
    const view = {
      buffer: 1,
      byteOffset: unpacked,
      byteLength: count * stride,
      ...(mode === 'ATTRIBUTES'
        ? { byteStride: stride, target: ARRAY_BUFFER }
        : { target: ELEMENT_ARRAY_BUFFER }),
      extensions: {
        EXT_meshopt_compression: {
          buffer: 0,
          byteOffset: at,
          byteLength: bytes.length,
          byteStride: stride,
          count,
          mode,
        },
      },
    };
    bin.set(bytes, at);
    at += aligned(bytes.length);
    unpacked += count * stride;
    return view;
  });
  return { list, bin, unpacked };
}

/** Writes the header and the two chunks of the file. */
function file(json: unknown, bin: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunks = [
    chunk(jsonChunk, new TextEncoder().encode(JSON.stringify(json)), 0x20),
    chunk(binChunk, bin, 0),
  ];
  const bytes = new Uint8Array(12 + chunks.reduce((sum, part) => sum + part.length, 0));
  const head = new DataView(bytes.buffer);
  head.setUint32(0, 0x46546c67, true);
  head.setUint32(4, 2, true);
  head.setUint32(8, bytes.length, true);
  chunks.reduce((at, part) => {
    bytes.set(part, at);
    return at + part.length;
  }, 12);
  return bytes;
}

/** Writes meshes as a GLB file. @throws Error if the encoder is not ready */
export function writeGlb(parts: readonly NamedMesh[], { bits = 16, extras = {} }: GlbOptions = {}) {
  const encoded = parts.map(part => encode(part, bits));
  const { list, bin, unpacked } = views(encoded.flatMap(({ points, faces }) => [points, faces]));
  const json = {
    asset: { version: '2.0', generator: 'Archline' },
    extensionsUsed: ['EXT_meshopt_compression', 'KHR_mesh_quantization'],
    extensionsRequired: ['EXT_meshopt_compression', 'KHR_mesh_quantization'],
    buffers: [
      { byteLength: bin.length },
      // The fallback buffer that the extension requires: readers unpack into it, the file has no bytes of it.
      { byteLength: unpacked, extensions: { EXT_meshopt_compression: { fallback: true } } },
    ],
    bufferViews: list,
    accessors: encoded.flatMap(({ quantised: { min, max }, points, faces }, i) => [
      {
        bufferView: 2 * i,
        componentType: UNSIGNED_SHORT,
        count: points.count,
        type: 'VEC3',
        min,
        max,
      },
      { bufferView: 2 * i + 1, componentType: UNSIGNED_INT, count: faces.count, type: 'SCALAR' },
    ]),
    meshes: encoded.map((_, i) => ({
      primitives: [{ attributes: { POSITION: 2 * i }, indices: 2 * i + 1, mode: TRIANGLES }],
    })),
    nodes: encoded.map(({ name, quantised: { scale, translation } }, mesh) => ({
      name,
      mesh,
      scale: [scale, scale, scale],
      translation,
    })),
    scenes: [{ nodes: encoded.map((_, i) => i) }],
    scene: 0,
    extras,
  };
  return file(json, bin);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array | Uint32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);
