/** What is shown to a technician before a plan is built: which tooth is which, and what is odd about the files. */
import type { Vec3 } from '#events/plan/pose.ts';
import type { Arch, Fdi } from '#events/tooth/fdi.ts';
import type { Mesh } from '../mesh/weld.ts';
import { archLine, type OnLine } from './arch-line.ts';
import { type Frame, findFrame, type Stated } from './frame.ts';
import { proposeNumbers, spanOf } from './numbers.ts';
import { boxOf } from './pieces.ts';
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

/** A tooth whose number is to be confirmed; it is known by its place in the arch's list. */
export type ProposedTooth = {
  /** Null where none could be proposed. */
  fdi: Fdi | null;
  /** The middle of its box in the world. */
  middle: Vec3;
  /** mm along the arch. */
  width: number;
  residual: number | null;
  /** Stages at which only a part of it fitted a motion, another shape stood, it could spin, or it was not found. */
  trimmed: number[];
  changed: number[];
  spins: number[];
  lost: number[];
};

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
export function lineOf(teeth: readonly Mesh[]): OnLine[] {
  return archLine(teeth.map(middleOf));
}

function archIn(world: Rigid, { arch, stages, tracks, gums, named }: StagedArch): ProposedArch {
  const meshes = tracks.map(track => meshIn(world, track.mesh));
  const line = lineOf(meshes);
  const widths = meshes.map(() => 0);
  for (const { at, tangent } of line) widths[at] = spanOf((meshes[at] as Mesh).positions, tangent);
  const numbers = proposeNumbers(arch, line, widths);
  const teeth = tracks.map((track, at): ProposedTooth => {
    const { residual, trimmed, changed, spins, lost } = track;
    return {
      ...{ fdi: named?.[at] ?? numbers[at] ?? null, middle: middleOf(meshes[at] as Mesh) },
      ...{ width: widths[at] ?? 0, residual, trimmed, changed: [...changed.keys()], spins, lost },
    };
  });
  return { arch, stages, gums: gums.length, teeth };
}

/**
 * Proposes the frame and the teeth's numbers.
 * @param stated where left, front and up are in the files, where that is known
 */
export function propose(arches: readonly StagedArch[], stated?: Stated): Proposal {
  const shapes = arches.map(({ arch, tracks, gums }) => ({
    arch,
    gums,
    teeth: tracks.map(({ mesh }) => mesh),
  }));
  const frame = findFrame(shapes, stated);
  return { frame, arches: arches.map(staged => archIn(frame.world, staged)) };
}
