/** Contours of incisors and canines as tables. Textbook shapes for display, not for measuring. */
import type { CurveKnots } from './interpolation.ts';

export type AnteriorToothKind = 'u1' | 'u2' | 'u3' | 'l1' | 'l2' | 'l3';

/** Knots run from the neck (0) to the edge (1). */
export type AnteriorContours = {
  /** Half-widths to mesial and distal, as shares of half the width. */
  mesial: CurveKnots;
  distal: CurveKnots;
  /** Middle lines of the faces, as shares of the depth; 0 is the tooth's axis. */
  labial: CurveKnots;
  lingual: CurveKnots;
  /** Depth of the corners below the edge's middle, mm. */
  corners: readonly [mesial: number, distal: number];
  /** Additional recession of the labial face at its sides, mm. */
  curved: number;
  /** Height of the marginal ridges above the lingual fossa, mm. */
  ridges: number;
  /** Height of the ridge along the labial face's middle, mm. */
  keel: number;
};

const incisorU: Pick<AnteriorContours, 'labial' | 'lingual'> = {
  labial: [
    [0, 0.43],
    [0.14, 0.47],
    [0.32, 0.455],
    [0.56, 0.385],
    [0.8, 0.28],
    [1, 0.165],
  ],
  lingual: [
    [0, -0.42],
    [0.1, -0.47],
    [0.2, -0.475],
    [0.32, -0.4],
    [0.46, -0.22],
    [0.62, -0.08],
    [0.82, 0.01],
    [1, 0.035],
  ],
};
const incisorL: Pick<AnteriorContours, 'labial' | 'lingual'> = {
  labial: [
    [0, 0.41],
    [0.14, 0.445],
    [0.4, 0.375],
    [0.7, 0.245],
    [1, 0.115],
  ],
  lingual: [
    [0, -0.42],
    [0.12, -0.47],
    [0.26, -0.4],
    [0.44, -0.25],
    [0.7, -0.1],
    [1, -0.03],
  ],
};

export const anteriorContoursByKind: Record<AnteriorToothKind, AnteriorContours> = {
  u1: {
    ...incisorU,
    mesial: [
      [0, 0.8],
      [0.3, 0.89],
      [0.6, 0.965],
      [0.84, 1],
      [1, 0.97],
    ],
    distal: [
      [0, 0.8],
      [0.3, 0.915],
      [0.58, 0.99],
      [0.74, 1],
      [0.9, 0.955],
      [1, 0.88],
    ],
    corners: [0.22, 0.75],
    curved: 0.5,
    ridges: 0.42,
    keel: 0,
  },
  u2: {
    ...incisorU,
    mesial: [
      [0, 0.76],
      [0.3, 0.88],
      [0.55, 0.965],
      [0.76, 1],
      [1, 0.92],
    ],
    distal: [
      [0, 0.76],
      [0.3, 0.92],
      [0.52, 1],
      [0.68, 0.99],
      [0.86, 0.9],
      [1, 0.78],
    ],
    corners: [0.4, 1.15],
    curved: 0.5,
    ridges: 0.42,
    keel: 0,
  },
  u3: {
    mesial: [
      [0, 0.7],
      [0.3, 0.85],
      [0.58, 0.985],
      [0.68, 1],
      [0.78, 0.87],
      [0.88, 0.56],
      [0.96, 0.26],
      [1, 0.12],
    ],
    distal: [
      [0, 0.7],
      [0.3, 0.88],
      [0.5, 1],
      [0.6, 0.985],
      [0.74, 0.78],
      [0.87, 0.44],
      [0.96, 0.19],
      [1, 0.08],
    ],
    labial: [
      [0, 0.4],
      [0.2, 0.465],
      [0.4, 0.455],
      [0.62, 0.38],
      [0.82, 0.26],
      [1, 0.12],
    ],
    lingual: [
      [0, -0.42],
      [0.14, -0.49],
      [0.28, -0.45],
      [0.48, -0.27],
      [0.72, -0.12],
      [0.9, -0.03],
      [1, 0],
    ],
    corners: [0, 0],
    curved: 0.8,
    ridges: 0.35,
    keel: 0.2,
  },
  l1: {
    ...incisorL,
    mesial: [
      [0, 0.66],
      [0.3, 0.78],
      [0.65, 0.94],
      [0.9, 1],
      [1, 0.985],
    ],
    distal: [
      [0, 0.66],
      [0.3, 0.78],
      [0.65, 0.945],
      [0.88, 1],
      [1, 0.97],
    ],
    corners: [0.1, 0.16],
    curved: 0.3,
    ridges: 0.16,
    keel: 0,
  },
  l2: {
    ...incisorL,
    mesial: [
      [0, 0.66],
      [0.3, 0.79],
      [0.65, 0.95],
      [0.9, 1],
      [1, 0.98],
    ],
    distal: [
      [0, 0.66],
      [0.3, 0.82],
      [0.62, 0.975],
      [0.8, 1],
      [1, 0.93],
    ],
    corners: [0.12, 0.42],
    curved: 0.34,
    ridges: 0.18,
    keel: 0,
  },
  l3: {
    mesial: [
      [0, 0.72],
      [0.3, 0.86],
      [0.6, 0.97],
      [0.74, 1],
      [0.83, 0.86],
      [0.91, 0.54],
      [0.97, 0.26],
      [1, 0.12],
    ],
    distal: [
      [0, 0.68],
      [0.3, 0.87],
      [0.54, 1],
      [0.64, 0.985],
      [0.77, 0.77],
      [0.89, 0.42],
      [0.97, 0.18],
      [1, 0.08],
    ],
    labial: [
      [0, 0.4],
      [0.2, 0.45],
      [0.42, 0.42],
      [0.66, 0.31],
      [0.85, 0.18],
      [1, 0.06],
    ],
    lingual: [
      [0, -0.42],
      [0.14, -0.48],
      [0.28, -0.42],
      [0.48, -0.28],
      [0.72, -0.16],
      [0.9, -0.09],
      [1, -0.06],
    ],
    corners: [0, 0],
    curved: 0.6,
    ridges: 0.2,
    keel: 0.16,
  },
};
