import { beforeAll, describe, expect, it } from 'vitest';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { planBundleSchema } from '#events/plan/bundle-schema.ts';
import { type MovementAxis, movementAxes, movementOf, unitOfAxis } from '#events/plan/movement.ts';
import { poseAtStage, type Vec3 } from '#events/plan/pose.ts';
import { isOnRightSide } from '#events/tooth/fdi.ts';
import { whenPreviewReady } from '../mesh/preview.ts';
import { decoderReady, readGlb } from '../mesh/read-glb.ts';
import { buildPlan } from './build.ts';
import { proposePlan, type StagedArch } from './proposal.ts';
import { applyMotion, quaternionOfRotationVector, type RigidMotion } from './rigid.ts';
import { generateMandible, toothAxisPointsOf } from './testing/mandible.ts';
import { buildTestPlan, createStagedArch, type ToothMotion } from './testing/plan.ts';
import { defineStagedJawTests } from './testing/staged-jaws-contract.ts';
import {
  createGumBand,
  createPlainCrowns,
  joinCorners,
  knownMotionAtStage,
  middleOfCorners,
  type TestTooth,
} from './testing/teeth.ts';
import { followArch } from './track.ts';

beforeAll(async () => {
  await whenPreviewReady();
  await decoderReady;
});

const numbersOf = (teeth: readonly TestTooth[]) => teeth.map(({ fdi }) => fdi);
const size = (files: readonly Uint8Array[]) => files.reduce((sum, file) => sum + file.length, 0);

defineStagedJawTests('a generated mandible', generateMandible(), toothAxisPointsOf(generateMandible()));

describe("movements of a technician's plan are measured with the right sign", () => {
  // Scanner frame: x left, y back, z up. Only the first molars move, along another axis at each stage.
  const shift = (t: Vec3): RigidMotion => ({ q: [0, 0, 0, 1], t });
  /** Rotates about the tooth's own middle. */
  const turn = (axis: Vec3, { corners }: TestTooth): RigidMotion => {
    const q = quaternionOfRotationVector([axis[0] * 0.1, axis[1] * 0.1, axis[2] * 0.1]);
    const c = middleOfCorners(corners);
    const to = applyMotion({ q, t: [0, 0, 0] }, c);
    return { q, t: [c[0] - to[0], c[1] - to[1], c[2] - to[2]] };
  };
  const acts: Record<MovementAxis, (tooth: TestTooth, out: number, up: number) => RigidMotion> = {
    mesial: () => shift([0, -0.4, 0]),
    buccal: (_, out) => shift([0.4 * out, 0, 0]),
    extrusion: (_, _out, up) => shift([0, 0, 0.4 * up]),
    // Buccal face to the front; crown to the front; crown to the cheek.
    rotation: (tooth, out) => turn([0, 0, -out], tooth),
    tip: (tooth, _, up) => turn([up, 0, 0], tooth),
    torque: (tooth, out, up) => turn([0, out * up, 0], tooth),
  };
  const due = (axis: MovementAxis) => (unitOfAxis(axis) === 'mm' ? 0.4 : 5.73);

  let bundle: PlanBundle;
  beforeAll(() => {
    const [upper, lower] = [createPlainCrowns('upper'), generateMandible()];
    const motion: ToothMotion = (tooth, k) => {
      const { fdi } = tooth;
      const axis = movementAxes[k - 1];
      if (!axis || fdi % 10 !== 6) return { q: [0, 0, 0, 1], t: [0, 0, 0] };
      return acts[axis](tooth, isOnRightSide(fdi) ? -1 : 1, fdi < 30 ? -1 : 1);
    };
    const stages = movementAxes.length;
    ({ bundle } = buildTestPlan(
      [
        { teeth: upper, stages },
        { teeth: lower, stages },
      ],
      motion,
    ));
  });

  it.each(movementAxes)('%s in all four quadrants, with roots (3 and 4) and without (1 and 2)', axis => {
    const stage = 1 + movementAxes.indexOf(axis);
    for (const fdi of [16, 26, 36, 46] as const) {
      const tooth = bundle.teeth.find(one => one.fdi === fdi);
      if (!tooth) throw new Error('no tooth');
      const movement = movementOf(tooth, 0, stage);
      expect(movement[axis], `${axis} of ${fdi}`).toBeGreaterThan(0.8 * due(axis));
      expect(movement[axis], `${axis} of ${fdi}`).toBeLessThan(1.05 * due(axis));
    }
    const waiting = bundle.teeth.find(({ fdi }) => fdi === 35);
    expect(waiting && Math.abs(movementOf(waiting, 0, stage)[axis])).toBeLessThan(1e-4);
  });
});

describe('a plan of 28 teeth and 40 stages with gums', () => {
  const [upper, lower] = [
    createPlainCrowns('upper', undefined, 60),
    createPlainCrowns('lower', undefined, 60),
  ];
  const motion: ToothMotion = (tooth, k) => knownMotionAtStage(tooth, k / 2);
  const arches = [
    createStagedArch(upper, 40, motion, createGumBand('upper', 300)),
    createStagedArch(lower, 40, motion, createGumBand('lower', 300)),
  ];
  const { frame } = proposePlan(arches);

  it('has files of at most 1.5 MB, of which the coarse one has 200 kB', () => {
    const { bundle, files } = buildPlan(arches, frame.world, {
      upper: numbersOf(upper),
      lower: numbersOf(lower),
    });
    expect(size(files)).toBeLessThanOrEqual(1_500_000);
    expect(files[2].length).toBeLessThanOrEqual(200_000);
    expect(planBundleSchema.safeParse(JSON.parse(new TextDecoder().decode(files[0]))).success).toBe(true);
    expect([bundle.upperStages, bundle.lowerStages, bundle.gums]).toEqual([40, 40, ['upper', 'lower']]);
    for (const glb of [files[1], files[2]]) {
      const names = readGlb(glb).map(({ name }) => name);
      expect(new Set(names)).toEqual(
        new Set([...bundle.teeth.map(({ fdi }) => String(fdi)), 'gum-upper', 'gum-lower']),
      );
    }
  });
});

it('a changed shape of a tooth is at the right place with its pose', () => {
  const teeth = createPlainCrowns('lower');
  const start = joinCorners(teeth.map(({ corners }) => corners));
  const next = start.slice();
  const own = teeth[0]?.corners.length ?? 0;
  const middle = middleOfCorners(start.subarray(0, own));
  for (let i = 0; i < own; i++) {
    const c = middle[i % 3] as number;
    next[i] = c + 1.1 * ((start[i] as number) - c) + (i % 3 === 0 ? 0.5 : 0);
  }
  const followed = followArch(start);
  followed.stage(next);
  const arches: StagedArch[] = [{ arch: 'lower', stages: 1, tracks: followed.tracks, gums: [] }];
  const { frame } = proposePlan(arches);
  const { bundle, files } = buildPlan(arches, frame.world, { lower: numbersOf(teeth) });
  const changed = bundle.teeth.find(({ shapes }) => shapes);
  expect(changed).toMatchObject({ fdi: 47, shapes: ['47', '47@1'] });
  const shape = readGlb(files[1]).find(({ name }) => name === '47@1');
  const { p, q } = poseAtStage(changed?.poses ?? [], 1);
  const places = shape?.mesh.positions ?? [];
  let high = -Infinity;
  for (let i = 0; i < places.length; i += 3)
    high = Math.max(
      high,
      applyMotion({ q, t: p }, [places[i] as number, places[i + 1] as number, places[i + 2] as number])[0],
    );
  const due = Math.max(
    ...Array.from(
      { length: own / 3 },
      (_, i) =>
        applyMotion(frame.world, [
          next[3 * i] as number,
          next[3 * i + 1] as number,
          next[3 * i + 2] as number,
        ])[0],
    ),
  );
  expect(high).toBeCloseTo(due, 2);
});
