/** The pieces of an arch over its stages: where each stands and how it has turned, one stage after the other. */
import { unfit } from '#events/file/check.ts';
import { poseNumbers, poseOf, type Quat, type Vec3 } from '#events/plan/pose.ts';
import { type Mesh, weld } from '../mesh/weld.ts';
import { corresponding, createReference } from './correspondence.ts';
import { fitToSurface } from './icp.ts';
import { boxOf, longestSide, type Piece, pickVertices, splitPieces } from './pieces.ts';
import { lengthOf, signedLike } from './rigid.ts';
import { type Centred, centred, fitRigid, fitTrimmed } from './rigid-fit.ts';
import { createShapeChange, noiseMax, rigidMax, type ShapeChange } from './shape-change.ts';
import { addShell, type Shell } from './shells.ts';
import { finish } from './spans.ts';
import { createSurface, type Surface } from './surface.ts';

/** Share of a tooth's surface that may change its shape while the rest still tells its motion. */
const partMax = 0.3;

/** A tooth over the stages. */
export type Track = {
  /** Its shape at stage 0, in the files' frame, mm. */
  mesh: Mesh;
  /** The middle of its vertices at stage 0, in the files' frame; its poses are about this. */
  centre: Vec3;
  /** 7 numbers a stage, as a bundle has them, in the files' frame. */
  poses: number[];
  /** Worst distance of its files from these poses, mm; null where the poses were given. */
  residual: number | null;
  /** Stages at which only a part of it fits a motion (an attachment bonded, a rim cut): its poses are that part's. */
  trimmed: number[];
  /** Where its vertices stand at stages at which no motion fits, by stage. */
  changed: Map<number, Mesh>;
  /** Stages at which its points were not known one by one, and its surface hardly tells how it has turned. */
  spins: number[];
  /** Stages at which it was not found: between others it is interpolated, at the end it is gone. */
  lost: number[];
  /** The first stage at which it is there; before, it has the pose of that stage. */
  from: number;
  /** The last stage at which it is there; null: to the end. */
  to: number | null;
  /** Attachments found as shells of their own. */
  shells: Shell[];
};

/** A track of a piece, followed from a stage on. */
export const trackFrom = (
  mesh: Mesh,
  centre: Vec3,
  { from = 0, residual = 0 }: { from?: number; residual?: number | null } = {},
): Track => ({
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

/** Sixteen teeth, roots apart, scan bodies and brackets: more pieces than this are not an arch. */
export const piecesMax = 40;

/** @throws Refusal badContent where a file falls apart into more pieces than an arch has: each would be followed */
function checkedPieces(pieces: Piece[]): Piece[] {
  const count = pieces.filter(({ kind }) => kind === 'tooth').length;
  if (count > piecesMax) throw unfit('badContent', 'stage-many-pieces', { count, max: piecesMax });
  return pieces;
}

/** Whether a stage's points are the start's one by one; `pieces`: of single pieces, the rest by their surfaces. */
export type Correspondence = 'all' | 'pieces';

const start = ({ centre }: Centred): number[] => [...centre, 0, 0, 0, 1];

function push(track: Track, p: Vec3, q: Quat): void {
  track.poses.push(...p, ...signedLike(q, lastOf(track).q));
}
const lastOf = (track: Track) => poseOf(track.poses, track.poses.length / poseNumbers - 1);

function worsen(track: Track, residual: number): void {
  track.residual = Math.max(track.residual ?? 0, residual);
}

type Followed = { track: Track; from: Centred; changed: ShapeChange; surface: () => Surface };

/** A stage whose points are known: a motion, a motion of most of it, or a shape of its own. */
function fitKnown({ track, from, changed }: Followed, now: Float32Array): void {
  const stage = track.poses.length / poseNumbers;
  const fit = fitRigid(from, now);
  if (fit.max <= rigidMax || changed(now, fit) === 0) {
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

/** How unlike two pieces are: mm between their middles, and between their sizes. */
function unlikeness(track: Track, piece: Piece): number {
  const middle = centred(piece.mesh.positions).centre;
  const { p } = lastOf(track);
  const size = (mesh: Mesh) => longestSide(boxOf(mesh.positions));
  return (
    lengthOf([middle[0] - p[0], middle[1] - p[1], middle[2] - p[2]]) +
    Math.abs(size(piece.mesh) - size(track.mesh))
  );
}

/** mm: a tooth is not looked for farther away. */
const jumpMax = 4;

const sameTriangles = (a: Uint32Array, b: Uint32Array) =>
  a.length === b.length && a.every((index, i) => index === b[i]);

/** A stage at which a tooth is not found: it keeps its pose until `finish` knows more. */
function lose(track: Track): void {
  track.lost.push(track.poses.length / poseNumbers);
  const { p, q } = lastOf(track);
  push(track, p, q);
}

/** A stage whose file is cut otherwise: by the piece that was matched. */
function fitLike(followed: Followed, { mesh }: Piece): void {
  const { track, from } = followed;
  if (sameTriangles(mesh.indices, track.mesh.indices)) {
    fitKnown(followed, mesh.positions);
    return;
  }
  const stage = track.poses.length / poseNumbers;
  const settled = fitToSurface(from, createSurface(mesh), lastOf(track));
  if (!settled) {
    lose(track);
    return;
  }
  if (settled.spins) track.spins.push(stage);
  worsen(track, settled.max);
  if (settled.rms > noiseMax) track.changed.set(stage, mesh);
  push(track, settled.p, settled.q);
}

/** Each tooth's piece, no piece twice: the most alike first, of pieces of the same triangles before all others. */
function matched(followed: readonly Followed[], teeth: readonly Piece[]): Map<Followed, Piece> {
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

/**
 * Follows an arch from its first file on.
 * @param corners of the start, mm: x, y, z of each corner in the file's order
 * @throws Refusal badContent, as each stage does, where a file is no arch of teeth
 */
export function followArch(corners: Float32Array) {
  const reference = createReference(corners);
  const pieces = checkedPieces(splitPieces(reference.mesh));
  const follow = (piece: Piece, from: number): Followed => {
    const points = centred(piece.mesh.positions);
    const track = trackFrom(piece.mesh, points.centre, { from });
    // Before it appears it has its first pose.
    for (let stage = 0; stage <= from; stage++) track.poses.push(...start(points));
    let surface: Surface | undefined;
    const changed = createShapeChange(points.points, piece.mesh.indices);
    return { track, from: points, changed, surface: () => (surface ??= createSurface(piece.mesh)) };
  };
  const originals = pieces
    .filter(({ kind }) => kind === 'tooth')
    .map(piece => ({
      ...follow(piece, 0),
      vertices: piece.vertices,
      now: new Float32Array(piece.mesh.positions.length),
    }));
  const followed: Followed[] = [...originals];
  const tracks = originals.map(({ track }) => track);
  let stages = 0;
  /** How many loose parts are no attachments of a tooth. */
  const loose = (found: readonly Piece[]) => {
    const bearers = followed.map(({ track, surface }) => ({
      centre: track.centre,
      surface,
      pose: lastOf(track),
      shells: track.shells,
    }));
    return found.filter(piece => piece.kind === 'crumb' && !addShell(piece, stages, bearers)).length;
  };
  const crumbs = loose(pieces);
  const byPieces = (found: readonly Piece[]) => {
    const teeth = found.filter(({ kind }) => kind === 'tooth');
    const match = matched(followed, teeth);
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
    /** Takes the next stage's corners. @returns how they were followed, and how many loose parts were left out */
    stage(next: Float32Array): { way: Correspondence; crumbs: number } {
      const positions = corresponding(reference, next);
      const found = positions ? [] : checkedPieces(splitPieces(weld(next, next.length / 9)));
      stages += 1;
      if (!positions) return { way: 'pieces', crumbs: byPieces(found) };
      for (const one of originals) {
        fitKnown(one, pickVertices(positions, one.vertices, one.now));
        // Every point of the start is there, those of its shells too.
        for (const shell of one.track.shells) if (shell.from === 0) shell.to = stages;
      }
      for (const late of followed.slice(originals.length)) lose(late.track);
      return { way: 'all', crumbs: 0 };
    },
    /** After the last stage: teeth that were missing for a while, and teeth that are gone. */
    finish: () => tracks.forEach(finish),
  };
}
export type FollowedArch = ReturnType<typeof followArch>;
