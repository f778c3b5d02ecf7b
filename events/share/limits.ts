/** Limits of links. Separate from the schemas, so that pages that only offer choices do not load those. */
export const shareLimits = {
  daysMin: 1,
  daysMax: 90,
  daysDefault: 7,
  /** Days that the page of a patient's wear stays open at most. */
  wearDaysMax: 730,
  /** Days beyond the last aligner, because patients still open the page then. */
  wearDaysBeyond: 42,
  wearDaysDefault: 365,
  /** Open links of a case at most. */
  open: 20,
} as const;
