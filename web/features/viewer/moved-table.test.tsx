import { expect, it } from 'vitest';
import { overCaps } from '#events/plan/velocity.ts';
import { makePlan } from '#workers/teeth/plan.ts';
import { fastAxes } from './MovementTable.tsx';

it('marks the axes of a tooth that any of the aligners looked at goes beyond the caps along', () => {
  const { draft } = makePlan(1, { look: 'crowding', upperStages: 10, lowerStages: 10 });
  const caps = { step: 0.1, angle: 1 };
  const over = overCaps(draft, caps);
  expect(over.length).toBeGreaterThan(0);
  for (const tooth of draft.teeth)
    for (const [from, to] of [
      [0, 0],
      [0, 10],
      [4, 5],
    ] as const) {
      const due = over.filter(({ fdi, stage }) => fdi === tooth.fdi && stage > from && stage <= to);
      expect(fastAxes(tooth, from, to, caps)).toEqual(new Set(due.flatMap(({ axes }) => axes)));
    }
  const [tooth] = draft.teeth;
  if (tooth) expect(fastAxes(tooth, 0, 10, { step: null, angle: null }).size).toBe(0);
});
