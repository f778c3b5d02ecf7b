/**
 * A GLB as it streams by: the header, the JSON part that names its meshes, and a binary part of the length that is left.
 * What is packed in that part is unpacked where it is drawn. Format: glTF 2.0, "Binary glTF".
 */
import * as z from 'zod/mini';
import { viewOf } from '#events/file/bytes.ts';
import { type Check, createHead, type Found, unfit } from '#events/file/check.ts';

const headBytes = 20;
const chunkHead = 8;
const [jsonChunk, binChunk] = [0x4e4f534a, 0x004e4942];
/** 32 teeth of 200 stages with a shape of their own at each are under 4 MiB of words. */
const jsonMax = 8 * 1024 * 1024;

const scene = z.object({
  asset: z.object({ version: z.string() }),
  meshes: z.array(z.object({})).check(z.minLength(1)),
  nodes: z.array(z.object({ mesh: z.optional(z.int().check(z.minimum(0))) })).check(z.minLength(1)),
});

const broken = () => unfit('badContent', 'glb-broken');

function isScene(text: string): boolean {
  try {
    const { success, data } = scene.safeParse(JSON.parse(text));
    return success && data.nodes.every(({ mesh = 0 }) => mesh < data.meshes.length);
  } catch {
    return false;
  }
}

/** @param size bytes that the file shall have */
export function glbCheck(size: number): Check {
  const head = createHead(headBytes);
  let words: ReturnType<typeof createHead> | undefined;
  let length = 0;
  const begin = () => {
    if (!head.full()) throw broken();
    const [, version, whole, json, type] = [0, 4, 8, 12, 16].map(at =>
      viewOf(head.bytes()).getUint32(at, true),
    );
    length = json ?? 0;
    const left = size - headBytes - length;
    if (version !== 2 || whole !== size || type !== jsonChunk || length > jsonMax || left < chunkHead)
      throw broken();
    return createHead(length + chunkHead);
  };
  return {
    write(chunk) {
      const rest = head.take(chunk);
      if (!head.full()) return;
      words ??= begin();
      words.take(rest);
    },
    end(): Found {
      words ??= begin();
      const bytes = words.bytes();
      if (!words.full() || !isScene(new TextDecoder().decode(bytes.subarray(0, length)))) throw broken();
      const view = viewOf(bytes);
      const isWhole = view.getUint32(length, true) === size - headBytes - length - chunkHead;
      if (!isWhole || view.getUint32(length + 4, true) !== binChunk) throw broken();
      return { mime: 'model/gltf-binary' };
    },
  };
}
