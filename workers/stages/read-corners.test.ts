import { describe, expect, it } from 'vitest';
import { isRefusal } from '#events/errors.ts';
import { readTriangleCorners } from './read-corners.ts';
import type { SourceFile } from './sources.ts';
import { createPlainCrowns, encodeCornersAsStl } from './testing/teeth.ts';

const triangles = 40_000_000;
const facet = 'facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\n';

/** An endless file: counts the bytes of the pieces read. */
function endless(head: Uint8Array, piece: Uint8Array, size: number) {
  const asked = { bytes: 0 };
  const source: SourceFile = {
    name: 'U0.stl',
    size,
    async *pieces() {
      yield head;
      for (; asked.bytes < size; asked.bytes += piece.length) yield piece;
    },
  };
  return { source, asked };
}
function binary() {
  const head = new Uint8Array(84);
  new DataView(head.buffer).setUint32(80, triangles, true);
  return endless(head, new Uint8Array(50 * 80_000), 84 + 50 * triangles);
}
const text = () =>
  endless(
    new TextEncoder().encode('solid jaw\n'),
    new TextEncoder().encode(facet.repeat(1000)),
    10 + facet.length * triangles,
  );

async function refusedAs(work: Promise<unknown>) {
  try {
    await work;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error.data?.issues?.[0];
  }
  return undefined;
}

describe('the corners of a stage file', () => {
  it('are those of the file', async () => {
    const [tooth] = createPlainCrowns('lower', [31]);
    const stl = encodeCornersAsStl(tooth?.corners ?? new Float32Array(0));
    const source: SourceFile = {
      name: 'L0.stl',
      size: stl.length,
      async *pieces() {
        for (let at = 0; at < stl.length; at += 77) yield stl.subarray(at, at + 77);
      },
    };
    expect(await readTriangleCorners(source)).toEqual(tooth?.corners);
  });
  it('of 40 million triangles are refused at the fourth million, not at the end', async () => {
    const { source, asked } = binary();
    const refused = await refusedAs(readTriangleCorners(source));
    expect(refused).toEqual({ path: 'file', issue: 'mesh-too-many', values: { max: 4_000_000 } });
    expect(asked.bytes).toBeLessThanOrEqual(50 * 4_000_000);
  });
  it.each([
    ['binary', binary],
    ['text', text],
  ])('of an endless %s stream are refused at the limit', async (_how, made) => {
    const { source, asked } = made();
    expect(await refusedAs(readTriangleCorners(source, () => {}, 5000))).toMatchObject({
      issue: 'mesh-too-many',
    });
    expect(asked.bytes).toBeLessThanOrEqual(50 * 80_000);
  });
});
