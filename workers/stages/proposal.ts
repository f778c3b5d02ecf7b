/**
 * The proposal that a technician confirms before a plan is built: the teeth's numbers, and unusual facts about the
 * files.
 */

import type { Attachment } from '#events/plan/bundle.ts';
import { dot, minus, type Vec3 } from '#events/plan/pose.ts';
import type { Arch, Fdi } from '#events/tooth/fdi.ts';
import type { Mesh } from '../mesh/weld.ts';
import { orderTeethAlongArch, type ToothOnArch } from './arch-line.ts';
import { measureShellPlace } from './attachment-seat.ts';
import { type CrownFrame, findCrown } from './crown.ts';
import { type FilesFrame, findFilesFrame, type StatedAxes } from './frame.ts';
import { convexHull, type PlanarPoint } from './outline.ts';
import { boundingBoxOf } from './pieces.ts';
import { proposeNumbers, toothExtentAlong } from './propose-numbers.ts';
import { addVectors, applyMotion, type RigidMotion, scaleVector } from './rigid.ts';
import type { ToothTrack } from './track.ts';

/** An arch from its files, followed to its last stage. */
export type StagedArch = {
  arch: Arch;
  /** Number of aligners: the last stage, counted from the start. */
  stages: number;
  tracks: ToothTrack[];
  gums: Mesh[];
  /** FDI numbers from the names of the teeth's own files, if there are such. */
  named?: Fdi[];
};

/**
 * Outline of a crown about its pivot, mm to mesial and to buccal, and both directions in world coordinates.
 */
export type CrownOutline = { pivot: Vec3; mesial: Vec3; buccal: Vec3; outline: PlanarPoint[] };

/** A tooth whose number is to be confirmed, identified by its index in the arch's list. */
export type ProposedTooth = {
  /** Proposed FDI number; null if none could be proposed. */
  fdi: Fdi | null;
  /** Centre of the tooth's box, world coordinates. */
  middle: Vec3;
  /** Mesiodistal width, mm; without a number, the extent along the arch. */
  width: number;
  /** The crown seen along its long axis; null without a number. */
  crown: CrownOutline | null;
  residual: number | null;
  /**
   * Stages at which only a part fitted a motion, the shape differed, the rotation was uncertain, or the tooth
   * was not found.
   */
  trimmed: number[];
  changed: number[];
  spins: number[];
  lost: number[];
  /** First and last stage at which the tooth is present. `to` is null if it stays to the end. */
  from: number;
  to: number | null;
  /** Attachments exported as separate shells. A wish names them by their index in this list. */
  shells: ProposedShell[];
};
export type ProposedShell = Pick<Attachment, 'surface' | 'from' | 'to' | 'size' | 'at'>;

export type ProposedArch = { arch: Arch; stages: number; gums: number; teeth: ProposedTooth[] };
export type PlanProposal = { frame: FilesFrame; arches: ProposedArch[] };

/** Applies a motion to a mesh. */
export function applyMotionToMesh(world: RigidMotion, { positions, indices }: Mesh): Mesh {
  const out = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3)
    out.set(
      applyMotion(world, [positions[i] as number, positions[i + 1] as number, positions[i + 2] as number]),
      i,
    );
  return { positions: out, indices };
}

const middleOf = (mesh: Mesh): Vec3 => {
  const { low, high } = boundingBoxOf(mesh.positions);
  return scaleVector(addVectors(low, high), 0.5);
};

/** Returns the arch line through the teeth, in world coordinates; `at` is the index in the given list. */
export function orderMeshesAlongArch(teeth: readonly Mesh[]): ToothOnArch[] {
  return orderTeethAlongArch(teeth.map(middleOf));
}

/** Convex outline of the crown's vertices above its middle. */
function seenCrown(
  { pivot, axes: [mesial, buccal, occlusal] }: CrownFrame,
  { positions }: Mesh,
): CrownOutline {
  const places: PlanarPoint[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    const v = minus([positions[i] as number, positions[i + 1] as number, positions[i + 2] as number], pivot);
    if (dot(v, occlusal) > 0) places.push([dot(v, mesial), dot(v, buccal)]);
  }
  return { pivot, mesial, buccal, outline: convexHull(places) };
}

function archIn(world: RigidMotion, { arch, stages, tracks, gums, named }: StagedArch): ProposedArch {
  const meshes = tracks.map(track => applyMotionToMesh(world, track.mesh));
  const line = orderMeshesAlongArch(meshes);
  const widths = meshes.map(() => 0);
  for (const { at, tangent } of line) widths[at] = toothExtentAlong((meshes[at] as Mesh).positions, tangent);
  const numbers = proposeNumbers(arch, line, widths);
  const tangents = new Map(line.map(({ at, tangent }) => [at, tangent]));
  const teeth = tracks.map((track, at): ProposedTooth => {
    const fdi = named?.[at] ?? numbers[at] ?? null;
    const mesh = meshes[at] as Mesh;
    const crown = fdi && findCrown(fdi, mesh, tangents.get(at) ?? [1, 0, 0]);
    const { residual, trimmed, changed, spins, lost, from, to } = track;
    return {
      fdi,
      middle: middleOf(mesh),
      crown: crown && seenCrown(crown, mesh),
      ...{
        width: crown ? crown.width : (widths[at] ?? 0),
        residual,
        trimmed,
        changed: [...changed.keys()],
        spins,
        lost,
      },
      from,
      to,
      shells: crown ? track.shells.map(shell => measureShellPlace(crown, shell, world)) : [],
    };
  });
  return { arch, stages, gums: gums.length, teeth };
}

/**
 * Proposes the frame and the teeth's numbers.
 * @param stated left, front and up in the files, if known
 */
export function proposePlan(arches: readonly StagedArch[], stated?: StatedAxes): PlanProposal {
  const shapes = arches.map(({ arch, tracks, gums }) => ({
    arch,
    gums,
    teeth: tracks.map(({ mesh }) => mesh),
  }));
  const frame = findFilesFrame(shapes, stated);
  return { frame, arches: arches.map(staged => archIn(frame.world, staged)) };
}
