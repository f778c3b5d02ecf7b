/**
 * Draws a picture of a mesh without a graphics card: for tiles, posters and browsers without WebGL.
 * Orthographic, seen from the front and the biting side, with a head light. About 60 ms for 150,000
 * triangles.
 */
import type { Slot } from '#events/case/options.ts';
import type { Mesh } from './weld.ts';

export type DrawnPicture = { width: number; height: number; rgba: Uint8ClampedArray<ArrayBuffer> };

type Colour = readonly [number, number, number];

export type DrawOptions = {
  /** Degrees of the eye above the horizon: 90 looks straight down, −90 straight up. */
  elevation?: number;
  /** Degrees of the eye around the model, from the front (−y) towards +x. */
  azimuth?: number;
  colour?: Colour;
  /** RGB of each vertex, 0 to 255, in place of one colour. */
  paint?: Uint8Array;
  /**
   * x, y, z of points that must fit into the picture, so that pictures of one object at different times have
   * the same scale.
   */
  frame?: Float32Array;
};

const slope = 35;

/** Shows an upper model from below and any other from above: its biting side. */
export const occlusalViewOfSlot = (slot: Slot | null): DrawOptions => ({
  elevation: slot === 'upper' ? -slope : slope,
});

/** The colour of dental stone. */
const stone: Colour = [226, 219, 206];
/** Margin at each edge, as a share of the picture. */
const margin = 0.05;
/** Ambient share of the light. The rest is from behind the viewer's left shoulder. */
const ambient = 0.32;
const light = normalised([-0.35, 0.35, 0.87]);

function normalised([x, y, z]: Colour): Colour {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Rows of the rotation from the model's axes to the picture's: right, up, towards the eye. */
function viewRows(azimuth: number, elevation: number): readonly [Colour, Colour, Colour] {
  const [ca, sa] = [Math.cos(radians(azimuth)), Math.sin(radians(azimuth))];
  const [ce, se] = [Math.cos(radians(elevation)), Math.sin(radians(elevation))];
  return [
    [ca, sa, 0],
    [-sa * se, ca * se, ce],
    [sa * ce, -ca * ce, se],
  ];
}

/** Rotates points into the picture's axes. */
function rotated(points: Float32Array, rows: readonly [Colour, Colour, Colour]): Float32Array {
  const seen = new Float32Array(points.length);
  for (let v = 0; v < points.length; v += 3)
    for (let axis = 0; axis < 3; axis++) {
      const [a, b, c] = rows[axis] as Colour;
      seen[v + axis] =
        a * (points[v] as number) + b * (points[v + 1] as number) + c * (points[v + 2] as number);
    }
  return seen;
}

/** Returns x, y in pixels and the depth of each vertex. A larger depth is nearer. */
function project(
  positions: Float32Array,
  rows: readonly [Colour, Colour, Colour],
  { width, height, frame }: { width: number; height: number; frame: Float32Array },
) {
  const seen = rotated(positions, rows);
  const held = frame === positions ? seen : rotated(frame, rows);
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (let v = 0; v < held.length; v += 3)
    for (let axis = 0; axis < 2; axis++) {
      low[axis] = Math.min(low[axis] as number, held[v + axis] as number);
      high[axis] = Math.max(high[axis] as number, held[v + axis] as number);
    }
  const [left = 0, bottom = 0] = low;
  const [right = 0, top = 0] = high;
  const scale = (1 - 2 * margin) * Math.min(width / (right - left || 1), height / (top - bottom || 1));
  for (let v = 0; v < seen.length; v += 3) {
    seen[v] = width / 2 + ((seen[v] as number) - (left + right) / 2) * scale;
    seen[v + 1] = height / 2 - ((seen[v + 1] as number) - (bottom + top) / 2) * scale;
  }
  return seen;
}

/** Returns each vertex's brightness, 0 to 1, from the area-weighted mean normal of its triangles. */
function brightness({ positions, indices }: Mesh, rows: readonly [Colour, Colour, Colour]): Float32Array {
  const normals = new Float32Array(positions.length);
  const p = (v: number, axis: number) => positions[3 * v + axis] as number;
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at] as number, indices[at + 1] as number, indices[at + 2] as number];
    const [ux, uy, uz] = [p(b, 0) - p(a, 0), p(b, 1) - p(a, 1), p(b, 2) - p(a, 2)];
    const [vx, vy, vz] = [p(c, 0) - p(a, 0), p(c, 1) - p(a, 1), p(c, 2) - p(a, 2)];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const v of [a, b, c])
      for (let axis = 0; axis < 3; axis++)
        normals[3 * v + axis] = (normals[3 * v + axis] as number) + (normal[axis] as number);
  }
  // Rotates normals into the picture's axes and dots them with the light in one step.
  const [x, y, z] = [0, 1, 2].map(axis =>
    rows.reduce((sum, row, i) => sum + (light[i] as number) * (row[axis] as number), 0),
  ) as [number, number, number];
  return Float32Array.from({ length: positions.length / 3 }, (_, v) => {
    const [nx = 0, ny = 0, nz = 0] = normals.subarray(3 * v, 3 * v + 3);
    // A surface seen from behind, such as the inside of a scan, is lit as well.
    const facing = Math.abs(nx * x + ny * y + nz * z) / (Math.hypot(nx, ny, nz) || 1);
    return ambient + (1 - ambient) * facing;
  });
}

/** Returns a picture with a transparent background. */
export function drawMesh(mesh: Mesh, width: number, height: number, view: DrawOptions = {}): DrawnPicture {
  const { elevation = slope, azimuth = 0, colour = stone, paint, frame = mesh.positions } = view;
  const rows = viewRows(azimuth, elevation);
  const seen = project(mesh.positions, rows, { width, height, frame });
  const bright = brightness(mesh, rows);
  const depth = new Float32Array(width * height).fill(-Infinity);
  const rgba = new Uint8ClampedArray(4 * width * height);
  const { indices } = mesh;
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at] as number, indices[at + 1] as number, indices[at + 2] as number];
    const [ax, ay] = [seen[3 * a] as number, seen[3 * a + 1] as number];
    const [bx, by] = [seen[3 * b] as number, seen[3 * b + 1] as number];
    const [cx, cy] = [seen[3 * c] as number, seen[3 * c + 1] as number];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0) continue;
    const [left, right] = [
      Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5)),
      Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5)),
    ];
    const [top, bottom] = [
      Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5)),
      Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5)),
    ];
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const [px, py] = [x + 0.5, y + 0.5];
        const wa = ((bx - px) * (cy - py) - (by - py) * (cx - px)) / area;
        const wb = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) / area;
        const wc = 1 - wa - wb;
        if (wa < 0 || wb < 0 || wc < 0) continue;
        const near =
          wa * (seen[3 * a + 2] as number) +
          wb * (seen[3 * b + 2] as number) +
          wc * (seen[3 * c + 2] as number);
        const pixel = y * width + x;
        if (near <= (depth[pixel] as number)) continue;
        depth[pixel] = near;
        const shade = wa * (bright[a] as number) + wb * (bright[b] as number) + wc * (bright[c] as number);
        for (let band = 0; band < 3; band++)
          rgba[4 * pixel + band] =
            (paint ? (paint[3 * a + band] as number) : (colour[band] as number)) * shade;
        rgba[4 * pixel + 3] = 255;
      }
  }
  return { width, height, rgba };
}
