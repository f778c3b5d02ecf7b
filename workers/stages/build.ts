/**
 * Builds a plan bundle from followed arches and confirmed FDI numbers: plan.json and two GLB files of shapes.
 */
import { badField, type Issue, Refusal } from '#events/errors.ts';
import { type BundleTooth, bundleFormat, gumNode, type PlanBundle, toothNode } from '#events/plan/bundle.ts';
import { planBundleSchema } from '#events/plan/bundle-schema.ts';
import {
  conjugate,
  minus,
  multiply,
  numbersPerPose,
  poseAtStage,
  rotate,
  type Vec3,
} from '#events/plan/pose.ts';
import { type Arch, archOf, type Fdi } from '#events/tooth/fdi.ts';
import { createSha256Hasher } from '../file/sha256.ts';
import type { Mesh } from '../mesh/weld.ts';
import type { RequestedAttachment } from './attachment-seat.ts';
import { type CrownFrame, findCrown } from './crown.ts';
import { type PlanShape, packShapes, shapeDetails } from './pack-shapes.ts';
import { placeAttachments } from './place-attachments.ts';
import { applyMotionToMesh, orderMeshesAlongArch, type StagedArch } from './proposal.ts';
import { applyMotion, quaternionNearerTo, type RigidMotion } from './rigid.ts';
import { applyPresenceCorrection, type PresenceCorrectionsByArch } from './tooth-presence.ts';
import type { ToothTrack } from './track.ts';

/**
 * For each arch the FDI number of each track. Null leaves a piece out, such as an abutment or a scan body.
 */
export type ConfirmedToothNumbers = Partial<Record<Arch, readonly (Fdi | null)[]>>;
/** The procedures of a plan besides tooth movement: attachments, IPR, cuts and pontics. */
export type PlanProcedures = Pick<PlanBundle, 'attachments' | 'ipr' | 'cuts' | 'pontics'> & {
  /** Attachments to be placed on their crowns. */
  wished?: readonly RequestedAttachment[];
  /** Degrees by which a technician turned a tooth's measured axes about its long axis. */
  turned?: Partial<Record<Fdi, number>>;
  /**
   * A technician's corrections of when a tooth is in the mouth, by arch and by index in the arch's tracks.
   */
  spans?: PresenceCorrectionsByArch;
};
export const noProcedures: PlanProcedures = { attachments: [], ipr: [], cuts: [], pontics: [] };

export type BuiltPlan = {
  bundle: PlanBundle;
  /** In the order in which a plan version names them: plan.json, teeth.glb, coarse.glb. */
  files: readonly [
    plan: Uint8Array<ArrayBuffer>,
    teeth: Uint8Array<ArrayBuffer>,
    coarse: Uint8Array<ArrayBuffer>,
  ];
};

/** Rounds to 1e-6 mm, and quaternions to 1e-8 (about 1e-6°): a tenth of the required accuracy. */
const round = (value: number, digits: number) => Number(value.toFixed(digits)) || 0;
const mm = (value: number) => round(value, 6);

/** Returns a tooth's world poses about a pivot, seven numbers for each stage from 0. */
function posesAbout(track: ToothTrack, world: RigidMotion, pivot: Vec3): number[] {
  const count = track.poses.length / numbersPerPose;
  const first = poseAtStage(track.poses, 0);
  const arm = minus(
    applyMotion({ q: conjugate(world.q), t: [0, 0, 0] }, minus(pivot, world.t)),
    track.centre,
  );
  const poses: number[] = [];
  let before = first.q;
  for (let stage = 0; stage < count; stage++) {
    const { p, q } = poseAtStage(track.poses, stage);
    const at = applyMotion(world, applyMotion({ q, t: p }, arm));
    const turn = quaternionNearerTo(multiply(multiply(world.q, q), conjugate(world.q)), before);
    before = turn;
    poses.push(...at.map(mm), ...turn.map(value => round(value, 8)));
  }
  return poses;
}

/** Returns a shape relative to a pivot, as a viewer moves it by the tooth's poses. */
function about(pivot: Vec3, { positions, indices }: Mesh): Mesh {
  return { positions: positions.map((value, i) => value - (pivot[i % 3] as number)), indices };
}

/**
 * Moves a later stage's shape back to the tooth's start, so that the pose of that stage puts it in place
 * again.
 */
function putBack(mesh: Mesh, world: RigidMotion, poses: readonly number[], stage: number): Mesh {
  const { p, q } = poseAtStage(poses, stage);
  const moved = applyMotionToMesh(world, mesh);
  const out = new Float32Array(moved.positions.length);
  for (let i = 0; i < out.length; i += 3) {
    const at: Vec3 = [
      moved.positions[i] as number,
      moved.positions[i + 1] as number,
      moved.positions[i + 2] as number,
    ];
    out.set(rotate(conjugate(q), minus(at, p)), i);
  }
  return { positions: out, indices: mesh.indices };
}

export type BuiltTooth = { tooth: BundleTooth; shapes: PlanShape[]; crown: CrownFrame; track: ToothTrack };

type Named = { fdi: Fdi; track: ToothTrack; mesh: Mesh; turned: number };

function buildTooth({ fdi, track, mesh, turned }: Named, world: RigidMotion, tangent: Vec3): BuiltTooth {
  const crown = findCrown(fdi, mesh, tangent, turned);
  const pivot: Vec3 = [mm(crown.pivot[0]), mm(crown.pivot[1]), mm(crown.pivot[2])];
  const poses = posesAbout(track, world, pivot);
  const node = (stage: number) => (track.changed.has(stage) ? `${fdi}@${stage}` : toothNode(fdi));
  const names = Array.from({ length: poses.length / numbersPerPose }, (_, stage) => node(stage));
  const own: PlanShape = { kind: 'tooth', name: toothNode(fdi), mesh: about(pivot, mesh) };
  const others = [...track.changed].map(
    ([stage, shape]): PlanShape => ({
      kind: 'tooth',
      name: node(stage),
      mesh: putBack(shape, world, poses, stage),
    }),
  );
  const width = round(crown.width, 2);
  return {
    tooth: {
      fdi,
      pivot: [...pivot],
      axes: crown.axes.flatMap(axis => axis.map(value => round(value, 7))),
      poses,
      ...(turned !== 0 ? { turned } : {}),
      ...(track.from > 0 ? { from: track.from } : {}),
      ...(track.to === null ? {} : { to: track.to }),
      ...(track.lost.length > 0 ? { interpolated: track.lost } : {}),
      width: width >= 0.1 && width <= 15 ? { mm: width, origin: 'measured' } : null,
      residual: track.residual === null ? null : round(track.residual, 7),
      ...(track.changed.size > 0 ? { shapes: names } : {}),
    },
    shapes: [own, ...others],
    crown,
    track,
  };
}

function buildArch(
  { arch, tracks, gums }: StagedArch,
  world: RigidMotion,
  numbers: readonly (Fdi | null)[],
  { turned = {}, spans = {} }: Pick<PlanProcedures, 'turned' | 'spans'>,
): {
  teeth: BuiltTooth[];
  gums: PlanShape[];
} {
  if (numbers.length !== tracks.length) throw badField(`numbers.${arch}`, 'invalid');
  const named = tracks.flatMap((original, i) => {
    const fdi = numbers[i];
    const track = applyPresenceCorrection(original, spans[arch]?.[i]);
    return fdi ? [{ fdi, track, mesh: applyMotionToMesh(world, track.mesh), turned: turned[fdi] ?? 0 }] : [];
  });
  for (const { fdi } of named)
    if (archOf(fdi) !== arch) throw badField(`numbers.${arch}`, 'tooth-other-arch', { tooth: fdi });
  const line = orderMeshesAlongArch(named.map(({ mesh }) => mesh));
  const teeth = line.flatMap(({ at, tangent }) => {
    const tooth = named[at];
    return tooth ? [buildTooth(tooth, world, tangent)] : [];
  });
  const parts = gums.map(gum => applyMotionToMesh(world, gum));
  const whole = parts.length > 0 ? [{ kind: 'gum' as const, name: gumNode(arch), mesh: joined(parts) }] : [];
  return { teeth, gums: whole };
}

/** Joins several meshes into one. */
function joined(meshes: readonly Mesh[]): Mesh {
  const sum = (list: readonly { length: number }[]) => list.reduce((all, { length }) => all + length, 0);
  const positions = new Float32Array(sum(meshes.map(mesh => mesh.positions)));
  const indices = new Uint32Array(sum(meshes.map(mesh => mesh.indices)));
  let [p, i] = [0, 0];
  for (const mesh of meshes) {
    positions.set(mesh.positions, p);
    indices.set(
      mesh.indices.map(index => index + p / 3),
      i,
    );
    p += mesh.positions.length;
    i += mesh.indices.length;
  }
  return { positions, indices };
}

function hashOf(bytes: Uint8Array): { sha256: string; bytes: number } {
  const hash = createSha256Hasher();
  hash.update(bytes);
  return { sha256: hash.hex(), bytes: bytes.length };
}

const notYet = { sha256: '0'.repeat(64), bytes: 12 };

/** Validates a bundle. @throws Refusal badInput with an issue for each fault of a bundle */
function checkedBundle(value: unknown): PlanBundle {
  const parsed = planBundleSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(
    ({ path, message, code }): Issue => ({
      path: path.join('.'),
      issue: code === 'custom' || /^[a-z-]+$/.test(message) ? message : 'invalid',
    }),
  );
  throw new Refusal('badInput', { issues });
}

/**
 * Builds the bundle. Requires `whenPreviewReady` of workers/mesh.
 * @param world motion from the files' frame to the world, as `proposePlan` found it
 * @throws Refusal badInput if a number is used twice or belongs to the other arch, or if an attachment or IPR
 * names an absent tooth
 */
export function buildPlan(
  arches: readonly StagedArch[],
  world: RigidMotion,
  numbers: ConfirmedToothNumbers,
  doings: PlanProcedures = noProcedures,
): BuiltPlan {
  const { wished = [], turned, spans, ...done } = doings;
  const built = arches.map(staged => ({
    staged,
    ...buildArch(staged, world, numbers[staged.arch] ?? staged.tracks.map(() => null), { turned, spans }),
  }));
  const teeth = built.flatMap(part => part.teeth);
  const gums = built.flatMap(part => part.gums);
  const shapes = [...teeth.flatMap(part => part.shapes), ...gums];
  const starts = [...teeth.flatMap(part => part.shapes.slice(0, 1)), ...gums];
  const stages = (row: Arch) => arches.find(({ arch }) => arch === row)?.stages ?? 0;
  const draft = checkedBundle({
    format: bundleFormat,
    upperStages: stages('upper'),
    lowerStages: stages('lower'),
    teeth: teeth.map(part => part.tooth),
    gums: built.filter(part => part.gums.length > 0).map(({ staged }) => staged.arch),
    ...done,
    attachments: [...done.attachments, ...placeAttachments(wished, teeth, { arches, world })],
    // Validates before the shapes are packed, which takes a second.
    parts: { teeth: notYet, coarse: notYet },
  });
  const glbs = [packShapes(shapes, shapeDetails.teeth), packShapes(starts, shapeDetails.coarse)] as const;
  const bundle: PlanBundle = { ...draft, parts: { teeth: hashOf(glbs[0]), coarse: hashOf(glbs[1]) } };
  return { bundle, files: [new TextEncoder().encode(JSON.stringify(bundle)), ...glbs] };
}
