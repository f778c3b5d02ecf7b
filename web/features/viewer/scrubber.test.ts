import { describe, expect, it } from 'vitest';
import type { BundleTooth, PlanBundle } from '#events/plan/bundle.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import { pointOfStage, scrubberHeight, scrubberLayout, stageAtPosition } from './scrubber.ts';

const tooth = (fdi: Fdi): BundleTooth => ({
  fdi,
  pivot: [0, 0, 0],
  axes: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  poses: [],
  width: null,
  residual: null,
});
const part = { sha256: '0'.repeat(64), bytes: 100 };
const plan: PlanBundle = {
  format: 'archline-plan/1',
  upperStages: 24,
  lowerStages: 18,
  teeth: [tooth(11), tooth(41)],
  gums: [],
  attachments: [
    {
      tooth: 11,
      type: 'ellipsoid',
      surface: 'buccal',
      at: [0, 0, 0],
      size: [1, 1, 1],
      turn: 0,
      from: 3,
      to: 9,
    },
    {
      tooth: 11,
      type: 'rotation',
      surface: 'buccal',
      at: [0, 0, 0],
      size: [1, 1, 1],
      turn: 0,
      from: 3,
      to: 9,
    },
  ],
  ipr: [{ contact: '41-31', mm: 0.2, before: 6 }],
  cuts: [],
  pontics: [],
  parts: { teeth: part, coarse: part },
};

describe('the arch lines of the scrubber', () => {
  const { tracks, last } = scrubberLayout(plan, 700);
  const [upper, lower] = tracks;
  it('have a tick for the start and each aligner; the shorter line ends in dots', () => {
    expect(last).toBe(24);
    expect([upper?.ticks.length, lower?.ticks.length]).toEqual([25, 19]);
    expect([upper?.rest, lower?.rest !== null]).toEqual([null, true]);
  });
  it('curve towards each other without meeting', () => {
    const ends = pointOfStage(700, 'lower', 0, 24).y - pointOfStage(700, 'upper', 0, 24).y;
    const middle = pointOfStage(700, 'lower', 12, 24).y - pointOfStage(700, 'upper', 12, 24).y;
    expect(ends).toBeGreaterThan(24);
    expect(middle).toBeGreaterThan(ends);
    expect(pointOfStage(700, 'lower', 12, 24).y).toBeLessThan(scrubberHeight);
  });
  it('have one mark per stage and kind, even for two attachments', () => {
    expect(upper?.marks.map(({ kind, stage }) => [kind, stage])).toEqual([['attachment', 3]]);
    expect(lower?.marks.map(({ kind, stage }) => [kind, stage])).toEqual([['ipr', 6]]);
  });
  it('have spaced numbers, always including the last stage', () => {
    for (const width of [280, 420, 900]) {
      const labels = (scrubberLayout(plan, width).tracks[0]?.ticks ?? []).flatMap(({ stage, label }) =>
        label ? [{ stage, x: label.x }] : [],
      );
      expect(labels.at(-1)?.stage).toBe(24);
      for (let i = 1; i < labels.length; i++)
        expect((labels[i]?.x ?? 0) - (labels[i - 1]?.x ?? 0)).toBeGreaterThan(16);
    }
  });
});

it('a press on the scrubber selects the stage under it, within both ends', () => {
  for (const stage of [0, 7, 24])
    expect(stageAtPosition(700, pointOfStage(700, 'upper', stage, 24).x, 24)).toBeCloseTo(stage);
  expect([stageAtPosition(700, -50, 24), stageAtPosition(700, 9000, 24)]).toEqual([0, 24]);
});
