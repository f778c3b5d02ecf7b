/**
 * Clinical numbers and lists of the rules. Defaults from practice, to be confirmed by an orthodontist. The
 * rules contain no others.
 */
import type { Option } from '../case/options.ts';
import type { Fdi } from '../tooth/fdi.ts';

export const clinicalDefaults = {
  /** Years of age below which a mouth has no permanent tooth. */
  permanentTeethFrom: 6,
  /**
   * Largest total mm offered at a contact of incisors and canines. Contacts behind them offer all amounts of
   * tooth/marks.ts.
   */
  iprFrontMax: 0.5,
  /** Positions (1-8) of the teeth that each kind of crowding relief moves. */
  movedBy: {
    expansion: [4, 5, 6],
    ipr: [],
    'labial-flaring': [1, 2],
    'molar-distalization': [6, 7],
  },
  incisors: [1, 2],
  front: [1, 2, 3],
  molars: [6, 7],
  /** Positions of a whole arch, without third molars, which few patients have completely. */
  arch: [1, 2, 3, 4, 5, 6, 7],
  thirdMolars: [8],
  /** Upper central incisors and canines. Extracting one is unusual; often 14 or 12 was meant. */
  seldomExtracted: [13, 11, 21, 23, 43, 33],
} as const satisfies {
  movedBy: Record<Option<'crowdingRelief'>, readonly number[]>;
  seldomExtracted: readonly Fdi[];
  [other: string]: unknown;
};
