/** The row `pace`: when a case first reached each step. */
import type { CaseState } from '#events/case/case.ts';
import { type DerivedView, presentToNobody } from '../view.ts';
import { type PaceRow, reachedTimesOf, repeatedStepsOf } from './reached.ts';
import { createPaceReads } from './reads.ts';
import { paceSights } from './sights.ts';

export const paceView = {
  name: 'pace',
  version: 3,
  keep: 1000,
  from: 'case',
  derive: s =>
    s.deleted
      ? null
      : {
          servedBy: s.servedBy,
          method: s.sections.prescription.method ?? null,
          reached: reachedTimesOf(s),
          repeats: repeatedStepsOf(s),
        },
  lists: { pace: ['at'], paceOpen: ['at'] },
  sights: paceSights,
  present: presentToNobody,
  reads: createPaceReads,
} satisfies DerivedView<PaceRow, never, CaseState>;
