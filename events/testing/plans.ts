/** Small plans for tests: teeth with stated movements in equal steps. */
import { lastStage, type PlanBundle } from '../plan/bundle.ts';
import type { Movement } from '../plan/movement.ts';
import { cross, multiply, type Quat, type Vec3 } from '../plan/pose.ts';
import { archOf, type Fdi, isOnRightSide, positionFromMidline } from '../tooth/fdi.ts';

type Frame = readonly [mesial: Vec3, buccal: Vec3, occlusal: Vec3];

/** A tooth's frame (mesial, buccal, occlusal) in an arch that runs straight to the front. */
function frameOf(tooth: Fdi): Frame {
  const out: Vec3 = [isOnRightSide(tooth) ? -1 : 1, 0, 0];
  return [[0, 0, 1], out, [0, archOf(tooth) === 'upper' ? -1 : 1, 0]];
}

const about = ([x, y, z]: Vec3, degrees: number): Quat => {
  const half = (degrees * Math.PI) / 360;
  return [x * Math.sin(half), y * Math.sin(half), z * Math.sin(half), Math.cos(half)];
};

/** Composes the rotation of a movement about occlusal, then buccal, then mesial: the inverse of movement.ts. */
function turnOf([m, b, o]: Frame, { rotation = 0, tip = 0, torque = 0 }: Partial<Movement>): Quat {
  const first = about(cross(m, b), -rotation);
  return multiply(multiply(first, about(cross(o, m), tip)), about(cross(b, o), -torque));
}

/** Returns the poses from stage 0 to the last, seven numbers each, with the movement in equal steps. */
function posesOf(pivot: Vec3, frame: Frame, to: Partial<Movement>, stages: number): number[] {
  const [m, b, o] = frame;
  return Array.from({ length: stages + 1 }, (_, k) => {
    const share = stages === 0 ? 0 : k / stages;
    const along = ([x, y, z]: Vec3, mm = 0): Vec3 => [x * mm * share, y * mm * share, z * mm * share];
    const [dm, db, dz] = [along(m, to.mesial), along(b, to.buccal), along(o, to.extrusion)];
    const turn = { rotation: to.rotation, tip: to.tip, torque: to.torque };
    const part = Object.fromEntries(
      Object.entries(turn).map(([axis, degrees = 0]) => [axis, degrees * share]),
    );
    const p = [0, 1, 2].map(i => (pivot[i] ?? 0) + (dm[i] ?? 0) + (db[i] ?? 0) + (dz[i] ?? 0));
    return [...p, ...turnOf(frame, part)];
  }).flat();
}

type Spec = Partial<Omit<PlanBundle, 'teeth'>> & {
  /** Movement of each tooth at the end of its arch. */
  teeth: Partial<Record<Fdi, Partial<Movement>>>;
};

/** Builds a plan with these movements. Default: 24 upper and 20 lower stages. */
export function planWith({ teeth, upperStages = 24, lowerStages = 20, ...more }: Spec): PlanBundle {
  const stages = { upperStages, lowerStages };
  const part = { sha256: 'a'.repeat(64), bytes: 1000 };
  return {
    format: 'archline-plan/1',
    ...stages,
    teeth: Object.entries(teeth).map(([number, to = {}]) => {
      const tooth = Number(number) as Fdi;
      const frame = frameOf(tooth);
      const pivot: Vec3 = [frame[1][0] * 20, frame[2][1] * -5, 30 - 7 * positionFromMidline(tooth)];
      const count = archOf(tooth) === 'upper' ? upperStages : lowerStages;
      const poses = posesOf(pivot, frame, to, count);
      return { fdi: tooth, pivot: [...pivot], axes: frame.flat(), poses, width: null, residual: null };
    }),
    gums: [],
    attachments: [],
    ipr: [],
    cuts: [],
    pontics: [],
    parts: { teeth: part, coarse: part },
    ...more,
  };
}

/** A buccal attachment on a tooth, worn to the end. */
export const attachmentOn = (
  tooth: Fdi,
  more: Partial<PlanBundle['attachments'][number]> = {},
): PlanBundle['attachments'][number] => ({
  tooth,
  type: 'vertical-rectangle',
  surface: 'buccal',
  at: [0, 3, 0],
  size: [2, 3, 1],
  turn: 0,
  from: 1,
  to: lastStage({ upperStages: 20, lowerStages: 20 }),
  ...more,
});
