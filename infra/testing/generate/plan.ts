/**
 * A tiny treatment plan for tests: box-shaped teeth on an arch that straightens in equal steps, with the
 * three files of a plan.
 */
import { createHash } from 'node:crypto';
import { bundleFormat, type PlanBundle, toothNode } from '#events/plan/bundle.ts';
import { planBundleSchema } from '#events/plan/bundle-schema.ts';
import { archOf, type Fdi, isFdi } from '#events/tooth/fdi.ts';
import { encoderReady, type NamedMesh, writeGlb } from '#workers/mesh/write-glb.ts';

export type GeneratedPlanFile = { name: string; mime: string; bytes: Uint8Array; sha256: string };

/** Front teeth of both arches, from the patient's right to the left. */
const teeth = [13, 12, 11, 21, 22, 23, 43, 42, 41, 31, 32, 33].filter(isFdi);
const half = [3, 4, 2.5] as const;

/** A box around the origin with 8 corners. */
function box(name: string): NamedMesh {
  const positions = new Float32Array(24);
  for (let v = 0; v < 8; v++)
    for (let axis = 0; axis < 3; axis++)
      positions[3 * v + axis] = (v >> axis) & 1 ? (half[axis] as number) : -(half[axis] as number);
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  const indices = Uint32Array.from(quads.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d]));
  return { name, mesh: { positions, indices } };
}

/** Poses of a tooth from a crooked start to its target in equal steps; upper teeth are above lower ones. */
function poses(fdi: Fdi, stages: number): { pivot: [number, number, number]; poses: number[] } {
  const at = teeth.indexOf(fdi) % 6;
  const x = (at - 2.5) * 6.6;
  const y = archOf(fdi) === 'upper' ? 5 : -5;
  const off = at % 2 === 0 ? 1.8 : -1.2;
  const z = 24 - (x * x) / 40;
  const numbers = Array.from({ length: stages + 1 }, (_, k) => {
    const left = stages === 0 ? 1 : 1 - k / stages;
    const turn = (off * left * 8 * Math.PI) / 180 / 2;
    return [x, y + off * left, z + off * left, 0, Math.sin(turn), 0, Math.cos(turn)];
  });
  return { pivot: [x, y + off, z + off], poses: numbers.flat() };
}

const hashed = (name: string, mime: string, bytes: Uint8Array): GeneratedPlanFile => ({
  name,
  mime,
  bytes,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

export type TinyPlanOptions = { upperStages: number; lowerStages: number; extras?: Record<string, unknown> };

/**
 * Builds the files of a plan in this order: plan.json, teeth.glb, coarse.glb. `extras` are written into the
 * GLB files, because other programs also write custom data there.
 */
export async function createTinyPlan({
  upperStages,
  lowerStages,
  extras = {},
}: TinyPlanOptions): Promise<GeneratedPlanFile[]> {
  await encoderReady;
  const parts = teeth.map(fdi => box(toothNode(fdi)));
  const glb = 'model/gltf-binary';
  const fine = hashed('teeth.glb', glb, writeGlb(parts, { extras }));
  const coarse = hashed('coarse.glb', glb, writeGlb(parts, { bits: 14, extras }));
  const part = ({ sha256, bytes }: GeneratedPlanFile) => ({ sha256, bytes: bytes.length });
  const bundle: PlanBundle = {
    format: bundleFormat,
    upperStages,
    lowerStages,
    teeth: teeth.map(fdi => ({
      fdi,
      ...poses(fdi, archOf(fdi) === 'upper' ? upperStages : lowerStages),
      axes: [1, 0, 0, 0, 0, 1, 0, -1, 0],
      width: { mm: 8, origin: 'measured' },
      residual: 0.001,
    })),
    gums: [],
    attachments: [
      {
        tooth: 13 as Fdi,
        type: 'rotation',
        surface: 'buccal',
        at: [0, 3, 0],
        size: [2, 3, 1],
        turn: 0,
        from: 1,
        to: upperStages,
      },
    ],
    ipr: [{ contact: '11-21', mm: 0.2, before: Math.min(2, upperStages) }],
    cuts: [],
    pontics: [],
    parts: { teeth: part(fine), coarse: part(coarse) },
  };
  const text = new TextEncoder().encode(JSON.stringify(planBundleSchema.parse(bundle)));
  return [hashed('plan.json', 'application/json', text), fine, coarse];
}
