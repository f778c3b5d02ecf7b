/** Limits of links. Separate from the schemas, so that pages that only offer choices do not load those. */
export const shareLimits = {
  daysMin: 1,
  daysMax: 90,
  daysDefault: 7,
  /** Maximum days that a link to a patient's wear page stays open. */
  wearDaysMax: 730,
  /** Days that a wear link stays open after the last aligner, because patients still use the page. */
  wearDaysBeyond: 42,
  wearDaysDefault: 365,
  /** Maximum number of open links of a case. */
  open: 20,
} as const;
