/** A scan's preview and what is found of it, from its corners as they come: the same in the browser and on the server. */
import { viewOf } from '#events/file/bytes.ts';
import { unfit } from '#events/file/check.ts';
import type { ModelFound, Unit } from '#events/file/model-found.ts';
import { stlHead, trianglesMin } from '#events/file/stl.ts';
import type { OffloadCell } from './cell.ts';
import type { Origin } from './cells.ts';
import { createDecimator } from './decimate.ts';
import { createSample, deviation } from './deviation.ts';
import { isScattered } from './scattered.ts';
import { simplifierReady } from './simplify.ts';
import { facesInwards, topologyOf } from './topology.ts';
import { unitOf, units } from './unit.ts';
import type { Mesh } from './weld.ts';
import { encoderReady } from './write-glb.ts';

/** Triangles of a preview: enough to judge a margin by, few enough for a phone. */
export const previewTriangles = 150_000;
const bytesOfBinary = 50;
/** Of a facet of text, as exporters write it. */
const bytesOfText = 250;

/** Lengths are the file's own, or a thousandth of them, where the unit is not known. */
export type ModelFindings = Omit<ModelFound, 'unit'> & {
  triangles: number;
  /** Edges of more than two triangles, where the scan's surface meets itself; those of the preview alone are not counted. */
  branching: number;
  /** Triangles that the file holds more than once; the preview has each of them once. */
  repeats: number;
  /** Bytes after the last triangle of a binary STL, which are ignored. */
  trailing?: number;
  /** Undefined where the model is no arch's size in any unit. */
  unit: Unit | undefined;
  /** Length of each side of the box, mm. */
  size: [number, number, number];
  /** A closed surface whose triangles look inwards: the model was mirrored, or exported wrongly. */
  inward: boolean;
};

export type ModelPreview = {
  /** Where the model stands is `origin` away: numbers near zero keep their digits. */
  mesh: Mesh;
  origin: Origin;
  findings: ModelFindings;
};

/** The compiled parts are there. */
export const previewReady = (): Promise<unknown> => Promise.all([simplifierReady, encoderReady]);

/** How many triangles an STL has, as far as its first bytes and its size say: what a binary one states, or a guess. */
export function expectedTriangles(head: Uint8Array, bytes: number): number {
  const stated = head.length < stlHead ? 0 : viewOf(head).getUint32(80, true);
  const isBinary = Math.abs(stlHead + bytesOfBinary * stated - bytes) <= 1;
  return isBinary ? stated : Math.ceil(bytes / bytesOfText);
}

/**
 * @param expected triangles, as far as one can know; `previewReady` first
 * @param beside see `createDecimator`
 */
export function createPreviewer(expected: number, target: number = previewTriangles, beside?: OffloadCell) {
  const decimator = createDecimator(target, expected, beside);
  const sample = createSample();
  let origin: Origin | undefined;
  return {
    /** Takes triangles as the readers hand them on, finite numbers all. */
    add(corners: Float64Array, triangles: number): void {
      origin ??= [Math.round(corners[0] ?? 0), Math.round(corners[1] ?? 0), Math.round(corners[2] ?? 0)];
      decimator.add(corners, triangles, origin);
      sample.add(corners, 3 * triangles);
    },
    /** Where cells are another thread's: to be waited for before `end`. */
    settle: decimator.settle,
    /** @throws Refusal where no triangle has an area, or they are no surface */
    end(): ModelPreview {
      const { triangles, fallback, box, repeats, branching: scanned, ...mesh } = decimator.end();
      if (mesh.indices.length === 0) throw unfit('badContent', 'mesh-flat', { triangles });
      if (triangles - repeats < trianglesMin)
        throw unfit('badContent', 'mesh-few', { triangles: triangles - repeats });
      const [x0, y0, z0, x1, y1, z1] = box;
      const sides = [x1 - x0, y1 - y0, z1 - z0] as const;
      const unit = unitOf(Math.max(...sides));
      const mm = unit ? units[unit] : 1;
      const { mean, p99, max } = deviation(mesh, sample.points(origin));
      const um = 1000 * mm;
      const found = topologyOf(mesh.indices, mesh.positions.length / 3);
      const topology = { ...found, branching: Math.min(found.branching, scanned) };
      return {
        mesh,
        origin: origin ?? [0, 0, 0],
        findings: {
          ...topology,
          scattered: isScattered(mesh, topology.components),
          triangles,
          repeats,
          kept: mesh.indices.length / 3,
          unit,
          size: [sides[0] * mm, sides[1] * mm, sides[2] * mm],
          deviation: { mean: mean * um, p99: p99 * um, max: max * um },
          fallback,
          inward: topology.rims + topology.branching === 0 && facesInwards(mesh),
        },
      };
    },
  };
}
