/** Finds small closed shells on a crown: attachments as a technician's software exports them. */
import { conjugate, minus, type Pose, rotate, type Vec3 } from '#events/plan/pose.ts';
import type { Mesh } from '../mesh/weld.ts';
import { boundingBoxOf, longestSide, type MeshPiece } from './pieces.ts';
import { addVectors, scaleVector, vectorLength } from './rigid.ts';
import type { Surface } from './surface.ts';

/**
 * An attachment's shell, in its tooth's position at the start, in the files' frame. `from` and `to` are
 * stages.
 */
export type AttachmentShell = { from: number; to: number; positions: Float32Array };

/** Minimum side of a shell in mm. Smaller pieces are splinters; the larger limit is in pieces.ts. */
const sideMin = 1;
/** Maximum distance in mm of a shell's centre from the crown's surface, and from its centre at the stage before. */
const [reach, sameWithin] = [1.5, 0.7];

/** True if every edge has two triangles in opposite directions. */
function isClosed({ indices }: Mesh): boolean {
  const open = new Set<string>();
  for (let at = 0; at < indices.length; at++) {
    const [a, b] = [indices[at], indices[at % 3 === 2 ? at - 2 : at + 1]];
    if (!open.delete(`${b} ${a}`)) open.add(`${a} ${b}`);
  }
  return open.size === 0;
}

const middleOf = (positions: Float32Array): Vec3 => {
  const { low, high } = boundingBoxOf(positions);
  return scaleVector(addVectors(low, high), 0.5);
};

/** A tooth that may carry shells: its shape at the start, and its current pose about its vertices' centre. */
export type ShellBearer = { centre: Vec3; surface: () => Surface; pose: Pose; shells: AttachmentShell[] };

/** Moves a point from the current pose back to the start. */
const back = (v: Vec3, { centre, pose: { p, q } }: Pick<ShellBearer, 'centre' | 'pose'>): Vec3 =>
  addVectors(rotate(conjugate(q), minus(v, p)), centre);

/** Moves a shell to another tooth than in the files, at the stage at which it appears. */
export function moveShellToTooth(
  to: Omit<ShellBearer, 'surface' | 'shells'>,
  { positions, ...shell }: AttachmentShell,
  from: Omit<ShellBearer, 'surface' | 'shells'>,
): AttachmentShell {
  const moved = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const v: Vec3 = [positions[i] as number, positions[i + 1] as number, positions[i + 2] as number];
    moved.set(back(addVectors(rotate(from.pose.q, minus(v, from.centre)), from.pose.p), to), i);
  }
  return { ...shell, positions: moved };
}

/** Adds a piece to the shells of the crown under it. Returns false if it is not an attachment. */
export function addAttachmentShell(
  piece: MeshPiece,
  stage: number,
  bearers: readonly ShellBearer[],
): boolean {
  const { positions } = piece.mesh;
  if (longestSide(boundingBoxOf(positions)) < sideMin || !isClosed(piece.mesh)) return false;
  const middle = middleOf(positions);
  const [nearest] = bearers
    .map(bearer => {
      const at = back(middle, bearer);
      const far =
        vectorLength(minus(at, bearer.centre)) > 20
          ? Infinity
          : bearer.surface().closest(...at, reach).square;
      return { bearer, at, far };
    })
    .filter(({ far }) => far <= reach ** 2)
    .sort((a, b) => a.far - b.far);
  if (!nearest) return false;
  const { bearer, at } = nearest;
  const known = bearer.shells.find(shell => vectorLength(minus(middleOf(shell.positions), at)) < sameWithin);
  if (known) known.to = stage;
  else {
    const start = new Float32Array(positions.length);
    for (let i = 0; i < start.length; i += 3)
      start.set(
        back([positions[i] as number, positions[i + 1] as number, positions[i + 2] as number], bearer),
        i,
      );
    bearer.shells.push({ from: stage, to: stage, positions: start });
  }
  return true;
}
