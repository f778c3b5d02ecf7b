import { beforeAll, describe, expect, it } from 'vitest';
import { whenPreviewReady } from '../mesh/preview.ts';
import { decoderReady, readGlb } from '../mesh/read-glb.ts';
import { seededRandom } from '../mesh/seeded-random.ts';
import { simplify } from '../mesh/simplify.ts';
import { topologyOf } from '../mesh/topology.ts';
import { type Mesh, weldCorners } from '../mesh/weld.ts';
import { buildPlan } from './build.ts';
import { type PlanShape, packShapes, shapeDetails } from './pack-shapes.ts';
import { proposePlan } from './proposal.ts';
import { createStagedArch, scannerDirections } from './testing/plan.ts';
import { createPlainCrowns, knownMotionAtStage } from './testing/teeth.ts';

beforeAll(async () => {
  await whenPreviewReady();
  await decoderReady;
});

const closed = { components: 1, rims: 0, branching: 0 };
const found = ({ indices, positions }: Mesh) => topologyOf(indices, positions.length / 3);

/** Closed crowns of 14,160 triangles each: more than either level of detail keeps. */
const rings = 60;
const fine = createPlainCrowns('lower', [46, 45, 44], rings);
const shapes = (): PlanShape[] =>
  fine.map(({ fdi, corners }) => ({
    name: String(fdi),
    kind: 'tooth',
    mesh: weldCorners(corners, corners.length / 9),
  }));

/**
 * Compares meshes byte for byte. Returns a boolean, because a diff of 40,000 numbers takes a minute to print.
 */
const sameBytes = (a: Mesh, b: Mesh): boolean =>
  Buffer.from(a.positions.buffer).equals(Buffer.from(b.positions.buffer)) &&
  Buffer.from(a.indices.buffer).equals(Buffer.from(b.indices.buffer));

describe('simplify', () => {
  it('leaves its input unchanged', () => {
    const [{ mesh } = { mesh: undefined }] = shapes();
    if (!mesh) throw new Error('no shape');
    const before = structuredClone(mesh);
    const few = simplify(mesh, { target: 800, errorMax: 2 });
    expect(few.indices.length / 3).toBeLessThanOrEqual(800);
    expect(sameBytes(mesh, before)).toBe(true);
  });
});

describe('packing shapes', () => {
  it('leaves every shape unchanged', () => {
    const packed = shapes();
    const before = shapes();
    packShapes(packed, shapeDetails.coarse);
    packShapes(packed, shapeDetails.teeth);
    expect(packed.map(({ mesh }, i) => sameBytes(mesh, before[i]?.mesh ?? mesh))).toEqual([true, true, true]);
  });

  it('keeps a closed tooth closed in the fine file, even after the coarse one was packed', () => {
    const packed = shapes();
    expect(packed.map(({ mesh }) => found(mesh))).toEqual([closed, closed, closed]);
    const coarse = readGlb(packShapes(packed, shapeDetails.coarse));
    const teeth = readGlb(packShapes(packed, shapeDetails.teeth));
    expect([...coarse, ...teeth].map(({ mesh }) => found(mesh))).toEqual(Array(6).fill(closed));
    expect(teeth.map(({ mesh }) => mesh.indices.length / 3)).toEqual(
      Array(3).fill(expect.closeTo(shapeDetails.teeth.tooth, -1)),
    );
  });

  it('keeps both files within their size limit with 120 changed shapes', () => {
    const random = seededRandom(19);
    const [changed] = createPlainCrowns('lower', [46], 30);
    if (!changed) throw new Error('no shape');
    const noisy = Array.from({ length: 120 }, (_, i): PlanShape => {
      const { indices, positions: places } = weldCorners(changed.corners, changed.corners.length / 9);
      const positions = places.map(value => value + 0.04 * (random() - 0.5));
      return { name: `46/${i}`, kind: 'tooth', mesh: { positions, indices } };
    });
    expect(packShapes(noisy, shapeDetails.teeth).length).toBeLessThanOrEqual(shapeDetails.teeth.bytesMax);
    expect(packShapes(noisy, shapeDetails.coarse).length).toBeLessThanOrEqual(shapeDetails.coarse.bytesMax);
  });
});

describe('building a plan', () => {
  it('gives the same bytes when the same stages are built twice', () => {
    const arches = [createStagedArch(fine, 2, knownMotionAtStage)];
    const { frame } = proposePlan(arches, scannerDirections);
    const build = () => buildPlan(arches, frame.world, { lower: fine.map(({ fdi }) => fdi) }).files;
    const [one, two] = [build(), build()];
    expect(two.map((file, i) => Buffer.from(file).equals(one[i] ?? file))).toEqual(one.map(() => true));
  });
});
