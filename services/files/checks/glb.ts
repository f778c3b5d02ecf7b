/**
 * Checks a GLB while it streams: the header, the JSON chunk that names its meshes, and a binary chunk of the
 * remaining length. Compressed data is unpacked only when drawn. Format: glTF 2.0, "Binary glTF".
 */
import { dataViewOf } from '#events/file/bytes.ts';
import {
  type CheckedFile,
  createHeadCollector,
  type FileCheck,
  refusalOfUnfitFile,
} from '#events/file/check.ts';
import { refuseJsonOverLimits } from './json-limits.ts';

const headBytes = 20;
const chunkHead = 8;
const [jsonChunk, binChunk] = [0x4e4f534a, 0x004e4942];
/** Maximum bytes of the JSON chunk. 32 teeth with a shape at each of 200 stages take less than 4 MiB. */
const jsonMax = 8 * 1024 * 1024;

/** Limits for as many shapes: 6,434 nodes of 64 values each, as `writeGlb` writes them. */
const crowd = { max: 500_000, depth: 32 };
const nodesMax = 10_000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Checks a list by hand and stops at the first fault, because a schema would report half a million faults. */
const isListOf = (value: unknown, is: (one: Record<string, unknown>) => boolean): value is unknown[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= nodesMax &&
  value.every(one => isRecord(one) && is(one));

const broken = () => refusalOfUnfitFile('badContent', 'glb-broken');

function isScene(text: string): boolean {
  try {
    const scene: unknown = JSON.parse(text);
    if (!isRecord(scene) || !isRecord(scene.asset) || typeof scene.asset.version !== 'string') return false;
    const { meshes, nodes } = scene;
    if (!isListOf(meshes, () => true)) return false;
    return isListOf(nodes, ({ mesh = 0 }) => Number.isInteger(mesh) && meshes[Number(mesh)] !== undefined);
  } catch {
    return false;
  }
}

/** @param size announced bytes of the file */
export function createGlbCheck(size: number): FileCheck {
  const head = createHeadCollector(headBytes);
  let words: ReturnType<typeof createHeadCollector> | undefined;
  let length = 0;
  const begin = () => {
    if (!head.full()) throw broken();
    const [, version, whole, json, type] = [0, 4, 8, 12, 16].map(at =>
      dataViewOf(head.bytes()).getUint32(at, true),
    );
    length = json ?? 0;
    const left = size - headBytes - length;
    if (version !== 2 || whole !== size || type !== jsonChunk || length > jsonMax || left < chunkHead)
      throw broken();
    return createHeadCollector(length + chunkHead);
  };
  return {
    write(chunk) {
      const rest = head.take(chunk);
      if (!head.full()) return;
      words ??= begin();
      words.take(rest);
    },
    end(): CheckedFile {
      words ??= begin();
      const bytes = words.bytes();
      if (!words.full()) throw broken();
      refuseJsonOverLimits(bytes.subarray(0, length), crowd);
      if (!isScene(new TextDecoder().decode(bytes.subarray(0, length)))) throw broken();
      const view = dataViewOf(bytes);
      const isWhole = view.getUint32(length, true) === size - headBytes - length - chunkHead;
      if (!isWhole || view.getUint32(length + 4, true) !== binChunk) throw broken();
      return { mime: 'model/gltf-binary' };
    },
  };
}
