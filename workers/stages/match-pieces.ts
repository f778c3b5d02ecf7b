/** Assigns the pieces of a stage to the tracks of the stage before. */
import { numbersPerPose, poseOf } from '#events/plan/pose.ts';
import type { Mesh } from '../mesh/weld.ts';
import { boxOf, longestSide, type Piece } from './pieces.ts';
import { lengthOf } from './rigid.ts';
import { centredPoints } from './rigid-fit.ts';
import type { Followed, Track } from './track.ts';

export const lastOf = (track: Track) => poseOf(track.poses, track.poses.length / numbersPerPose - 1);

export const sameTriangles = (a: Uint32Array, b: Uint32Array) =>
  a.length === b.length && a.every((index, i) => index === b[i]);

/** Dissimilarity of two pieces: mm between their centres plus mm between their sizes. */
function unlikeness(track: Track, piece: Piece): number {
  const middle = centredPoints(piece.mesh.positions).centre;
  const { p } = lastOf(track);
  const size = (mesh: Mesh) => longestSide(boxOf(mesh.positions));
  return (
    lengthOf([middle[0] - p[0], middle[1] - p[1], middle[2] - p[2]]) +
    Math.abs(size(piece.mesh) - size(track.mesh))
  );
}

/** Distance in mm within which a tooth is searched at the next stage. */
const jumpMax = 4;

/** Matches teeth with pieces, most similar first. Pieces with the same triangles go first. */
export function matchPieces(followed: readonly Followed[], teeth: readonly Piece[]): Map<Followed, Piece> {
  const pairs = followed
    .flatMap(one => teeth.map(piece => ({ one, piece, far: unlikeness(one.track, piece) })))
    .filter(({ far }) => far <= jumpMax)
    .map(pair => {
      const twin = sameTriangles(pair.piece.mesh.indices, pair.one.track.mesh.indices);
      return { ...pair, far: twin ? pair.far - jumpMax : pair.far };
    })
    .sort((a, b) => a.far - b.far);
  const found = new Map<Followed, Piece>();
  const used = new Set<Piece>();
  for (const { one, piece } of pairs) {
    if (found.has(one) || used.has(piece)) continue;
    found.set(one, piece);
    used.add(piece);
  }
  return found;
}
