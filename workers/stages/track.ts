/**
 * Follows the pieces of an arch over its stages: position and rotation of each, one stage after the other.
 */
import { refusalOfUnfitFile } from '#events/file/check.ts';
import { numbersPerPose, type Quat, type Vec3 } from '#events/plan/pose.ts';
import { type Mesh, weldCorners } from '../mesh/weld.ts';
import { createVertexReference, findCorrespondingVertices } from './correspondence.ts';
import { fitToSurface } from './icp.ts';
import { haveSameIndexes, lastPoseOf, matchPieces } from './match-pieces.ts';
import { copyVertices, type MeshPiece, splitPieces } from './pieces.ts';
import { quaternionNearerTo } from './rigid.ts';
import { type CentredPoints, centrePoints, fitRigid, fitTrimmed } from './rigid-fit.ts';
import {
  createShapeChangeMeter,
  maxNoiseMm,
  maxRigidResidualMm,
  type ShapeChangeMeter,
} from './shape-change.ts';
import { type AttachmentShell, addAttachmentShell } from './shells.ts';
import { createSurface, type Surface } from './surface.ts';
import { fillTrackGaps } from './tooth-presence.ts';

/** Share of a tooth's surface that may change its shape while the rest still determines its motion. */
const partMax = 0.3;

/** A tooth over the stages. */
export type ToothTrack = {
  /** Shape at stage 0, in the files' frame, mm. */
  mesh: Mesh;
  /** Centroid of the vertices at stage 0, in the files' frame. The poses are about this point. */
  centre: Vec3;
  /** Seven numbers a stage, as in a bundle, in the files' frame. */
  poses: number[];
  /** Largest distance of the files' vertices from these poses, mm; null if the poses were given. */
  residual: number | null;
  /** Stages at which only a part fits a motion (an attachment bonded, a rim cut). The pose is that part's. */
  trimmed: number[];
  /** Shapes by stage, for stages at which no motion fits. */
  changed: Map<number, Mesh>;
  /** Stages without corresponding points at which the surface hardly determines the rotation. */
  spins: number[];
  /** Stages at which the tooth was not found. `fillTrackGaps` interpolates those between others. */
  lost: number[];
  /** First stage at which the tooth is present. Earlier stages have the same pose. */
  from: number;
  /** Last stage at which the tooth is present; null if it stays to the end. */
  to: number | null;
  /** Attachments of the tooth found as separate shells. */
  shells: AttachmentShell[];
};

/** Starts a track of a piece at a stage. */
export const startTrack = (
  mesh: Mesh,
  centre: Vec3,
  { from = 0, residual = 0 }: { from?: number; residual?: number | null } = {},
): ToothTrack => ({
  mesh,
  centre,
  poses: [],
  residual,
  trimmed: [],
  changed: new Map(),
  spins: [],
  lost: [],
  from,
  to: null,
  shells: [],
});

/** Maximum number of pieces of an arch: sixteen teeth, separate roots, scan bodies and brackets. */
export const maxPiecesPerArch = 40;

/**
 * Limits the number of pieces to follow.
 * @throws Refusal badContent if a file has more pieces than an arch, each of which would be followed
 */
function checkedPieces(pieces: MeshPiece[]): MeshPiece[] {
  const count = pieces.filter(({ kind }) => kind === 'tooth').length;
  if (count > maxPiecesPerArch)
    throw refusalOfUnfitFile('badContent', 'stage-many-pieces', { count, max: maxPiecesPerArch });
  return pieces;
}

/** `all`: every vertex corresponds to one of the start. `pieces`: at most those of single pieces. */
export type CorrespondenceScope = 'all' | 'pieces';

const start = ({ centre }: CentredPoints): number[] => [...centre, 0, 0, 0, 1];

function push(track: ToothTrack, p: Vec3, q: Quat): void {
  track.poses.push(...p, ...quaternionNearerTo(q, lastPoseOf(track).q));
}

function worsen(track: ToothTrack, residual: number): void {
  track.residual = Math.max(track.residual ?? 0, residual);
}

export type FollowedTooth = {
  track: ToothTrack;
  from: CentredPoints;
  changed: ShapeChangeMeter;
  surface: () => Surface;
};

/** Fits a stage with corresponding points: a motion, a motion of most points, or a new shape. */
function fitKnown({ track, from, changed }: FollowedTooth, now: Float32Array): void {
  const stage = track.poses.length / numbersPerPose;
  const fit = fitRigid(from, now);
  if (fit.max <= maxRigidResidualMm || changed(now, fit) === 0) {
    worsen(track, fit.max);
    push(track, fit.p, fit.q);
    return;
  }
  const most = fitTrimmed(from, now);
  if (changed(now, most) <= partMax) {
    worsen(track, most.max);
    track.trimmed.push(stage);
    push(track, most.p, most.q);
    return;
  }
  worsen(track, fit.max);
  track.changed.set(stage, { positions: now.slice(), indices: track.mesh.indices });
  push(track, fit.p, fit.q);
}

/** Records a stage at which a tooth is not found. It keeps its pose until `fillTrackGaps`. */
function lose(track: ToothTrack): void {
  track.lost.push(track.poses.length / numbersPerPose);
  const { p, q } = lastPoseOf(track);
  push(track, p, q);
}

/** Fits a tooth to the piece that it was matched with. */
function fitLike(followed: FollowedTooth, { mesh }: MeshPiece): void {
  const { track, from } = followed;
  if (haveSameIndexes(mesh.indices, track.mesh.indices)) {
    fitKnown(followed, mesh.positions);
    return;
  }
  const stage = track.poses.length / numbersPerPose;
  const settled = fitToSurface(from, createSurface(mesh), lastPoseOf(track));
  if (!settled) {
    lose(track);
    return;
  }
  if (settled.spins) track.spins.push(stage);
  worsen(track, settled.max);
  if (settled.rms > maxNoiseMm) track.changed.set(stage, mesh);
  push(track, settled.p, settled.q);
}

/**
 * Follows an arch from its first file. @param corners of the start, mm: x, y, z in the file's order
 * @throws Refusal badContent, here and at each stage, if a file is not an arch of teeth
 */
export function followArch(corners: Float32Array) {
  const reference = createVertexReference(corners);
  const pieces = checkedPieces(splitPieces(reference.mesh));
  const follow = (piece: MeshPiece, from: number): FollowedTooth => {
    const points = centrePoints(piece.mesh.positions);
    const track = startTrack(piece.mesh, points.centre, { from });
    // Stages before its appearance get its first pose.
    for (let stage = 0; stage <= from; stage++) track.poses.push(...start(points));
    let surface: Surface | undefined;
    const changed = createShapeChangeMeter(points.points, piece.mesh.indices);
    return { track, from: points, changed, surface: () => (surface ??= createSurface(piece.mesh)) };
  };
  const originals = pieces
    .filter(({ kind }) => kind === 'tooth')
    .map(piece => ({
      ...follow(piece, 0),
      vertices: piece.vertices,
      now: new Float32Array(piece.mesh.positions.length),
    }));
  const followed: FollowedTooth[] = [...originals];
  const tracks = originals.map(({ track }) => track);
  let stages = 0;
  /** Counts loose parts that are not attachments of a tooth. */
  const loose = (found: readonly MeshPiece[]) => {
    const bearers = followed.map(({ track, surface }) => ({
      centre: track.centre,
      surface,
      pose: lastPoseOf(track),
      shells: track.shells,
    }));
    return found.filter(piece => piece.kind === 'crumb' && !addAttachmentShell(piece, stages, bearers))
      .length;
  };
  const crumbs = loose(pieces);
  const byPieces = (found: readonly MeshPiece[]) => {
    const teeth = found.filter(({ kind }) => kind === 'tooth');
    const match = matchPieces(followed, teeth);
    for (const one of followed) {
      const piece = match.get(one);
      if (piece) fitLike(one, piece);
      else lose(one.track);
    }
    const known = new Set(match.values());
    for (const piece of teeth.filter(each => !known.has(each))) {
      const late = follow(piece, stages);
      followed.push(late);
      tracks.push(late.track);
    }
    return loose(found);
  };
  return {
    tracks,
    gums: pieces.filter(({ kind }) => kind === 'gum').map(({ mesh }) => mesh),
    crumbs,
    /** Adds the next stage's corners. Returns how they were followed, and the number of loose parts left out. */
    stage(next: Float32Array): { way: CorrespondenceScope; crumbs: number } {
      const positions = findCorrespondingVertices(reference, next);
      const found = positions ? [] : checkedPieces(splitPieces(weldCorners(next, next.length / 9)));
      stages += 1;
      if (!positions) return { way: 'pieces', crumbs: byPieces(found) };
      for (const one of originals) {
        fitKnown(one, copyVertices(positions, one.vertices, one.now));
        // All points of the start correspond, including those of its shells.
        for (const shell of one.track.shells) if (shell.from === 0) shell.to = stages;
      }
      for (const late of followed.slice(originals.length)) lose(late.track);
      return { way: 'all', crumbs: 0 };
    },
    /** Call after the last stage. Interpolates teeth missing for a while and ends those that are gone. */
    finish: () => tracks.forEach(fillTrackGaps),
  };
}
