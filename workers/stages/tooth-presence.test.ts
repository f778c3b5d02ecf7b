import { beforeAll, describe, expect, it } from 'vitest';
import { isToothPresent } from '#events/plan/bundle.ts';
import { planBundleSchema } from '#events/plan/bundle-schema.ts';
import { toothAxesOf } from '#events/plan/movement.ts';
import { poseAtStage, rotate, type Vec3 } from '#events/plan/pose.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import { whenPreviewReady } from '../mesh/preview.ts';
import { decoderReady, readGlb } from '../mesh/read-glb.ts';
import type { RequestedAttachment } from './attachment-seat.ts';
import { buildPlan, noProcedures } from './build.ts';
import { createContactMeter } from './contacts.ts';
import { proposePlan, type StagedArch } from './proposal.ts';
import { applyMotion } from './rigid.ts';
import { scannerDirections } from './testing/plan.ts';
import {
  applyMotionToCorners,
  createPlainCrowns,
  joinCorners,
  knownMotionAtStage,
  middleOfCorners,
  type TestTooth,
} from './testing/teeth.ts';
import type { PresenceCorrection } from './tooth-presence.ts';
import { followArch } from './track.ts';

beforeAll(async () => {
  await whenPreviewReady();
  await decoderReady;
});

const teeth = createPlainCrowns('lower', [46, 45, 44, 43, 42, 41, 31, 32, 33, 34, 35, 36]);
const at = (tooth: TestTooth, stage: number) =>
  applyMotionToCorners(tooth.corners, knownMotionAtStage(tooth, stage));
const toothOf = (fdi: Fdi): TestTooth => {
  const found = teeth.find(tooth => tooth.fdi === fdi);
  if (!found) throw new Error('no tooth');
  return found;
};
/** The arch's files of five stages, without the teeth for which `gone` is true, and with extra shells. */
function followed(
  gone: (fdi: Fdi, stage: number) => boolean,
  shells = (_stage: number): Float32Array[] => [],
) {
  const file = (stage: number) =>
    joinCorners([
      ...teeth.filter(({ fdi }) => !gone(fdi, stage)).map(tooth => at(tooth, stage)),
      ...shells(stage),
    ]);
  const arch = followArch(file(0));
  const crumbs = [1, 2, 3, 4, 5].map(stage => arch.stage(file(stage)).crumbs);
  arch.finish();
  const staged: StagedArch = { arch: 'lower', stages: 5, tracks: arch.tracks, gums: arch.gums };
  const { frame, arches } = proposePlan([staged], scannerDirections);
  const proposed = arches[0]?.teeth ?? [];
  const numbers = proposed.map(({ fdi }) => fdi);
  return { staged, world: frame.world, proposed, numbers, crumbs };
}
/** The first shell of a tooth. */
const shellOf = ({ numbers }: ReturnType<typeof followed>, fdi: Fdi) =>
  ({ arch: 'lower', piece: numbers.indexOf(fdi), at: 0 }) as const;
const built = ({ staged, world, numbers }: ReturnType<typeof followed>) =>
  buildPlan([staged], world, { lower: numbers }).bundle;
const one = (bundle: ReturnType<typeof built>, fdi: Fdi) => {
  const found = bundle.teeth.find(tooth => tooth.fdi === fdi);
  if (!found) throw new Error('no tooth');
  return found;
};

describe('a tooth that is missing from some stage files', () => {
  it('is in the plan until it disappears for good', () => {
    const bundle = built(followed((fdi, stage) => fdi === 44 && stage >= 3));
    expect(one(bundle, 44).to).toBe(2);
    expect([0, 2, 2.5, 3, 5].map(stage => isToothPresent(one(bundle, 44), stage))).toEqual([
      ...[true, true, true, false, false],
    ]);
    expect(bundle.teeth.filter(({ to }) => to !== undefined)).toHaveLength(1);
  });
  it('is in the plan, at its place, from the stage at which it appears', () => {
    const found = followed((fdi, stage) => fdi === 36 && stage < 2);
    const bundle = built(found);
    const tooth = one(bundle, 36);
    expect(tooth.from).toBe(2);
    const due = applyMotion(found.world, middleOfCorners(at(toothOf(36), 5)));
    expect(Math.hypot(...poseAtStage(tooth.poses, 5).p.map((v, i) => v - (due[i] as number)))).toBeLessThan(
      1.5,
    );
    expect(planBundleSchema.safeParse(bundle).success).toBe(true);
  });
  it('is interpolated and marked where a single stage lacks it', () => {
    const bundle = built(followed((fdi, stage) => fdi === 33 && stage === 3));
    const whole = built(followed(() => false));
    expect(one(bundle, 33).interpolated).toEqual([3]);
    const [p, due] = [poseAtStage(one(bundle, 33).poses, 3).p, poseAtStage(one(whole, 33).poses, 3).p];
    expect(Math.hypot(...p.map((v, i) => v - (due[i] as number)))).toBeLessThan(0.01);
    expect(one(bundle, 33).to).toBeUndefined();
  });
});

describe('a presence corrected by the technician', () => {
  const correctedBy = (fdi: Fdi, gone: (stage: number) => boolean, correction: PresenceCorrection) => {
    const found = followed((tooth, stage) => tooth === fdi && gone(stage));
    const spans = { lower: { [found.numbers.indexOf(fdi)]: correction } };
    const { bundle } = buildPlan(
      [found.staged],
      found.world,
      { lower: found.numbers },
      { ...noProcedures, spans },
    );
    return one(bundle, fdi);
  };
  it('keeps a tooth to the end, at its last position', () => {
    const tooth = correctedBy(44, stage => stage >= 3, { stays: true });
    expect([tooth.to, tooth.interpolated]).toEqual([undefined, [3, 4, 5]]);
    expect(poseAtStage(tooth.poses, 5)).toEqual(poseAtStage(tooth.poses, 2));
  });
  it('adds a tooth from the start, at its first position', () => {
    const tooth = correctedBy(36, stage => stage < 2, { fromStart: true });
    expect([tooth.from, tooth.interpolated]).toEqual([undefined, [0, 1]]);
    expect(poseAtStage(tooth.poses, 0)).toEqual(poseAtStage(tooth.poses, 2));
  });
  it('changes nothing if the files already have the tooth at those stages', () => {
    const tooth = correctedBy(44, stage => stage >= 3, { fromStart: true });
    expect([tooth.from, tooth.to]).toEqual([undefined, 2]);
  });
});

it('an extracted tooth has no contacts afterwards, and its neighbours face each other', () => {
  const found = followed((fdi, stage) => fdi === 44 && stage >= 3);
  const { bundle, files } = buildPlan([found.staged], found.world, { lower: found.numbers });
  const meter = createContactMeter(bundle, readGlb(files[1]));
  const pairs = (stage: number) => meter.at(stage).map(({ teeth: pair }) => pair.join('-'));
  expect([pairs(2).includes('45-44'), pairs(2).includes('45-43')]).toEqual([true, false]);
  expect([pairs(3).includes('45-44'), pairs(3).includes('45-43')]).toEqual([false, true]);
});

describe('a closed shell on a crown', () => {
  /** A box of 2 × 1 × 3 mm (scanner frame: x, y, z) about a point. */
  const box = (c: Vec3): Float32Array => {
    const v = (i: number) => [
      c[0] + (i & 1 ? 1 : -1),
      c[1] + (i & 2 ? 0.5 : -0.5),
      c[2] + (i & 4 ? 1.5 : -1.5),
    ];
    const sides = [
      ...[0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4],
      ...[2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5],
    ];
    return Float32Array.from(sides.flatMap(v));
  };
  const tooth = toothOf(41);
  const middle = middleOfCorners(tooth.corners);
  const front = tooth.corners.reduce((least, v, i) => (i % 3 === 1 ? Math.min(least, v) : least), Infinity);
  const shell = box([middle[0], front, middle[2] - 1.5]);
  const found = followed(
    () => false,
    stage => (stage < 2 || stage > 4 ? [] : [applyMotionToCorners(shell, knownMotionAtStage(tooth, stage))]),
  );

  const wish = { tooth: 41, type: 'vertical-rectangle', surface: 'buccal', from: 2, to: 4 } as const;

  it('is proposed as an attachment with its tooth, stages, surface and size', () => {
    const shells = found.proposed.flatMap(({ fdi, shells: own }) => own.map(each => ({ fdi, ...each })));
    expect(shells).toMatchObject([{ fdi: 41, surface: 'buccal', from: 2, to: 4 }]);
    const [width = 0, height = 0, depth = 0] = shells[0]?.size ?? [];
    expect([width, height, depth].map(Math.round)).toEqual([2, 3, 1]);
    expect(found.crumbs).toEqual([0, 0, 0, 0, 0]);
  });
  it('is in the plan at its place once the technician accepts it', () => {
    const { bundle } = buildPlan(
      [found.staged],
      found.world,
      { lower: found.numbers },
      { ...noProcedures, wished: [{ ...wish, shell: shellOf(found, 41) }] },
    );
    expect(bundle.attachments).toMatchObject([
      { ...wish, at: found.proposed.find(({ fdi }) => fdi === 41)?.shells[0]?.at },
    ]);
  });
  const builtWith = (one: Partial<RequestedAttachment>, from = found) => {
    const wished = [{ ...wish, shell: shellOf(from, 41), ...one }];
    return buildPlan([from.staged], from.world, { lower: from.numbers }, { ...noProcedures, wished }).bundle;
  };
  it('keeps its place in the mouth when given to another tooth', () => {
    const place = (fdi: Fdi) => {
      const bundle = builtWith({ tooth: fdi });
      const tooth = one(bundle, fdi);
      const { p, q } = poseAtStage(tooth.poses, 2);
      const [m = 0, b = 0, o = 0] = bundle.attachments[0]?.at ?? [];
      const [mesial, buccal, occlusal] = toothAxesOf(tooth);
      const local: Vec3 = [0, 1, 2].map(
        i => m * (mesial[i] ?? 0) + b * (buccal[i] ?? 0) + o * (occlusal[i] ?? 0),
      ) as unknown as Vec3;
      return rotate(q, local).map((v, i) => v + (p[i] ?? 0));
    };
    const [own, other] = [place(41), place(31)];
    expect(Math.hypot(...own.map((v, i) => v - (other[i] ?? 0)))).toBeLessThan(0.6);
  });
  it('is centred on the other surface if the technician chooses it', () => {
    const [seated] = builtWith({ surface: 'lingual', from: 1, to: 3 }).attachments;
    expect(seated).toMatchObject({ surface: 'lingual', from: 1, to: 3 });
    expect([seated?.at[0], Math.sign(seated?.at[1] ?? 0)]).toEqual([0, -1]);
  });
  it('is worn only while its tooth is in the mouth', () => {
    const going = followed(
      (fdi, stage) => fdi === 41 && stage >= 4,
      stage =>
        stage < 2 || stage > 3 ? [] : [applyMotionToCorners(shell, knownMotionAtStage(tooth, stage))],
    );
    expect(builtWith({ to: 5 }, going).attachments[0]).toMatchObject({ from: 2, to: 3 });
  });
  it.each([
    ['points known one by one', (_stage: number) => false],
    ['a tooth less later', (stage: number) => stage >= 2],
  ])('in the start file is proposed too (%s)', (_, lacks) => {
    const start = followed(
      (fdi, stage) => fdi === 36 && lacks(stage),
      stage => [applyMotionToCorners(shell, knownMotionAtStage(tooth, stage))],
    );
    const shells = start.proposed.flatMap(({ fdi, shells: own }) => own.map(each => ({ fdi, ...each })));
    expect(shells).toMatchObject([{ fdi: 41, surface: 'buccal', from: 0, to: 5 }]);
    expect([start.staged.tracks.length, start.crumbs]).toEqual([teeth.length, [0, 0, 0, 0, 0]]);
  });
  it('is counted as a crumb if it is on no crown', () => {
    const loose = followed(
      () => false,
      stage => (stage === 2 ? [box([0, 40, 30])] : []),
    );
    expect(loose.crumbs).toEqual([0, 1, 0, 0, 0]);
  });
});
