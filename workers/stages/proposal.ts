/** What is shown to a technician before a plan is built: which tooth is which, and what is odd about the files. */

import type { Attachment } from '#events/plan/bundle.ts';
import { dot, minus, type Vec3 } from '#events/plan/pose.ts';
import type { Arch, Fdi } from '#events/tooth/fdi.ts';
import type { Mesh } from '../mesh/weld.ts';
import { archLine, type PlaceOnArch } from './arch-line.ts';
import { shellOn } from './attachment-seat.ts';
import { type Crown, crownOf } from './crown.ts';
import { type Frame, findFrame, type StatedAxes } from './frame.ts';
import { hullOf, type Place } from './outline.ts';
import { boxOf } from './pieces.ts';
import { proposeNumbers, spanOf } from './propose-numbers.ts';
import { apply, plus, type Rigid, times } from './rigid.ts';
import type { Track } from './track.ts';

/** An arch as its files have it, followed to its last stage. */
export type StagedArch = {
  arch: Arch;
  /** Aligners: the last stage, counted from the start. */
  stages: number;
  tracks: Track[];
  gums: Mesh[];
  /** The numbers that the teeth's own files are named by, where they are. */
  named?: Fdi[];
};

/** The crown's outline about its middle, mm to mesial and to buccal, and both directions in the world. */
export type SeenCrown = { pivot: Vec3; mesial: Vec3; buccal: Vec3; outline: Place[] };

/** A tooth whose number is to be confirmed; it is known by its place in the arch's list. */
export type ProposedTooth = {
  /** Null where none could be proposed. */
  fdi: Fdi | null;
  /** The middle of its box in the world. */
  middle: Vec3;
  /** Mesiodistal, mm; along the arch where no number could be proposed. */
  width: number;
  /** Its crown as seen along the long axis; null where no number could be proposed. */
  crown: SeenCrown | null;
  residual: number | null;
  /** Stages at which only a part of it fitted a motion, another shape stood, it could spin, or it was not found. */
  trimmed: number[];
  changed: number[];
  spins: number[];
  lost: number[];
  /** The first stage at which it is there; the last one, null to the end. */
  from: number;
  to: number | null;
  /** Its attachments that are separate shells in the files; a wish names them by their index in this list. */
  shells: ProposedShell[];
};
export type ProposedShell = Pick<Attachment, 'surface' | 'from' | 'to' | 'size' | 'at'>;

export type ProposedArch = { arch: Arch; stages: number; gums: number; teeth: ProposedTooth[] };
export type Proposal = { frame: Frame; arches: ProposedArch[] };

/** A mesh where a motion takes it. */
export function meshIn(world: Rigid, { positions, indices }: Mesh): Mesh {
  const out = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3)
    out.set(
      apply(world, [positions[i] as number, positions[i + 1] as number, positions[i + 2] as number]),
      i,
    );
  return { positions: out, indices };
}

const middleOf = (mesh: Mesh): Vec3 => {
  const { low, high } = boxOf(mesh.positions);
  return times(plus(low, high), 0.5);
};

/** The arch's line through the teeth of a list, in the world, by their places in the list. */
export function lineOf(teeth: readonly Mesh[]): PlaceOnArch[] {
  return archLine(teeth.map(middleOf));
}

/** The convex outline of a crown, of the vertices above its middle. */
function seenCrown({ pivot, axes: [mesial, buccal, occlusal] }: Crown, { positions }: Mesh): SeenCrown {
  const places: Place[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    const v = minus([positions[i] as number, positions[i + 1] as number, positions[i + 2] as number], pivot);
    if (dot(v, occlusal) > 0) places.push([dot(v, mesial), dot(v, buccal)]);
  }
  return { pivot, mesial, buccal, outline: hullOf(places) };
}

function archIn(world: Rigid, { arch, stages, tracks, gums, named }: StagedArch): ProposedArch {
  const meshes = tracks.map(track => meshIn(world, track.mesh));
  const line = lineOf(meshes);
  const widths = meshes.map(() => 0);
  for (const { at, tangent } of line) widths[at] = spanOf((meshes[at] as Mesh).positions, tangent);
  const numbers = proposeNumbers(arch, line, widths);
  const tangents = new Map(line.map(({ at, tangent }) => [at, tangent]));
  const teeth = tracks.map((track, at): ProposedTooth => {
    const fdi = named?.[at] ?? numbers[at] ?? null;
    const mesh = meshes[at] as Mesh;
    const crown = fdi && crownOf(fdi, mesh, tangents.get(at) ?? [1, 0, 0]);
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
      shells: crown ? track.shells.map(shell => shellOn(crown, shell, world)) : [],
    };
  });
  return { arch, stages, gums: gums.length, teeth };
}

/**
 * Proposes the frame and the teeth's numbers.
 * @param stated where left, front and up are in the files, where that is known
 */
export function propose(arches: readonly StagedArch[], stated?: StatedAxes): Proposal {
  const shapes = arches.map(({ arch, tracks, gums }) => ({
    arch,
    gums,
    teeth: tracks.map(({ mesh }) => mesh),
  }));
  const frame = findFrame(shapes, stated);
  return { frame, arches: arches.map(staged => archIn(frame.world, staged)) };
}
