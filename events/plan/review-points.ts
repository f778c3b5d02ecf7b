/** What a reviewer looks at first, to be ticked off; the record says which of it was. */

export const reviewPoints = [
  'models',
  'midline',
  'canine',
  'molar',
  'overjet',
  'archForm',
  'ipr',
  'attachments',
  'contacts',
] as const;
export type ReviewPoint = (typeof reviewPoints)[number];

/** A target says where teeth end: what is done to them on the way is the plan's. */
const notOfTarget: readonly ReviewPoint[] = ['ipr', 'attachments'];
export const pointsOf = (ofTarget: boolean): readonly ReviewPoint[] =>
  reviewPoints.filter(point => !ofTarget || !notOfTarget.includes(point));
