/** The pieces of an arch over its stages: where each stands and how it has turned, one stage after the other. */
import { poseNumbers, poseOf, type Quat, type Vec3 } from '#events/plan/pose.ts';
import { type Mesh, weld } from '../mesh/weld.ts';
import { type Centred, centred, fitRigid, fitTrimmed } from './fit.ts';
import { settle } from './icp.ts';
import { boxOf, gather, longestSide, type Piece, split } from './pieces.ts';
import { lengthOf, signedLike } from './rigid.ts';
import { createSurface } from './surface.ts';

/** mm: what lies farther from its motion has changed its shape (MESH.md 2). */
export const rigidMax = 0.02;

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
  /** Stages at which it was not found at all: it is taken to stand where it stood. */
  lost: number[];
};

/** Whether a stage's points are the start's one by one; `pieces`: of single pieces, the rest by their surfaces. */
export type Correspondence = 'all' | 'pieces';

/** mm between corners of one vertex: an exporter writes them alike, or nearly. */
const cornerMax = 1e-3;

type Reference = {
  triangles: number;
  mesh: Mesh;
  /** Triangles of the file that weld has kept. */
  kept: Uint32Array;
  /** A corner of the file for each vertex. */
  first: Uint32Array;
};

/** @param corners x, y, z of each corner in the file's order, whole triangles */
function referTo(corners: Float32Array): Reference {
  const triangles = corners.length / 9;
  const mesh = weld(corners, triangles);
  const same = (a: number, b: number) =>
    corners[a] === corners[b] && corners[a + 1] === corners[b + 1] && corners[a + 2] === corners[b + 2];
  const kept = new Uint32Array(mesh.indices.length / 3);
  const first = new Uint32Array(mesh.positions.length / 3).fill(0xffffffff);
  for (let t = 0, k = 0; t < triangles; t++) {
    if (same(9 * t, 9 * t + 3) || same(9 * t + 3, 9 * t + 6) || same(9 * t + 6, 9 * t)) continue;
    for (let side = 0; side < 3; side++) {
      const v = mesh.indices[3 * k + side] as number;
      if (first[v] === 0xffffffff) first[v] = 3 * t + side;
    }
    kept[k++] = t;
  }
  return { triangles, mesh, kept, first };
}

/** The reference's vertices at another stage; undefined where the file's triangles are not the same ones in order. */
function corresponding({ triangles, mesh, kept, first }: Reference, corners: Float32Array) {
  if (corners.length !== 9 * triangles) return undefined;
  const positions = new Float32Array(mesh.positions.length);
  for (let v = 0; v < first.length; v++) {
    const at = 3 * (first[v] as number);
    positions[3 * v] = corners[at] as number;
    positions[3 * v + 1] = corners[at + 1] as number;
    positions[3 * v + 2] = corners[at + 2] as number;
  }
  for (let k = 0; k < kept.length; k++) {
    const corner = 9 * (kept[k] as number);
    for (let side = 0; side < 3; side++) {
      const v = 3 * (mesh.indices[3 * k + side] as number);
      const at = corner + 3 * side;
      for (let axis = 0; axis < 3; axis++)
        if (!(Math.abs((positions[v + axis] as number) - (corners[at + axis] as number)) <= cornerMax))
          return undefined;
    }
  }
  return positions;
}

const start = ({ centre }: Centred): number[] => [...centre, 0, 0, 0, 1];

function push(track: Track, p: Vec3, q: Quat): void {
  track.poses.push(...p, ...signedLike(q, lastOf(track).q));
}
const lastOf = (track: Track) => poseOf(track.poses, track.poses.length / poseNumbers - 1);

function worsen(track: Track, residual: number): void {
  track.residual = Math.max(track.residual ?? 0, residual);
}

/** A stage whose points are known: a motion, a motion of most of it, or a shape of its own. */
function fitKnown(track: Track, from: Centred, now: Float32Array): void {
  const stage = track.poses.length / poseNumbers;
  const fit = fitRigid(from, now);
  if (fit.max <= rigidMax) {
    worsen(track, fit.max);
    push(track, fit.p, fit.q);
    return;
  }
  const most = fitTrimmed(from, now);
  if (most.kept <= rigidMax) {
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

/** A stage whose file is cut otherwise: the piece that is nearest and most alike. */
function fitLike(track: Track, from: Centred, found: readonly Piece[]): void {
  const stage = track.poses.length / poseNumbers;
  const ranked = found
    .filter(({ kind }) => kind === 'tooth')
    .map(piece => ({ piece, far: unlikeness(track, piece) }))
    .filter(({ far }) => far <= jumpMax)
    .sort((a, b) => a.far - b.far);
  const twin = ranked.find(({ piece }) => sameTriangles(piece.mesh.indices, track.mesh.indices));
  if (twin) {
    fitKnown(track, from, twin.piece.mesh.positions);
    return;
  }
  const nearest = ranked[0]?.piece;
  const settled = nearest && settle(from, createSurface(nearest.mesh), lastOf(track));
  if (!settled) {
    track.lost.push(stage);
    const { p, q } = lastOf(track);
    push(track, p, q);
    return;
  }
  if (settled.spins) track.spins.push(stage);
  worsen(track, settled.max);
  if (settled.rms > rigidMax) track.changed.set(stage, nearest.mesh);
  push(track, settled.p, settled.q);
}

/**
 * Follows an arch from its first file on.
 * @param corners of the start, mm: x, y, z of each corner in the file's order
 */
export function followArch(corners: Float32Array) {
  const reference = referTo(corners);
  const pieces = split(reference.mesh);
  const followed = pieces
    .filter(({ kind }) => kind === 'tooth')
    .map(piece => {
      const from = centred(piece.mesh.positions);
      const track: Track = {
        ...{ mesh: piece.mesh, centre: from.centre, poses: start(from), residual: 0 },
        ...{ trimmed: [], changed: new Map<number, Mesh>(), spins: [], lost: [] },
      };
      return { track, from, vertices: piece.vertices, now: new Float32Array(piece.mesh.positions.length) };
    });
  return {
    tracks: followed.map(({ track }) => track),
    gums: pieces.filter(({ kind }) => kind === 'gum').map(({ mesh }) => mesh),
    crumbs: pieces.filter(({ kind }) => kind === 'crumb').length,
    /** Takes the next stage's corners. */
    stage(next: Float32Array): Correspondence {
      const positions = corresponding(reference, next);
      if (positions) {
        for (const { track, from, vertices, now } of followed)
          fitKnown(track, from, gather(positions, vertices, now));
        return 'all';
      }
      const found = split(weld(next, next.length / 9));
      for (const { track, from } of followed) fitLike(track, from, found);
      return 'pieces';
    },
  };
}
export type FollowedArch = ReturnType<typeof followArch>;
