/** Kinds of malocclusion before treatment, as tables. Typical amounts, for display only. */
import type { Arch } from '#events/tooth/fdi.ts';

export const malocclusionKinds = ['crowding', 'spacing', 'deepBite', 'classThree', 'mild'] as const;
export type MalocclusionKind = (typeof malocclusionKinds)[number];

/** Deviations of an arch from the goal, by position 1 to 8, mm and degrees. */
export type ArchMisfit = {
  /** Mean of each position: buccal and extrusion in mm, torque in degrees. */
  buccal: readonly number[];
  extrusion: readonly number[];
  torque: readonly number[];
  /** Alternating buccolingual offset of neighbours, mm. */
  stagger: number;
  /** Largest rotation of each position, degrees. */
  rotation: readonly number[];
  /** Gap between front teeth, mm. */
  gaps: number;
};

const turns = [16, 24, 14, 12, 10, 4, 3, 2];
const none = [0, 0, 0, 0, 0, 0, 0, 0];

export const misfitsByKind: Record<MalocclusionKind, Record<Arch, ArchMisfit>> = {
  crowding: {
    upper: {
      buccal: [-0.5, -0.7, 0.3, -0.7, -0.8, -0.4, -0.2, 0],
      extrusion: [0.1, -0.1, -0.8, 0, 0, 0, 0, 0],
      torque: [-4, -4, 0, -1, -2, -1, 0, 0],
      stagger: 0.75,
      rotation: turns,
      gaps: 0,
    },
    lower: {
      buccal: [-0.7, -0.6, 0.2, -0.6, -0.7, -0.4, -0.1, 0],
      extrusion: [0.4, 0.3, 0.2, 0, 0, 0, 0, 0],
      torque: [-4, -4, 0, -2, -2, -1, 0, 0],
      stagger: 0.75,
      rotation: turns,
      gaps: 0,
    },
  },
  spacing: {
    upper: {
      buccal: [1.4, 1, 0.5, 0.1, 0, 0, 0, 0],
      extrusion: none,
      torque: [8, 7, 3, 0, 0, 0, 0, 0],
      stagger: 0.15,
      rotation: [6, 9, 8, 6, 5, 2, 1, 1],
      gaps: 0.9,
    },
    lower: {
      buccal: [0.9, 0.7, 0.4, 0.1, 0, 0, 0, 0],
      extrusion: none,
      torque: [5, 5, 2, 0, 0, 0, 0, 0],
      stagger: 0.15,
      rotation: [6, 8, 8, 6, 5, 2, 1, 1],
      gaps: 0.5,
    },
  },
  deepBite: {
    upper: {
      buccal: [-1.2, 0.6, 0.4, -0.3, -0.4, -0.2, 0, 0],
      extrusion: [1.3, 0.6, 0.2, -0.1, 0, 0, 0, 0],
      torque: [-12, -2, 0, -1, -1, 0, 0, 0],
      stagger: 0.3,
      rotation: [8, 14, 9, 8, 6, 3, 2, 1],
      gaps: 0,
    },
    lower: {
      buccal: [-0.7, -0.6, 0, -0.4, -0.4, -0.2, 0, 0],
      extrusion: [1.4, 1.3, 0.9, 0, -0.3, -0.3, 0, 0],
      torque: [-5, -5, -2, -2, -2, -1, 0, 0],
      stagger: 0.6,
      rotation: [12, 16, 12, 9, 7, 3, 2, 1],
      gaps: 0,
    },
  },
  classThree: {
    upper: {
      buccal: [-0.8, -1, -0.3, -0.7, -0.8, -0.5, -0.3, 0],
      extrusion: [0.2, 0, -0.4, 0, 0, 0, 0, 0],
      torque: [-3, -4, 0, -2, -3, -2, -1, 0],
      stagger: 0.5,
      rotation: [10, 16, 10, 9, 8, 3, 2, 1],
      gaps: 0,
    },
    lower: {
      buccal: [0.7, 0.6, 0.5, 0.3, 0.2, 0.2, 0, 0],
      extrusion: [0.3, 0.3, 0.1, 0, 0, 0, 0, 0],
      torque: [5, 4, 2, 1, 1, 0, 0, 0],
      stagger: 0.2,
      rotation: [7, 9, 9, 7, 6, 2, 1, 1],
      gaps: 0.35,
    },
  },
  mild: {
    upper: {
      buccal: [0.2, -0.3, 0.1, -0.3, -0.3, 0, 0, 0],
      extrusion: none,
      torque: [-1, -2, 0, 0, 0, 0, 0, 0],
      stagger: 0.3,
      rotation: [7, 11, 7, 6, 5, 2, 1, 1],
      gaps: 0,
    },
    lower: {
      buccal: [-0.2, -0.3, 0.1, -0.3, -0.3, 0, 0, 0],
      extrusion: [0.2, 0.2, 0, 0, 0, 0, 0, 0],
      torque: [-2, -2, 0, 0, 0, 0, 0, 0],
      stagger: 0.35,
      rotation: [8, 11, 8, 6, 5, 2, 1, 1],
      gaps: 0,
    },
  },
};
