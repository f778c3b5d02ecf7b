/**
 * A generated lower jaw as difficult as a scanned one: cusped crowns with bent roots (two on a molar),
 * crowded, each tooth rotated and tipped, with scanner noise on every vertex. Scanner frame: x left, y back,
 * z up.
 */
import { minus, rotate, type Vec3 } from '#events/plan/pose.ts';
import { archPlaceOf } from '#events/tooth/arch-form.ts';
import { toothSizeOf } from '#events/tooth/curves.ts';
import { type Fdi, isOnRightSide, positionFromMidline, TEETH_BY_ARCH } from '#events/tooth/fdi.ts';
import { seededRandom } from '../../mesh/seeded-random.ts';
import type { Mesh } from '../../mesh/weld.ts';
import { type CrownDetail, collarLengthMm } from '../../teeth/crown-size.ts';
import type { ToothFrame } from '../../teeth/frame.ts';
import { generateCrowns, placeMeshInWorld } from '../../teeth/patient-crowns.ts';
import { addVectors, quaternionOfRotationVector } from '../rigid.ts';
import type { TestTooth } from './teeth.ts';

/** 26,068 triangles in sixteen teeth: enough for every rule that does not depend on size. */
const light: CrownDetail = { around: 40, front: 20, wall: 8, top: 12 };
/** 204,348 triangles: more than a preview keeps, and an upload of several pieces. */
export const denseCrownDetail: CrownDetail = { around: 130, front: 50, wall: 17, top: 31 };
/** 446,388 triangles, an STL of 22 MB, like a scanner's finest export. */
export const largeCrownDetail: CrownDetail = { around: 200, front: 70, wall: 24, top: 45 };

/** Height in mm of the occlusal plane, far from zero as in scanners' files. */
const occlusalPlane = 60;
const noise = 0.008;
const patient = 7;

/** Extends the collar into a root: tapered, bent to distal, and forked on a molar. */
function withRoot({ positions, indices }: Mesh, tooth: Fdi): Mesh {
  const { root, width } = toothSizeOf(tooth);
  const molar = positionFromMidline(tooth) > 5;
  const out = positions.slice();
  for (let v = 0; v < out.length; v += 3) {
    const [x, y, z] = [positions[v] as number, positions[v + 1] as number, positions[v + 2] as number];
    if (z >= 0) continue;
    const down = Math.min(1, -z / (collarLengthMm + 0.3));
    const taper = 1 - 0.7 * down ** 1.6;
    const furcation = molar ? 0.6 * down * Math.exp(-((x / (0.16 * width)) ** 2)) : 0;
    out[v] = x * (molar ? 1 - 0.25 * down : taper) - 1.5 * down ** 2;
    out[v + 1] = y * taper - 0.8 * down ** 2;
    out[v + 2] = -root * down * (1 - furcation);
  }
  return { positions: out, indices };
}

/** Moves every vertex by up to the noise. The mesh stays welded. */
function roughened({ positions, indices }: Mesh, random: () => number): Mesh {
  return { positions: positions.map(value => value + noise * (2 * random() - 1)), indices };
}

/**
 * The frame of a tooth in a crowded arch: rotated by up to 14°, tipped by up to 3°, 0.4 mm off its ideal
 * place.
 */
function frameOf(tooth: Fdi, random: () => number): ToothFrame {
  const { x, depth, angle } = archPlaceOf(tooth, 0.05);
  const side = isOnRightSide(tooth) ? 1 : -1;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const within = (most: number) => most * (2 * random() - 1);
  const turn = quaternionOfRotationVector([within(0.05), within(0.05), within(0.25)]);
  const turned = (v: Vec3) => rotate(turn, v);
  const height = occlusalPlane - toothSizeOf(tooth).crown / 2 + within(0.4);
  return {
    at: [x, depth - 40 + within(0.4), height],
    mesial: turned([side * c, side * s, 0]),
    buccal: turned([s, -c, 0]),
    occlusal: turned([0, 0, 1]),
  };
}

function cornersOf({ positions, indices }: Mesh): Float32Array {
  const corners = new Float32Array(3 * indices.length);
  for (let i = 0; i < corners.length; i++)
    corners[i] = positions[3 * (indices[Math.floor(i / 3)] as number) + (i % 3)] as number;
  return corners;
}

/** A tooth with a known frame, because it was generated there. */
export type KnownTooth = TestTooth & { frame: ToothFrame };

function generated(detail: CrownDetail): KnownTooth[] {
  const [places, rough] = [seededRandom(patient), seededRandom(patient + 1)];
  const crowns = generateCrowns(patient);
  return TEETH_BY_ARCH.lower.map(fdi => {
    const frame = frameOf(fdi, places);
    const shape = roughened(withRoot(crowns.crown(fdi, detail), fdi), rough);
    return { fdi, frame, corners: cornersOf(placeMeshInWorld(shape, crowns.size(fdi).crown, frame)) };
  });
}

const made = new Map<CrownDetail, KnownTooth[]>();

/** The sixteen lower teeth, generated once per process and detail. Do not modify them. */
export function generateMandible(detail: CrownDetail = light): readonly KnownTooth[] {
  const known = made.get(detail) ?? generated(detail);
  made.set(detail, known);
  return known;
}

/** For each tooth: the crown's centre, and points 1 mm from it to distal (x), buccal (y) and occlusal (z). */
export type AxisPointsByTooth = ReadonlyMap<Fdi, { c: Vec3; x: Vec3; y: Vec3; z: Vec3 }>;

/** The axes of generated teeth, without third molars, which may be outside the arch. */
export const toothAxisPointsOf = (teeth: readonly KnownTooth[]): AxisPointsByTooth =>
  new Map(
    teeth
      .filter(({ fdi }) => positionFromMidline(fdi) < 8)
      .map(({ fdi, frame: { at, mesial, buccal, occlusal } }) => [
        fdi,
        { c: at, x: minus(at, mesial), y: addVectors(at, buccal), z: addVectors(at, occlusal) },
      ]),
  );
