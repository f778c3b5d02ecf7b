/** Assigns the pieces of a stage to the tracks of the stage before. */
import { numbersPerPose, poseAtStage } from '#events/plan/pose.ts';
import type { Mesh } from '../mesh/weld.ts';
import { boundingBoxOf, longestSide, type MeshPiece } from './pieces.ts';
import { vectorLength } from './rigid.ts';
import { centrePoints } from './rigid-fit.ts';
import type { FollowedTooth, ToothTrack } from './track.ts';

export const lastPoseOf = (track: ToothTrack) =>
  poseAtStage(track.poses, track.poses.length / numbersPerPose - 1);

export const haveSameIndexes = (a: Uint32Array, b: Uint32Array) =>
  a.length === b.length && a.every((index, i) => index === b[i]);

/** Dissimilarity of two pieces: mm between their centres plus mm between their sizes. */
function unlikeness(track: ToothTrack, piece: MeshPiece): number {
  const middle = centrePoints(piece.mesh.positions).centre;
  const { p } = lastPoseOf(track);
  const size = (mesh: Mesh) => longestSide(boundingBoxOf(mesh.positions));
  return (
    vectorLength([middle[0] - p[0], middle[1] - p[1], middle[2] - p[2]]) +
    Math.abs(size(piece.mesh) - size(track.mesh))
  );
}

/** Distance in mm within which a tooth is searched at the next stage. */
const jumpMax = 4;

/** Matches teeth with pieces, most similar first. Pieces with the same triangles go first. */
export function matchPieces(
  followed: readonly FollowedTooth[],
  teeth: readonly MeshPiece[],
): Map<FollowedTooth, MeshPiece> {
  const pairs = followed
    .flatMap(one => teeth.map(piece => ({ one, piece, far: unlikeness(one.track, piece) })))
    .filter(({ far }) => far <= jumpMax)
    .map(pair => {
      const twin = haveSameIndexes(pair.piece.mesh.indices, pair.one.track.mesh.indices);
      return { ...pair, far: twin ? pair.far - jumpMax : pair.far };
    })
    .sort((a, b) => a.far - b.far);
  const found = new Map<FollowedTooth, MeshPiece>();
  const used = new Set<MeshPiece>();
  for (const { one, piece } of pairs) {
    if (found.has(one) || used.has(piece)) continue;
    found.set(one, piece);
    used.add(piece);
  }
  return found;
}
