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
