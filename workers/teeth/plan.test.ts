import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { options } from '#events/case/options.ts';
import { type BundleTooth, stageCountOf, toothNode } from '#events/plan/bundle.ts';
import { planBundleSchema } from '#events/plan/bundle-schema.ts';
import { type Movement, movementOf } from '#events/plan/movement.ts';
import { poseAtStage } from '#events/plan/pose.ts';
import { archOf, contactKeys, type Fdi, isOnRightSide, positionFromMidline } from '#events/tooth/fdi.ts';
import { decoderReady, readGlb } from '../mesh/read-glb.ts';
import { topologyOf } from '../mesh/topology.ts';
import { encoderReady } from '../mesh/write-glb.ts';
import { fineCrownDetail } from './crown-size.ts';
import type { GeneratedPlanWish } from './design.ts';
import { malocclusionKinds } from './malocclusion-kinds.ts';
import {
  createFinePlanParts,
  generatePlan,
  type PackedPlan,
  packPlan,
  packPlanShapes,
  revisedPlanOf,
  targetPlanOf,
} from './plan.ts';
import { checkSoundness, extentOnAxis, PERFECT_SOUNDNESS } from './testing.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const both = { upperStages: 24, lowerStages: 20 };
const wishes: [string, GeneratedPlanWish][] = [
  ...malocclusionKinds.map((look): [string, GeneratedPlanWish] => [look, { look, ...both }]),
  [
    'four premolars out',
    { look: 'crowding', upperStages: 42, lowerStages: 38, extracted: [14, 24, 35, 45], bare: [11, 21] },
  ],
  ['a molar missing', { look: 'spacing', upperStages: 18, lowerStages: 22, missing: [46] }],
  ['the upper jaw alone', { look: 'mild', upperStages: 14, lowerStages: 0 }],
  ['a tooth missing in the jaw that rests', { look: 'mild', upperStages: 14, lowerStages: 0, missing: [46] }],
  ['third molars', { look: 'mild', upperStages: 12, lowerStages: 12, thirdMolars: true }],
  ['few stages', { look: 'crowding', upperStages: 3, lowerStages: 1 }],
  ['molars still', { look: 'crowding', ...both, still: [17, 27], ipr: [{ contact: '11-21', mm: 0.2 }] }],
];

beforeAll(async () => {
  await encoderReady;
  await decoderReady;
});

/** Path in mm and rotation in degrees of one stage. */
const lengths = ({ mesial, buccal, extrusion, rotation, tip, torque }: Movement) => [
  Math.hypot(mesial, buccal, extrusion),
  Math.hypot(rotation, tip, torque),
];
const stagesIn = (tooth: BundleTooth) => tooth.poses.length / 7 - 1;

/** Attachment types of the plans below. A plan takes a third of a second, so none is made twice. */
const used = new Set<string>();

describe.each(wishes)('a plan with %s', (_name, wish) => {
  describe.each([1, 2])('seed %i', seed => {
    const plan = generatePlan(seed, wish);
    for (const { type } of plan.draft.attachments) used.add(type);
    const packed: PackedPlan = (() => {
      const nothing = { teeth: new Uint8Array(12), coarse: new Uint8Array(12) };
      return packPlan(plan, sha256, nothing);
    })();
    const { bundle } = packed;
    it('is valid by the bundle schema', () => {
      expect(planBundleSchema.safeParse(bundle).error?.issues ?? []).toEqual([]);
    });
    it('has the patient’s present teeth', () => {
      const gone = [...(wish.extracted ?? []), ...(wish.missing ?? [])];
      expect(bundle.teeth.length).toBe((wish.thirdMolars ? 32 : 28) - gone.length);
      expect(bundle.teeth.filter(t => gone.includes(t.fdi))).toEqual([]);
      expect([...plan.design.start.keys()].sort()).toEqual(bundle.teeth.map(t => t.fdi).sort());
    });
    it('moves no tooth more than 0.25 mm and 2 degrees a stage', () => {
      for (const tooth of bundle.teeth)
        for (let k = 1; k <= stagesIn(tooth); k++) {
          const [path = 9, turn = 9] = lengths(movementOf(tooth, k - 1, k));
          expect([tooth.fdi, k, path <= 0.251, turn <= 2.05]).toEqual([tooth.fdi, k, true, true]);
        }
    });
    it('moves a tooth at the first and the last stage of each arch, and none afterwards', () => {
      for (const row of ['upper', 'lower'] as const) {
        const stages = stageCountOf(bundle, row);
        const teeth = bundle.teeth.filter(t => archOf(t.fdi) === row);
        expect(teeth.every(t => stagesIn(t) === stages)).toBe(true);
        if (stages === 0) continue;
        for (const k of [1, stages]) {
          const most = Math.max(...teeth.flatMap(t => lengths(movementOf(t, k - 1, k))));
          expect(most).toBeGreaterThan(0.005);
        }
      }
    });
    it('has its first poses at the pivots, with correctly oriented axes', () => {
      for (const tooth of bundle.teeth) {
        expect(poseAtStage(tooth.poses, 0)).toEqual({ p: tooth.pivot, q: [0, 0, 0, 1] });
        const [mx = 0, , mz = 0, , by = 0, bz = 0, , oy = 0] = tooth.axes;
        // Mesial points to the midline or to the front, buccal outwards or to the front, occlusal to the
        // other jaw.
        expect(oy * (archOf(tooth.fdi) === 'lower' ? 1 : -1)).toBeGreaterThan(0.6);
        expect(mz + (isOnRightSide(tooth.fdi) ? mx : -mx)).toBeGreaterThan(0.3);
        expect(Math.abs(by) + bz).toBeGreaterThan(-0.6);
      }
    });
    it('places attachments on allowed teeth, and IPR at existing contacts', () => {
      for (const { tooth, at, from, to } of bundle.attachments) {
        expect([...(wish.bare ?? []), ...(wish.still ?? [])]).not.toContain(tooth);
        expect(at[1]).toBeGreaterThan(1);
        expect(from).toBeGreaterThan(0);
        expect(to).toBe(stageCountOf(bundle, archOf(tooth)));
      }
      const gone = [...(wish.extracted ?? []), ...(wish.missing ?? [])];
      const third: Fdi[] = wish.thirdMolars ? [] : [18, 28, 38, 48];
      const open = new Set(contactKeys([...gone, ...third]));
      for (const { contact, mm, before } of bundle.ipr) {
        expect(open).toContain(contact);
        expect(mm).toBeLessThanOrEqual(0.5);
        expect(before).toBeGreaterThan(0);
      }
      for (const { contact, mm } of wish.ipr ?? [])
        expect(bundle.ipr).toContainEqual(expect.objectContaining({ contact, mm }));
    });
    it('has a valid second version that differs slightly', () => {
      const other = packPlan(revisedPlanOf(plan), sha256, packed);
      expect(planBundleSchema.safeParse(other.bundle).error?.issues ?? []).toEqual([]);
      expect(other.bundle.parts).toEqual(bundle.parts);
      const changed = bundle.teeth.filter(
        (t, i) => JSON.stringify(t) !== JSON.stringify(other.bundle.teeth[i]),
      );
      if (wish.upperStages > 3) {
        expect(changed.map(t => positionFromMidline(t.fdi))).toEqual([3]);
        expect(other.bundle.attachments.length).toBe(bundle.attachments.length + 1);
        const mm = (list: typeof bundle.ipr) => list.reduce((sum, r) => sum + r.mm, 0);
        expect(mm(other.bundle.ipr) - mm(bundle.ipr)).toBeCloseTo(bundle.ipr.length ? 0.1 : 0);
      }
      for (const tooth of other.bundle.teeth)
        for (let k = 1; k <= stagesIn(tooth); k++)
          expect(Math.max(...lengths(movementOf(tooth, k - 1, k)))).toBeLessThan(2.05);
    });
  });
});

it('a plan keeps locked teeth in place', () => {
  const still: Fdi[] = [17, 27, 13];
  const { teeth } = generatePlan(2, { look: 'crowding', ...both, still }).draft;
  for (const tooth of teeth) {
    const moved = Math.max(...lengths(movementOf(tooth, 0, stagesIn(tooth))));
    expect([tooth.fdi, moved < 1e-3]).toEqual([tooth.fdi, still.includes(tooth.fdi)]);
  }
});

it('a target has the plan’s start and goal as its only stage', () => {
  const plan = generatePlan(2, { look: 'crowding', ...both });
  const { bundle } = packPlan(targetPlanOf(plan), sha256, {
    teeth: new Uint8Array(12),
    coarse: new Uint8Array(12),
  });
  expect(planBundleSchema.safeParse(bundle).error?.issues ?? []).toEqual([]);
  expect([bundle.upperStages, bundle.lowerStages]).toEqual([1, 1]);
  for (const [i, tooth] of bundle.teeth.entries()) {
    const staged = plan.draft.teeth[i];
    expect(poseAtStage(tooth.poses, 0)).toEqual(poseAtStage(staged?.poses ?? [], 0));
    expect(poseAtStage(tooth.poses, 1)).toEqual(poseAtStage(staged?.poses ?? [], 99));
  }
});

it('a plan uses only the attachment types that the doctor allows', () => {
  const allowed = ['horizontal-rectangle', 'root-control'] as const;
  const { attachments } = generatePlan(2, { look: 'deepBite', ...both, attachments: allowed }).draft;
  expect(attachments.length).toBeGreaterThan(3);
  for (const { type } of attachments) expect(allowed).toContain(type);
});

it('an attachment protrudes from its tooth, with its inner face below the enamel', () => {
  const { draft, design } = generatePlan(2, { look: 'crowding', ...both });
  expect(draft.attachments.length).toBeGreaterThan(8);
  for (const { tooth, at, size } of draft.attachments) {
    const { positions } = design.crowns.crown(tooth, fineCrownDetail);
    const middle = design.crowns.size(tooth).crown / 2;
    let enamel = 0;
    for (let v = 0; v < positions.length; v += 3) {
      const [x = 0, y = 0, z = 0] = positions.subarray(v, v + 3);
      if (Math.hypot(x - at[0], z - middle - at[2]) < 0.6) enamel = Math.max(enamel, y);
    }
    // Half of the depth is on either side of the attachment's middle, which is a little nearer to the face
    // than that.
    expect(at[1] - enamel).toBeGreaterThan(0);
    expect(at[1] - enamel).toBeLessThan(size[2] / 2);
  }
});

it('each of the seven attachment types is used by at least one plan', () => {
  expect([...used].sort()).toEqual([...options.attachmentType].sort());
});

it('a plan is determined by seed and wish; another seed gives another plan', () => {
  const wish = { look: 'crowding', ...both } as const;
  const json = (seed: number) => JSON.stringify(generatePlan(seed, wish).draft);
  expect(json(4)).toBe(json(4));
  expect(json(4)).not.toBe(json(5));
  expect(() => generatePlan(1, { look: 'mild', upperStages: 0, lowerStages: 0 })).toThrow(RangeError);
});

describe('the files of 28 teeth and 40 stages', () => {
  const plan = generatePlan(7, { look: 'crowding', upperStages: 40, lowerStages: 40 });
  it('have at most 1.5 MB, of which the coarse one has 200 kB', () => {
    const { bundle, teeth, coarse } = packPlan(plan, sha256);
    const json = Buffer.byteLength(JSON.stringify(bundle));
    expect(bundle.teeth.length).toBe(28);
    expect(coarse.length).toBeLessThanOrEqual(200_000);
    expect(json + teeth.length + coarse.length).toBeLessThanOrEqual(1_500_000);
    expect(bundle.parts.teeth).toEqual({ sha256: sha256(teeth), bytes: teeth.length });
  });
  it("contain closed bodies relative to their pivots, with the bundle's node names", () => {
    const parts = createFinePlanParts(plan);
    expect(parts.map(p => p.name)).toEqual([
      ...plan.draft.teeth.map(t => toothNode(t.fdi)),
      'gum-upper',
      'gum-lower',
    ]);
    for (const { name, mesh } of parts) {
      expect([name, checkSoundness(mesh)]).toEqual([name, PERFECT_SOUNDNESS]);
      if (!name.startsWith('gum'))
        for (const axis of [0, 1, 2] as const)
          expect(Math.max(...extentOnAxis(mesh, axis).map(Math.abs))).toBeLessThan(9);
    }
  });
  it('are read back as closed bodies', () => {
    const read = readGlb(packPlanShapes(plan).coarse);
    expect(read.length).toBe(30);
    for (const { name, mesh } of read)
      expect([name, topologyOf(mesh.indices, mesh.positions.length / 3)]).toEqual([
        name,
        { components: 1, rims: 0, branching: 0 },
      ]);
  });
});
