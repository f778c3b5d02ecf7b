/**
 * Every number and list of a clinical judgement within the rules. Defaults from practice that an orthodontist is to
 * check; nothing else of the rules holds one.
 */
import type { Option } from '../case/options.ts';
import type { Fdi } from '../tooth/fdi.ts';

export const clinical = {
  /** Years; below it the mouth holds no permanent tooth. */
  permanentTeethFrom: 6,
  /** mm in all at a contact of incisors and canines; behind them all of tooth/marks.ts's amounts are offered. */
  iprFrontMax: 0.5,
  /** Places (1-8) of the teeth that each way to relieve crowding moves. */
  movedBy: {
    expansion: [4, 5, 6],
    ipr: [],
    'labial-flaring': [1, 2],
    'molar-distalization': [6, 7],
  },
  incisors: [1, 2],
  front: [1, 2, 3],
  molars: [6, 7],
  /** Third molars are left out wherever a whole arch is meant: few patients have all of them. */
  arch: [1, 2, 3, 4, 5, 6, 7],
  thirdMolars: [8],
  /** Upper central incisors and canines: marked for extraction they are mostly a slip beside 14 or 12. */
  seldomExtracted: [13, 11, 21, 23, 43, 33],
} as const satisfies {
  movedBy: Record<Option<'crowdingRelief'>, readonly number[]>;
  seldomExtracted: readonly Fdi[];
  [other: string]: unknown;
};
