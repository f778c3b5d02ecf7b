/** Checklist of a review. The record keeps which points were ticked. */

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

/** A target only defines the goal, so procedures on the way are not checked. */
const notOfTarget: readonly ReviewPoint[] = ['ipr', 'attachments'];
export const reviewPointsFor = (ofTarget: boolean): readonly ReviewPoint[] =>
  reviewPoints.filter(point => !ofTarget || !notOfTarget.includes(point));
