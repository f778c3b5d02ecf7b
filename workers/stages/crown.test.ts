import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#events/plan/pose.ts';
import { archOf, type Fdi, isOnRightSide, positionFromMidline, TEETH } from '#events/tooth/fdi.ts';
import { fineCrownDetail } from '../teeth/crown-size.ts';
import { generateCrowns, placeMeshInWorld } from '../teeth/patient-crowns.ts';
import { findCrown } from './crown.ts';
import {
  defineCrownAxisTests,
  degreesBetween,
  median,
  testedRotations,
  toRadians,
} from './testing/crown-frames.ts';
import { generateMandible, toothAxisPointsOf } from './testing/mandible.ts';

describe('the axes of a generated crown, with the arch off its direction by up to 25°', () => {
  const patient = generateCrowns(7);
  /** Degrees off the tooth's true mesial direction, and mm off its true width. */
  const errors = (fdi: Fdi, turn: number) => {
    const [c, s] = [Math.cos(toRadians(turn)), Math.sin(toRadians(turn))];
    const right = isOnRightSide(fdi) ? 1 : -1;
    const mesial: Vec3 = [right * c, 0, s];
    const occlusal: Vec3 = [0, archOf(fdi) === 'lower' ? 1 : -1, 0];
    const { crown, width } = patient.size(fdi);
    const frame = { at: [0, 0, 0] as Vec3, mesial, buccal: [-right * s, 0, c] as Vec3, occlusal };
    const found = findCrown(
      fdi,
      placeMeshInWorld(patient.crown(fdi, fineCrownDetail), crown, frame),
      [1, 0, 0],
    );
    return { degrees: degreesBetween(found.axes[0], mesial), mm: Math.abs(found.width - width) };
  };

  it.each(testedRotations)('has the tooth’s own mesial direction and width, turned by %d°', turn => {
    const found = TEETH.map(fdi => ({ fdi, ...errors(fdi, turn) }));
    for (const { fdi, degrees, mm } of found) {
      expect(degrees, `mesial of ${fdi}`).toBeLessThan(9);
      expect(mm, `width of ${fdi}`).toBeLessThan(0.45);
    }
    expect(median(found.map(({ degrees }) => degrees))).toBeLessThan(3);
  });
});

// The three cusps of a lower second premolar turn its outline by some 8° from its own axes.
defineCrownAxisTests(
  'the frame of generated teeth with roots in a crowded arch',
  generateMandible(),
  toothAxisPointsOf(generateMandible()),
  fdi => (positionFromMidline(fdi) === 5 ? 12 : 5),
);
