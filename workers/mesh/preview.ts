/** Makes a scan's preview and its findings from streamed corners. The browser and the server share it. */
import { dataViewOf } from '#events/file/bytes.ts';
import { refusalOfUnfitFile } from '#events/file/check.ts';
import type { ModelUnit, RecordedModelFindings } from '#events/file/recorded-model-findings.ts';
import { stlHeadByteCount, trianglesMin } from '#events/file/stl.ts';
import type { OffloadCell } from './cell.ts';
import type { MeshOrigin } from './cells.ts';
import { createDecimator } from './decimate.ts';
import { createPointSampler, measureDeviation } from './deviation.ts';
import { isScattered } from './scattered.ts';
import { simplifierReady } from './simplify.ts';
import { isFacingInwards, topologyOf } from './topology.ts';
import { guessUnit, mmPerUnit } from './unit.ts';
import type { Mesh } from './weld.ts';
import { encoderReady } from './write-glb.ts';

/** Number of triangles of a preview: enough to judge a margin, few enough for a phone. */
export const previewTriangleCount = 150_000;
const bytesOfBinary = 50;
/** Typical bytes of a facet in a text STL. */
const bytesOfText = 250;

/**
 * Findings of a model. Without a known unit, lengths are in the file's own and deviations in thousandths of
 * it.
 */
export type ModelFindings = Omit<RecordedModelFindings, 'unit'> & {
  triangles: number;
  /**
   * Edges of more than two triangles, where the scan's surface touches itself. Those that only the preview
   * has are not counted.
   */
  branching: number;
  /** Number of repeated triangles of the file. The preview has each of them once. */
  repeats: number;
  /** Bytes after the last triangle of a binary STL, which are ignored. */
  trailing?: number;
  /** Unit of the model; undefined if the model does not have an arch's size in any unit. */
  unit: ModelUnit | undefined;
  /** Sides of the bounding box, mm. */
  size: [number, number, number];
  /** A closed surface whose triangles face inwards: the model was mirrored, or exported wrongly. */
  inward: boolean;
};

export type ModelPreview = {
  /** The mesh relative to `origin`: numbers near zero keep their digits. */
  mesh: Mesh;
  origin: MeshOrigin;
  findings: ModelFindings;
};

/** Resolves once the WebAssembly modules are compiled. */
export const whenPreviewReady = (): Promise<unknown> => Promise.all([simplifierReady, encoderReady]);

/**
 * Returns an STL's number of triangles: the one its binary header states if it fits the file's size, or an
 * estimate.
 */
export function estimateStlTriangleCount(head: Uint8Array, bytes: number): number {
  const stated = head.length < stlHeadByteCount ? 0 : dataViewOf(head).getUint32(80, true);
  const isBinary = Math.abs(stlHeadByteCount + bytesOfBinary * stated - bytes) <= 1;
  return isBinary ? stated : Math.ceil(bytes / bytesOfText);
}

/**
 * Requires `whenPreviewReady`.
 * @param expected triangles, as well as they can be estimated
 * @param beside see `createDecimator`
 */
export function createPreviewer(
  expected: number,
  target: number = previewTriangleCount,
  beside?: OffloadCell,
) {
  const decimator = createDecimator(target, expected, beside);
  const sample = createPointSampler();
  let origin: MeshOrigin | undefined;
  return {
    /** Takes triangles from the readers; all numbers are finite. */
    add(corners: Float64Array, triangles: number): void {
      origin ??= [Math.round(corners[0] ?? 0), Math.round(corners[1] ?? 0), Math.round(corners[2] ?? 0)];
      decimator.add(corners, triangles, origin);
      sample.add(corners, 3 * triangles);
    },
    /** Waits for cells in other threads. Call it before `end`. */
    settle: decimator.settle,
    /** Finishes the preview and its findings. @throws Refusal if no triangle has an area, or they form no surface */
    end(): ModelPreview {
      const { triangles, fallback, box, repeats, branching: scanned, ...mesh } = decimator.end();
      if (mesh.indices.length === 0) throw refusalOfUnfitFile('badContent', 'mesh-flat', { triangles });
      if (triangles - repeats < trianglesMin)
        throw refusalOfUnfitFile('badContent', 'mesh-few', { triangles: triangles - repeats });
      const [x0, y0, z0, x1, y1, z1] = box;
      const sides = [x1 - x0, y1 - y0, z1 - z0] as const;
      const unit = guessUnit(Math.max(...sides));
      const mm = unit ? mmPerUnit[unit] : 1;
      const { mean, p99, max } = measureDeviation(mesh, sample.points(origin));
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
          inward: topology.rims + topology.branching === 0 && isFacingInwards(mesh),
        },
      };
    },
  };
}
